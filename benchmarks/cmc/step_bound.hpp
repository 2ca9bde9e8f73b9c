// benchmarks/cmc/step_bound.hpp
// Purpose   Lower bound on the time of a step on this machine: the arithmetic and the memory
//           traffic that no implementation of the method can avoid, at the speed of this machine.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), sections 2.1 and 3.6.
// Computes  By hand count, for each star and T trials of a new position: random numbers, 3 for the
//           encounter of a pair, 2 for each trial and 1 for the sign of the velocity; square roots:
//           the relative speed of a pair, the new radial velocity, the velocity correction;
//           divisions: the potential at each trial, the tangential velocity, the correction. Each
//           at the speed of full vectors.
//           Bytes: all stars have a part in the time step, in the order by radius and in the
//           potential, each of which must be complete before the next can be used. So 4 numbers are
//           read for the time step; 4 read and 4 written by encounters and orbits; 5 read and 5
//           written by the sort; 2 read and 1 written by the potential; 4 read and 2 written by
//           the correction: 31 of 8 bytes.
//           time >= max(arithmetic / threads, bytes / bandwidth).
// Not here  Apsides and shells of a radius, which are searched, loads that depend on others, lanes
//           that wait for others, messages: the distance between this bound and a scheme.
#pragma once
#include <cstddef>

namespace touchstone::benchmarks::cmc {

inline constexpr double kBytesPerStar = 31 * 8;

/// Seconds per number on one core, in full vectors.
struct StepRates {
  double draw = 0;  ///< a random number of LFSR113
  double root = 0;
  double division = 0;
};
StepRates measure_step_rates();
/// Those of this machine, measured once.
const StepRates& step_rates();

struct StepBound {
  double seconds = 0;
  const char* by = "";  ///< "arithmetic" or "memory"
};
/// `bandwidth` in bytes per second is that of all threads.
StepBound step_bound(const StepRates& rates, double bandwidth, double stars, double trials_per_star,
                     int threads);

}  // namespace touchstone::benchmarks::cmc
