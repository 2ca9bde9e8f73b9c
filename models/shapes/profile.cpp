#include "models/shapes/profile.hpp"

#include <chrono>
#include <utility>

#include "models/core/registry.hpp"

namespace touchstone::shapes {
namespace {

Registry<MoveProfiler>& profilers() {
  static Registry<MoveProfiler> all("profiled scheme");
  return all;
}
Registry<SupportKind>& supports() {
  static Registry<SupportKind> all("support function");
  return all;
}

Registry<MoveCounter>& counters() {
  static Registry<MoveCounter> all("counted scheme");
  return all;
}
Registry<OverlapTracer>& tracers() {
  static Registry<OverlapTracer> all("traced overlap");
  return all;
}

}  // namespace

const std::vector<MoveCounter>& move_counters() { return counters().items(); }
bool register_move_counter(MoveCounter counter) { return counters().add(std::move(counter)); }

const std::vector<OverlapTracer>& overlap_tracers() { return tracers().items(); }
bool register_overlap_tracer(OverlapTracer tracer) { return tracers().add(std::move(tracer)); }

const std::vector<MoveProfiler>& move_profilers() { return profilers().items(); }
bool register_move_profiler(MoveProfiler profiler) { return profilers().add(std::move(profiler)); }

const std::vector<SupportKind>& support_kinds() { return supports().items(); }
bool register_support(SupportKind kind) { return supports().add(std::move(kind)); }

double seconds_of_proposals(const MoveLaw& law, std::size_t bodies, std::uint64_t sweeps) {
  using Clock = std::chrono::steady_clock;
  const Philox random(7);
  Orientation q{};
  Vec3 path{};
  const auto start = Clock::now();
  for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep)
    for (std::uint32_t tag = 0; tag < bodies; ++tag) {
      const Trial trial = draw_trial(random, sweep, tag, law);
      if (trial.rotation) q = normalised(trial.turn * q);
      path = path + trial.step;
    }
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return path.x + q.s > 1e300 ? 0 : seconds;  // never 0; the compiler does not know
}

}  // namespace touchstone::shapes
