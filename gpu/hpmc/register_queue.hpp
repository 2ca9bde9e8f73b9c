// gpu/hpmc/register_queue.hpp
// Purpose   The register queue: a thread for each cell looks for the next body whose circumsphere
//           overlaps its trial, keeps it in registers, and makes the full test outside that loop,
//           where the threads of a warp meet again.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.5.3 and Figure 4(a).
// Cost      As shape_pass.hpp says; a warp takes as long as its longest trial.
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
    const BodyTrial trial = pass.trial(ctx, ctx.global_thread());
    if (!trial.possible) return;
    const NearTests<Context> tests(ctx, pass);
    NearWalk<NearTests<Context>> walk(tests, trial, pass.grid.near_cells(), 0);
    for (;;) {
      while (walk.left() && !tests.circumspheres(trial, walk.at())) walk.next(1);
      if (!walk.left()) break;
      if (tests.overlap(trial, walk.at())) return;
      walk.next(1);
    }
    pass.accept(ctx, trial);
  }
};

}  // namespace touchstone::gpu
