// validation/experiments/mpmc/disk_runs.hpp
// Purpose   Common parts of the experiments with hard disks: schemes that can run a state, values
//           read off a configuration, length of a run for a wanted error bar.
// Not here  The choice of states (the experiments).
#pragma once
#include <string>
#include <vector>

#include "models/disks/registry.hpp"
#include "validation/disk_chains.hpp"
#include "validation/experiment.hpp"

namespace touchstone::validation::mpmc {

/// A state of hard disks; `name` is safe on a command line ("72-square-0.650").
struct StatePoint {
  std::size_t disks;
  std::string aspect;
  double packing_fraction;
  std::string name;
};

/// Observables; their names are those of series in the chains.
inline constexpr const char* kRift = "static rift";
inline constexpr const char* kContact = "contact fit";
inline constexpr const char* kPsi6Real = "psi6 real";
inline constexpr const char* kPsi6Imaginary = "psi6 imaginary";
Observable rift_observable();
Observable contact_observable();
std::vector<Observable> psi6_observables();

/// Schemes with trial moves of this machine that are meant to be right, by name.
std::vector<const disks::DiskScheme*> available_schemes();
/// The one with the widest vectors: threads do not count, since chains already fill the machine.
const disks::DiskScheme& fastest_scheme();
/// The serial oracle for a number of disks: all pairs up to kAllPairs disks, beyond that the serial
/// scheme with cell lists. A role, and the only place where schemes of this family have names.
const disks::DiskScheme& serial_oracle(std::size_t disks);
/// No exception when the scheme starts from this state: cells can be too wide or too narrow.
bool can_run(const disks::DiskScheme& scheme, const StatePoint& point,
             const disks::RunParameters& run, StartKind start = StartKind::lattice);

/// Schemes that look at all pairs are too slow beyond so many disks.
inline constexpr std::size_t kAllPairs = 128;
/// Trial moves per sweep: N for Metropolis, about nM times the number of cells otherwise.
double trials_per_sweep(const disks::DiskScheme& scheme, const StatePoint& point,
                        const disks::RunParameters& run);
/// Rough trial moves per second on one core, for the time left only.
double nominal_rate(const disks::DiskScheme& scheme, std::size_t disks);

/// The key fields of a record about a chain plan.
ResultRecord chain_record(const Plan& plan, const DiskChains& chains, const std::string& metric);

/// Chains run side by side, each on one thread: schemes that share one chain between threads are
/// held to giving the same trajectory on any number of them (checkers/disks).
/// Length of chains for a wanted error: error^2 = cost_of_error / (all trial moves).
struct Effort {
  double cost_of_error;         ///< P^2 trial moves, measured; see the experiment
  double error;                 ///< wanted standard error
  std::uint64_t equilibration;  ///< sweeps
  std::uint64_t sample_every;   ///< sweeps
  std::size_t chains = 32;
};
DiskChains chain_plan(const Plan& plan, const disks::DiskScheme& scheme, const StatePoint& point,
                      const Effort& effort, const std::string& stream);

/// The chains of the experiment mpmc/small-anchors at one of its points; their series is kRift.
DiskChains anchor_chains(const Plan& plan, const disks::DiskScheme& scheme,
                         const std::string& point);

}  // namespace touchstone::validation::mpmc
