// checkers/mutants/cmc/device.cpp
// Purpose   Mutants of the orbit kernels, on the grid emulator as it runs them in production:
//           orbits and positions have to give them away. The faults are patches:
//           checkers/mutants/planted/cmc.
#include <string>

#include "checkers/cmc/cluster_kind.hpp"
#include "planted/shared_stream/gpu/cmc/orbits_emulated.hpp"
#include "planted/short_search/gpu/cmc/orbits_emulated.hpp"
#include "planted/sign_not_drawn/gpu/cmc/orbits_emulated.hpp"
#include "planted/sign_of_self_term/gpu/cmc/orbits_emulated.hpp"

namespace touchstone::mutants {
namespace {

using cluster::Lfsr113;
using cluster::Stars;

/// `orbits(stars)` are orbits on a device.
template <class Orbits>
bool add(const char* name, const Orbits& orbits, const Origin& origin,
         std::vector<std::string> killed_by) {
  return register_mutant(
      ClusterMutant{.scheme = {.info = {.name = std::string("mutant/device-") + name,
                                        .source = "gpu/cmc with a fault",
                                        .backend = "emulated"},
                               .start = [](const Stars&, const cluster::ClusterParameters&)
                                   -> std::unique_ptr<cluster::ClusterRun> {
                                 throw InputError("this mutant makes no steps");
                               },
                               .sample_orbit =
                                   [orbits](const Stars& stars, std::size_t star, std::size_t count,
                                            const Lfsr113& stream) {
                                     return orbits(stars).sample_orbit(star, count, stream);
                                   },
                               .sample_positions =
                                   [orbits](const Stars& stars, std::vector<Lfsr113>& streams) {
                                     return orbits(stars).sample_positions(streams, true);
                                   },
                               .equals = "cmc/reference",
                               .makes_steps = false},
                    .origin = origin,
                    .killed_by = std::move(killed_by)});
}

constexpr const char* kLaw = "cmc/time in shell";
constexpr const char* kAll = "cmc/all orbits";

namespace planted = gpu::planted;

const bool registered =
    add("sign-of-self-term",
        [](const Stars& stars) { return planted::sign_of_self_term::orbits_on_emulator(stars); },
        Origin::public_code(
            "the public program's CUDA file: E - phi + PHI_S, the sign of the star's own shell"),
        {kLaw, kAll}) &&
    add("short-search",
        [](const Stars& stars) { return planted::short_search::orbits_on_emulator(stars); },
        Origin::invented("seeded fault: a fixed number of halvings, one too few"), {kAll}) &&
    add("shared-stream",
        [](const Stars& stars) { return planted::shared_stream::orbits_on_emulator(stars); },
        Origin::invented("seeded fault: two blocks of stars draw from one stream"), {kAll}) &&
    add("sign-not-drawn",
        [](const Stars& stars) { return planted::sign_not_drawn::orbits_on_emulator(stars); },
        Origin::invented("seeded fault: all stars move outward"), {kLaw, kAll});

}  // namespace
}  // namespace touchstone::mutants
