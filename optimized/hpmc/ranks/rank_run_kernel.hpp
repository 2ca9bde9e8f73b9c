// optimized/hpmc/ranks/rank_run_kernel.hpp
// Purpose   A step of hard shapes on one of several ranks that share no memory: fetch ghosts, sweep
//           the own domains, shift, migrate, and the trial moves of the box.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.4; the law of models/hpmc/registry.hpp.
// Random    Streams are keyed by step and tag, domain, or nothing, never by rank: with the same
//           domains any number of ranks makes the same trajectory.
// Cost      As the domains of the rank; a step sends two messages to each neighbour, a trial move
//           of the box two more and one word to all.
// Not here  Who belongs to which domain (rank_bodies_kernel.hpp), messages
//           (optimized/core/transport.hpp).
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/exec.hpp"
#include "models/hpmc/registry.hpp"
#include "optimized/hpmc/ranks/rank_bodies_kernel.hpp"
#include "optimized/hpmc/screen/pair_tests.hpp"
#include "optimized/hpmc/tree/frame_kernel.hpp"

namespace touchstone::optimized {

/// Throws InputError for what cannot be run; returns the number of ranks. All ranks of a run get
/// the same answer.
template <class PairTest, class Tree = BoxTree>
std::size_t require_startable_by_ranks(shapes::Configuration start,
                                       const shapes::RunParameters& p) {
  require_runnable(start, p);
  const double diameter = largest_diameter(start);
  const shapes::DomainGrid grid(start.box, p.domains, diameter);
  const std::size_t ranks = p.ranks == 0 ? grid.size() : static_cast<std::size_t>(p.ranks);
  if (ranks > grid.size())
    throw input_error(
        "ranks", "number of ranks",
        fmt::format("at most the number of domains, {}, each of which a rank has whole",
                    grid.size()),
        fmt::format("{}", ranks));
  for (shapes::Vec3& r : start.centres) r = start.box.wrap(r);
  SamplerFrame frame;
  set_frame(frame, start, move_law(start, p), diameter, p, grid);
  if (const auto pair = overlap_among<PairTest, Tree>(start, PairTest(start), frame))
    throw shapes::OverlapError(pair->first, pair->second);
  return ranks;
}

template <class PairTest, class Tree = BoxTree>
class RankRun {
 public:
  /// Start after require_startable_by_ranks(). Takes the bodies of its domains from the start.
  RankRun(const shapes::Configuration& start, const shapes::RunParameters& p, Transport& transport)
      : world_(without_bodies(start)),
        bodies_of_all_(start.size()),
        law_(move_law(start, p)),
        diameter_(largest_diameter(start)),
        parameters_(p),
        random_(p.seed),
        transport_(transport),
        bodies_(start, p, transport),
        overlap_(start) {
    set_frame();
    domains_.reserve(bodies_.domains());
    for (std::size_t k = 0; k < bodies_.domains(); ++k) domains_.emplace_back(overlap_, frame_);
  }

  RankRun(const RankRun&) = delete;  // samplers refer to what is here
  RankRun& operator=(const RankRun&) = delete;

  void advance(std::uint64_t steps) {
    for (; steps > 0; --steps, ++step_) {
      const double begin = processor_seconds() - bodies_.swap_seconds();
      bodies_.fetch_ghosts(GhostReach::below);
      const double packed = processor_seconds() - bodies_.swap_seconds();
      on_domains([&](std::size_t k) { run(k); });
      const double swept = processor_seconds() - bodies_.swap_seconds();
      bodies_.shift(common_shift(), world_.box);
      bodies_.migrate();
      const double end = processor_seconds() - bodies_.swap_seconds();
      work_.exchange_seconds += (packed - begin) + (end - swept);
      work_.sweep_seconds += swept - packed;
      for (const Parcel& own : bodies_.all()) work_.bodies += own.size();
      ++work_.steps;
      if (parameters_.box.any()) move_box();
    }
  }

  const shapes::Box& box() const { return world_.box; }
  /// Its own, by domain and in the order of tags.
  const std::vector<Parcel>& bodies() const { return bodies_.all(); }
  /// Counts of its own bodies; rank 0 also has the trial moves of the box, which all ranks make.
  shapes::MoveStats stats() const {
    shapes::MoveStats sum;
    if (transport_.rank() == 0) sum = box_stats_;
    for (const Domain& domain : domains_) sum += domain.stats;
    return sum;
  }
  /// The most threads of this rank that have shared its domains.
  int threads_that_ran() const { return ran_; }
  shapes::RankWork work() const {
    shapes::RankWork all = bodies_.work();
    all.steps = work_.steps;
    all.bodies = work_.bodies;
    all.sweep_seconds = work_.sweep_seconds;
    all.exchange_seconds = work_.exchange_seconds;
    for (const Domain& domain : domains_) all.trials += domain.stats.of_bodies().trials;
    return all;
  }
  std::size_t memory_bytes() const {
    std::size_t bytes = bodies_.memory_bytes();
    for (const Domain& domain : domains_)
      bytes += domain.sampler.memory_bytes() + domain.bodies.centres.capacity() * kBytes;
    return bytes;
  }

