// gpu/hpmc/register_queue.hpp
// Purpose   The register queue: a thread for each cell, which moves its bodies one after another;
//           it looks for the next body whose circumsphere overlaps its trial, keeps it in
//           registers, and tests the pair outside that loop, where the threads of a warp meet
//           again.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.5.3 and Figure 4(a).
// Cost      As shape_pass.hpp says; a warp takes as long as its fullest cell and longest trial.
#pragma once
#include "gpu/hpmc/shape_pass.hpp"

namespace touchstone::gpu {

struct RegisterQueue {
  static constexpr const char* kName = "hpmc/register-queue";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;  // so that each may have many registers
  ShapePass pass;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t active = ctx.global_thread();
    if (active >= pass.grid.active()) return;
    const PassIn<Context> in(ctx, pass);
    if (in.stopped()) return;
    const shapes::GridCell cell = in.grid().of_colour(in.colour(ctx), static_cast<int>(active));
    const int bodies = in.bodies_of(in.grid().place(cell));
    std::uint32_t translations = 0, translated = 0, rotations = 0, rotated = 0;
    for (int number = 0; number < bodies; ++number) {
      const BodyTrial trial = in.trial(cell, bodies, number);
      trial.rotation ? ++rotations : ++translations;
      if (!trial.possible || rejected(in, trial)) continue;
      trial.rotation ? ++rotated : ++translated;
      in.accept(trial);
    }
    in.count(ctx, 0, translations);
    in.count(ctx, 1, translated);
    in.count(ctx, 2, rotations);
    in.count(ctx, 3, rotated);
  }

 private:
  template <class Context>
  TOUCHSTONE_HD static bool rejected(const PassIn<Context>& in, const BodyTrial& trial) {
    for (NearWalk<Context> walk(in, trial, 0, 1); walk.left(); walk.next())
      if (in.decide(trial, walk.at())) return true;
    return false;
  }
};

}  // namespace touchstone::gpu
