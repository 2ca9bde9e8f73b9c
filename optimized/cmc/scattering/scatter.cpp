// optimized/cmc/scattering/scatter.cpp
// Purpose   Many meetings of a binary and a single star, or of two binaries, on threads, eight at a
//           time in the vector lanes of each. Registers one scheme for each instruction set.
// Source    S. Mikkola, S. Aarseth, Celest. Mech. Dyn. Astron. 84, 343 (2002); J. M. Fregeau, P.
//           Cheung, S. F. Portegies Zwart, F. A. Rasio, Mon. Not. R. Astron. Soc. 352, 1 (2004).
// Not here  What a thread does (meeting_crew_kernel.hpp), what a vector does (meeting_lanes.hpp).
#include <atomic>
#include <string>
#include <vector>

#include "optimized/cmc/scattering/meeting_crew_kernel.hpp"

namespace touchstone::optimized {
namespace {

using cluster::ScatteringParameters;

template <class Stars>
auto scatter(std::span<const Stars> starts, const ScatteringParameters& parameters,
             const MeetingKernel& kernel) {
  cluster::require_valid(parameters);
  for (std::size_t i = 0; i < starts.size(); ++i) cluster::require_valid(starts[i], i);
  std::vector<typename Answer<Stars>::Result> results(starts.size());
  std::atomic<std::size_t> next{0};
#pragma omp parallel num_threads(parameters.threads)
  MeetingCrew<Stars>(starts, results, parameters, kernel, [&next] {
    return next.fetch_add(1, std::memory_order_relaxed);
  }).run();
  return results;
}

bool register_all() {
  for (const MeetingKernel& kernel : meeting_kernels())
    cluster::register_scattering_scheme(
        {.info = {.name = std::string("cmc/scattering-") + kernel.backend,
                  .source = "Mikkola, Aarseth 2002, in lanes; Fregeau et al. 2004, section 3",
                  .claims = Claims::conserves_particles | Claims::thread_invariant,
                  .backend = kernel.backend,
                  .parallel = true,
                  .lanes = kernel.doubles},
         .scatter = [&kernel](std::span<const cluster::ThreeStars> starts,
                              const ScatteringParameters& p) { return scatter(starts, p, kernel); },
         .scatter_binaries =
             [&kernel](std::span<const cluster::FourStars> starts, const ScatteringParameters& p) {
               return scatter(starts, p, kernel);
             },
         .energy_error = MeetingCrew<cluster::ThreeStars>::kClaimedError,
         .available = kernel.available});
  return true;
}
const bool registered = register_all();

}  // namespace
}  // namespace touchstone::optimized
