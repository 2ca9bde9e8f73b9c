// checkers/mutants/cmc/device_steps.cpp
// Purpose   Mutants of whole steps on a device, on the grid emulator as it runs them in production.
//           The faults are patches: checkers/mutants/planted/cmc.
#include <string>

#include "checkers/cmc/cluster_kind.hpp"
#include "planted/step_bins_overlap/gpu/cmc/step/step_emulated.hpp"
#include "planted/step_density_of_neighbour/gpu/cmc/step/step_emulated.hpp"
#include "planted/step_energy_of_own_block/gpu/cmc/step/step_emulated.hpp"
#include "planted/step_few_leave/gpu/cmc/step/step_emulated.hpp"
#include "planted/step_old_potential/gpu/cmc/step/step_emulated.hpp"
#include "planted/step_streams_not_kept/gpu/cmc/step/step_emulated.hpp"

namespace touchstone::mutants {
namespace {

using cluster::ClusterParameters;
using cluster::Stars;

/// `start(stars, parameters)` is a run of the faulty steps.
template <class Start>
bool add(const char* name, const Start& start, const char* fault,
         std::vector<std::string> killed_by) {
  return register_mutant(ClusterMutant{
      .scheme = {.info = {.name = std::string("mutant/device-step-") + name,
                          .source = "gpu/cmc/step with a fault",
                          .claims = Claims::conserves_particles | Claims::equals_reference,
                          .backend = "emulated"},
                 .start = start,
                 .equals = "cmc/reference",
                 .emulated = true},
      .origin = Origin::invented(fault),
      .killed_by = std::move(killed_by)});
}

constexpr const char* kBits = "cmc/equals reference";

namespace planted = gpu::planted;

const bool registered =
    add("bins-overlap",
        [](const Stars& s, const ClusterParameters& p) {
          return planted::step_bins_overlap::henon_on_emulator(s, p);
        },
        "seeded fault: the last bin of each block counts for the time step", {kBits}) &&
    add("density-of-neighbour",
        [](const Stars& s, const ClusterParameters& p) {
          return planted::step_density_of_neighbour::henon_on_emulator(s, p);
        },
        "seeded fault: a pair meets at the density around another star", {kBits}) &&
    add("energy-of-own-block",
        [](const Stars& s, const ClusterParameters& p) {
          return planted::step_energy_of_own_block::henon_on_emulator(s, p);
        },
        "seeded fault: energy that a block cannot give is taken from it again", {kBits}) &&
    add("few-leave",
        [](const Stars& s, const ClusterParameters& p) {
          return planted::step_few_leave::henon_on_emulator(s, p);
        },
        "seeded fault: only the first 1024 stars that leave take their energies with them",
        {"cmc/large clusters"}) &&
    add("old-potential",
        [](const Stars& s, const ClusterParameters& p) {
          return planted::step_old_potential::henon_on_emulator(s, p);
        },
        "seeded fault: the new potential is felt at the new radius twice", {kBits, "cmc/energy"}) &&
    add("streams-not-kept",
        [](const Stars& s, const ClusterParameters& p) {
          return planted::step_streams_not_kept::henon_on_emulator(s, p);
        },
        "seeded fault: streams forget what positions have drawn", {kBits});

}  // namespace
}  // namespace touchstone::mutants