 private:
  static constexpr std::size_t kBytes =
      sizeof(shapes::Vec3) + sizeof(shapes::Orientation) + 2 * sizeof(std::uint32_t);

  struct Domain {
    DomainBodies bodies;
    TreeSampler<PairTest, Tree> sampler;
    shapes::MoveStats stats;
    bool overlap = false;
    Domain(const PairTest& overlaps, const SamplerFrame& frame) : sampler(overlaps, frame) {}
  };

  /// Box and types, and each type that is used once.
  static shapes::Configuration without_bodies(const shapes::Configuration& c) {
    const std::set<std::uint32_t> used(c.type.begin(), c.type.end());
    return {.box = c.box, .types = c.types, .type = {used.begin(), used.end()}};
  }

  void set_frame() {
    optimized::set_frame(frame_, world_, law_, diameter_, parameters_, bodies_.grid());
  }

  template <class Work>
  void on_domains(Work&& work) {
    OpenmpExec exec(
        static_cast<int>(std::min(static_cast<std::size_t>(parameters_.threads), domains_.size())));
    exec.for_each_slice(domains_.size(),
                        [&](std::size_t slice, std::size_t first, std::size_t last) {
                          if (slice == 0) ran_ = std::max(ran_, omp_get_num_threads());
                          for (std::size_t k = first; k < last; ++k) work(k);
                        });
  }

  void run(std::size_t k) {
    Domain& domain = domains_[k];
    const std::uint32_t number = bodies_.domain(k);
    bodies_.gather(k, domain.bodies);
    if (domain.bodies.movers == 0) return;
    domain.sampler.load(domain.bodies);
    const bool reversed = shapes::reverse_order(random_, step_, number);
    const shapes::DomainGrid* region = bodies_.grid().any_cut() ? &bodies_.grid() : nullptr;
    const auto sweeps = static_cast<std::uint64_t>(parameters_.sweeps_per_step);
    for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep)
      domain.sampler.sweep(random_, step_ * sweeps + sweep, reversed, region, number, domain.stats);
    domain.sampler.store(domain.bodies);
    bodies_.take_back(k, domain.bodies);
  }

  shapes::Vec3 common_shift() const { return bodies_.grid().shift(random_, step_); }

  /// Whether bodies of any rank overlap as they are.
  bool any_overlap() {
    bodies_.fetch_ghosts(GhostReach::around);
    on_domains([&](std::size_t k) {
      Domain& domain = domains_[k];
      bodies_.gather_resting(k, domain.bodies);
      domain.sampler.load(domain.bodies);
      domain.overlap = domain.sampler.find_overlap().has_value();
    });
    bool own = false;
    for (const Domain& domain : domains_) own = own || domain.overlap;
    return transport_.any(own);
  }

  void move_box() {
    for (int number = 0; number < parameters_.box.per_step; ++number) {
      const shapes::BoxTrial trial =
          draw_box_trial(random_, step_, static_cast<std::uint32_t>(number), world_.box,
                         bodies_of_all_, parameters_.box);
      SweepStats& stats = box_stats_.box[static_cast<std::size_t>(trial.kind)];
      ++stats.trials;
      if (!trial.passes() || !box_is_wide_enough(trial.box, world_, parameters_)) continue;
      const std::vector<Parcel> before = bodies_.all();
      const shapes::Box old = world_.box;
      set_box(trial.box, [&] { bodies_.rescale(old, trial.box); });
      bodies_.migrate();  // rounding may carry a body over a border
      if (any_overlap())
        set_box(old, [&] { bodies_.restore(before, old); });
      else
        ++stats.accepted;
    }
  }
  template <class Move>
  void set_box(const shapes::Box& box, Move&& move) {
    world_.box = box;
    move();
    set_frame();
  }

  shapes::Configuration world_;
  std::size_t bodies_of_all_;
  shapes::MoveLaw law_;
  double diameter_;
  shapes::RunParameters parameters_;
  Philox random_;
  Transport& transport_;
  RankBodies bodies_;
  PairTest overlap_;
  SamplerFrame frame_;
  std::vector<Domain> domains_;
  shapes::MoveStats box_stats_;
  shapes::RankWork work_;
  std::uint64_t step_ = parameters_.first_step;
  int ran_ = 1;
};

}  // namespace touchstone::optimized
