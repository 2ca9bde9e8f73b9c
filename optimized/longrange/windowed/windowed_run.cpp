// optimized/longrange/windowed/windowed_run.cpp
// Purpose   Two-dimensional gravity by a windowed non-uniform fast Fourier transform, on several
//           threads.
// Source    windowed_kernel.hpp.
// Not here  The evaluation (windowed.cpp).
#include <memory>
#include <utility>

#include "optimized/longrange/fast_run_kernel.hpp"
#include "optimized/longrange/windowed/windowed_kernel.hpp"

namespace touchstone::optimized {
namespace {

using longrange::Model;
using longrange::RunParameters;
using longrange::State;

constexpr Model kModels[] = {Model::plane};
constexpr const char* kName = "longrange/gravity-2d-nufft";
constexpr double kTolerance = 1e-12;

/// The best kernel that this machine has; all of them are tested.
const WindowedLanes& best_lanes() {
  for (const WindowedLanes& lanes : windowed_lanes())
    if (lanes.available) return lanes;
  return windowed_lanes().back();
}

const bool registered = longrange::register_scheme(
    {.info = {.name = kName,
              .source =
                  "equation 3 of Rocha Filho, windowed, as a Fourier series; Barnett, Magland "
                  "and af Klinteberg 2019",
              .claims = Claims::thread_invariant,
              .backend = best_lanes().backend,
              .parallel = true,
              .lanes = best_lanes().doubles},
     .claims = longrange::kAllIntegratorClaims,
     .models = {Model::plane},
     .start =
         [](const State& start, const RunParameters& p) {
           longrange::require_startable(kName, kModels, p, start);
           const double tolerance = p.tolerance > 0 ? p.tolerance : kTolerance;
           auto solver =
               std::make_unique<WindowedGravity>(best_lanes(), p.system.softening, tolerance);
           return std::make_unique<FastRun<WindowedGravity>>(std::move(solver), start, p);
         },
     .force_error = kTolerance,
     .largest_softening = 12,
     .smallest_tolerance = kTolerance,
     .largest_range = 50,
     .smallest_softening = 0.03,
     .operations = 4.5e4,
     .costly_steps = true});

}  // namespace
}  // namespace touchstone::optimized
