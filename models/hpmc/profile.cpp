#include "models/hpmc/profile.hpp"

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

}  // namespace touchstone::shapes
