// models/cmc/work.hpp
// Purpose   Cost of a step: seconds of each of its phases and bytes that ranks send each other, as
//           counted by the schemes themselves.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 3.7 (the MPI
//           calls) and Figure 8 (the modules that are timed).
// Cost      A clock is read once for each phase: below a microsecond per step.
// Not here  Benchmarks (benchmarks/cmc), which read it.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace touchstone::cluster {

/// Phases in the order in which a step makes them.
enum class Phase {
  timestep,
  encounters,
  orbits,
  sort,         ///< with the redistribution
  synchronise,  ///< ranks get the radii and masses of all
  potential,
  correction,
  diagnostics
};
constexpr std::size_t kPhases = 8;
constexpr std::array<const char*, kPhases> kPhaseNames{"timestep",   "encounters",  "orbits",
                                                       "sort",       "synchronise", "potential",
                                                       "correction", "diagnostics"};

/// The collective operations of section 3.7.
enum class Operation { all_gather, gather, broadcast, all_to_all, scan, pass_on };
constexpr std::size_t kOperations = 6;
constexpr std::array<const char*, kOperations> kOperationNames{"all_gather", "gather", "broadcast",
                                                               "all_to_all", "scan",   "pass_on"};

struct Traffic {
  std::array<std::uint64_t, kOperations> bytes{};  ///< sent to other ranks
  std::array<std::uint64_t, kOperations> calls{};

  std::uint64_t total_bytes() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t part : bytes) sum += part;
    return sum;
  }
};

/// Work of one rank since its start. Threads: seconds of wall-clock time; ranks among others:
/// processor time of the rank, so that waiting for others does not count.
struct Work {
  std::array<double, kPhases> seconds{};
  Traffic traffic;

  double total_seconds() const {
    double sum = 0;
    for (const double part : seconds) sum += part;
    return sum;
  }
};

/// Reads a clock at the end of each phase.
class PhaseClock {
 public:
  enum class Kind { wall, processor };
  explicit PhaseClock(Kind kind) : kind_(kind) {}
  void start() { last_ = now(); }
  /// Ends a phase: the time since start() or the last end() belongs to it.
  void end(Phase phase) {
    const double time = now();
    seconds_[static_cast<std::size_t>(phase)] += time - last_;
    last_ = time;
  }
  const std::array<double, kPhases>& seconds() const { return seconds_; }

 private:
  double now() const;

  Kind kind_;
  double last_ = 0;
  std::array<double, kPhases> seconds_{};
};

}  // namespace touchstone::cluster
