// optimized/longrange/nufft/ring_nufft_run.cpp
// Purpose   The Ring by a non-uniform fast Fourier transform, on several threads.
// Source    ring_nufft_kernel.hpp.
// Cost      Three evaluations per step, each O(N) and 16 short transforms.
// Not here  The evaluation (ring_nufft.cpp).
#include <fmt/format.h>

#include <memory>

#include "optimized/longrange/fast_run_kernel.hpp"
#include "optimized/longrange/nufft/ring_nufft_kernel.hpp"

namespace touchstone::optimized {
namespace {

using longrange::Model;
using longrange::RunParameters;
using longrange::State;

constexpr Model kModels[] = {Model::ring};
constexpr double kTolerance = 1e-13;

bool register_all() {
  for (const RingNufftLanes& lanes : ring_nufft_lanes()) {
    const std::string name = fmt::format("longrange/ring-nufft-{}", lanes.backend);
    longrange::register_scheme(
        {.info = {.name = name,
                  .source = "equation 1 of Rocha Filho as a Fourier series; Anderson and Dahleh "
                            "1996",
                  .claims = Claims::thread_invariant,
                  .backend = lanes.backend,
                  .parallel = true,
                  .lanes = lanes.doubles},
         .claims = longrange::kAllIntegratorClaims,
         .models = {Model::ring},
         .start =
             [&lanes, name](const State& start, const RunParameters& p) {
               longrange::require_startable(name, kModels, p, start);
               const double tolerance = p.tolerance > 0 ? p.tolerance : kTolerance;
               auto solver = std::make_unique<RingNufft>(lanes, p.system.softening, tolerance,
                                                         start.q.size());
               return std::make_unique<FastRun<RingNufft>>(std::move(solver), start, p);
             },
         .force_error = kTolerance,
         .smallest_tolerance = 1e-12,
         .method = "longrange/ring-nufft",
         .available = lanes.available});
  }
  return true;
}

const bool registered = register_all();

}  // namespace
}  // namespace touchstone::optimized
