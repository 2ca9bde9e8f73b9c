// checkers/mutants/cmc/device.cpp
// Purpose   Mutants of the orbit kernels, on the grid emulator as it runs them in production:
//           orbits and positions have to give them away.
#include <string>

#include "checkers/cmc/cluster_kind.hpp"
#include "gpu/cmc/orbits_emulated.hpp"

namespace touchstone::mutants {
namespace {

using cluster::Lfsr113;
using cluster::Stars;
using gpu::OrbitFault;

template <OrbitFault kFault>
bool add(const char* name, const Origin& origin, std::vector<std::string> killed_by) {
  return register_mutant(ClusterMutant{
      .scheme = {
          .info = {.name = std::string("mutant/device-") + name,
                   .source = "gpu/cmc with a fault",
                   .backend = "emulated"},
          .start = [](const Stars&,
                      const cluster::ClusterParameters&) -> std::unique_ptr<cluster::ClusterRun> {
            throw InputError("this mutant makes no steps");
          },
          .sample_orbit =
              [](const Stars& stars, std::size_t star, std::size_t count, const Lfsr113& stream) {
                return gpu::orbits_on_emulator<kFault>(stars).sample_orbit(star, count, stream);
              },
          .sample_positions =
              [](const Stars& stars, std::vector<Lfsr113>& streams) {
                return gpu::orbits_on_emulator<kFault>(stars).sample_positions(streams, true);
              },
          .equals = "cmc/reference",
          .makes_steps = false},
      .origin = origin,
      .killed_by = std::move(killed_by)});
}

constexpr const char* kLaw = "cmc/time in shell";
constexpr const char* kAll = "cmc/all orbits";

const bool registered =
    add<OrbitFault::sign_of_self_term>(
        "sign-of-self-term",
        Origin::public_code(
            "the public program's CUDA file: E - phi + PHI_S, the sign of the star's own shell"),
        {kLaw, kAll}) &&
    add<OrbitFault::short_search>(
        "short-search", Origin::invented("seeded fault: a fixed number of halvings, one too few"),
        {kAll}) &&
    add<OrbitFault::shared_stream>(
        "shared-stream", Origin::invented("seeded fault: two blocks of stars draw from one stream"),
        {kAll}) &&
    add<OrbitFault::sign_not_drawn>(
        "sign-not-drawn", Origin::invented("seeded fault: all stars move outward"), {kLaw, kAll});

}  // namespace
}  // namespace touchstone::mutants
