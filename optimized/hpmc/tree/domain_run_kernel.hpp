// optimized/hpmc/tree/domain_run_kernel.hpp
// Purpose   A run of hard shapes in one or more domains on threads: gather, sweep, give back,
//           shift, wrap, and the trial moves of the box.
// Source    Anderson, Irrgang, Glotzer 2016, sections 3.1 to 3.4; the law of
//           models/hpmc/registry.hpp, which makes the trajectory independent of threads.
// Not here  Sweeps (tree_sampler_kernel.hpp), who belongs to which domain (domain_bodies.hpp).
#pragma once
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/exec.hpp"
#include "models/core/shared_work.hpp"
#include "models/hpmc/registry.hpp"
#include "optimized/hpmc/screen/pair_tests.hpp"
#include "optimized/hpmc/tree/domain_bodies.hpp"
#include "optimized/hpmc/tree/frame_kernel.hpp"
#include "optimized/hpmc/tree/tree_sampler_kernel.hpp"

namespace touchstone::optimized {

template <class PairTest, class Tree = BoxTree>
class DomainRun final : public shapes::Simulation, public SharedWork {
 public:
  DomainRun(const shapes::Configuration& start, const shapes::RunParameters& p)
      : state_(runnable(start, p)),
        parameters_(p),
        random_(p.seed),
        diameter_(largest_diameter(start)),
        grid_(start.box, p.domains, diameter_),
        overlap_(start) {
    for (shapes::Vec3& r : state_.centres) r = state_.box.wrap(r);
    set_frame();
    for (std::uint32_t d = 0; d < grid_.size(); ++d) domains_.emplace_back(overlap_, frame_);
    if (const auto pair = overlapping()) throw shapes::OverlapError(pair->first, pair->second);
  }

  void advance(std::uint64_t steps) override {
    for (; steps > 0; --steps, ++step_) {
      buckets_.sort(state_, grid_);
      OpenmpExec exec(static_cast<int>(
          std::min(static_cast<std::size_t>(parameters_.threads), domains_.size())));
      exec.for_each_slice(domains_.size(), [&](std::size_t k, std::size_t first, std::size_t last) {
        if (k == 0) ran_ = std::max(ran_, omp_get_num_threads());
        for (std::size_t d = first; d < last; ++d) run(static_cast<std::uint32_t>(d));
      });
      give_back();
      if (parameters_.box.any()) move_box();
    }
  }
  shapes::Configuration configuration() const override { return state_; }
  shapes::MoveStats stats() const override {
    shapes::MoveStats sum = box_stats_;
    for (const Domain& domain : domains_) sum += domain.stats;
    return sum;
  }
  std::optional<int> threads_that_ran() const override { return ran_; }
  std::size_t memory_bytes() const override {
    std::size_t bytes = state_.size() * kBytes;
    for (const Domain& domain : domains_)
      bytes += domain.sampler.memory_bytes() + domain.bodies.centres.capacity() * (kBytes + 4);
    return bytes;
  }

 private:
  static constexpr std::size_t kBytes =
      sizeof(shapes::Vec3) + sizeof(shapes::Orientation) + sizeof(std::uint32_t);

  struct Domain {
    DomainBodies bodies;
    TreeSampler<PairTest, Tree> sampler;
    shapes::MoveStats stats;
    Domain(const PairTest& overlap, const SamplerFrame& frame) : sampler(overlap, frame) {}
  };

  static const shapes::Configuration& runnable(const shapes::Configuration& start,
                                               const shapes::RunParameters& p) {
    require_runnable(start, p);
    return start;
  }

  void set_frame() {
    optimized::set_frame(frame_, state_, move_law(state_, parameters_), diameter_, parameters_,
                         grid_);
  }

  void run(std::uint32_t d) {
    Domain& domain = domains_[d];
    buckets_.gather(state_, grid_, parameters_.domains, d, domain.bodies);
    if (domain.bodies.movers == 0) return;
    domain.sampler.load(domain.bodies);
    const bool reversed = shapes::reverse_order(random_, step_, d);
    const auto sweeps = static_cast<std::uint64_t>(parameters_.sweeps_per_step);
    for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep)
      domain.sampler.sweep(random_, step_ * sweeps + sweep, reversed,
                           grid_.any_cut() ? &grid_ : nullptr, d, domain.stats);
    domain.sampler.store(domain.bodies);
  }

  /// Domains have read all they need: their movers go back, everything is shifted and wrapped.
  void give_back() {
    for (const Domain& domain : domains_)
      for (std::size_t i = 0; i < domain.bodies.movers; ++i) {
        state_.centres[domain.bodies.tags[i]] = domain.bodies.centres[i];
        state_.orientations[domain.bodies.tags[i]] = domain.bodies.orientations[i];
      }
    if (grid_.any_cut()) {
      const shapes::Vec3 by = grid_.shift(random_, step_);
      for (shapes::Vec3& r : state_.centres) r = r + by;
    }
    for (shapes::Vec3& r : state_.centres) r = state_.box.wrap(r);
  }

  std::optional<std::pair<std::size_t, std::size_t>> overlapping() const {
    return overlap_among<PairTest, Tree>(state_, overlap_, frame_);
  }

  void move_box() {
    for (int number = 0; number < parameters_.box.per_step; ++number) {
      const shapes::BoxTrial trial =
          draw_box_trial(random_, step_, static_cast<std::uint32_t>(number), state_.box,
                         state_.size(), parameters_.box);
      SweepStats& stats = box_stats_.box[static_cast<std::size_t>(trial.kind)];
      ++stats.trials;
      if (!trial.passes() || !box_is_wide_enough(trial.box, state_, parameters_)) continue;
      before_ = state_.centres;
      const shapes::Box old = state_.box;
      for (shapes::Vec3& r : state_.centres)
        r = trial.box.wrap(trial.box.from_fractional(old.fractional(r)));
      state_.box = trial.box;
      set_frame();
      if (overlapping()) {
        state_.centres = before_;
        state_.box = old;
        set_frame();
        continue;
      }
      ++stats.accepted;
      grid_ = shapes::DomainGrid(state_.box, parameters_.domains, diameter_);
    }
  }

  shapes::Configuration state_;
  shapes::RunParameters parameters_;
  Philox random_;
  double diameter_;
  shapes::DomainGrid grid_;
  PairTest overlap_;
  SamplerFrame frame_;
  DomainBuckets buckets_;
  std::vector<Domain> domains_;
  std::vector<shapes::Vec3> before_;
  shapes::MoveStats box_stats_;
  std::uint64_t step_ = parameters_.first_step;
  int ran_ = 1;
};

}  // namespace touchstone::optimized
