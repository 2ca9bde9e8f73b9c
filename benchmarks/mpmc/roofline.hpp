// benchmarks/mpmc/roofline.hpp
// Purpose   Lower bound on the time of a trial move on one core of this machine: the arithmetic
//           that no implementation of the method can avoid, at the speed of this core.
// Source    Anderson et al. 2013, Algorithm 2: random numbers (lines 9 and 12), overlap tests
//           (lines 15-25).
// Computes  time of a trial >= half a Philox block + T overlap tests, both measured with the widest
//           vectors from registers and first-level cache, where
//             T = a (9 n - 1) + (1 - a - l),
//           a = acceptance, n = disks per cell, l = chance of leaving the cell: an accepted trial
//           must have looked at every disk of nine cells, one rejected by overlap at one at least,
//           one that leaves at none.
// Not here  Loads beyond the first-level cache, gathers, lanes that wait for others: the distance
//           between this bound and a scheme.
#pragma once
#include "benchmarks/mpmc/disk_entries.hpp"
#include "suite/results.hpp"

namespace touchstone::benchmarks::mpmc {

/// Seconds per operation on one core: medians of several batches.
struct RooflineCosts {
  double philox_block = 0;  ///< four words
  double overlap_test = 0;
  const char* vectors = "";  ///< vector instructions they were measured with
};
RooflineCosts measure_roofline_costs();

/// T for a packing fraction, cell width, acceptance and step.
double tests_per_trial(double packing_fraction, double cell_width, double acceptance,
                       double max_displacement);

/// Chance that a step uniform in a disc leaves a square cell in which the start is uniform.
double leaving_chance(double cell_width, double max_displacement);

/// Those of this machine, measured once.
const RooflineCosts& roofline_costs();
/// T of sweeps in this box that accept so often.
double tests_per_trial(const disks::Box& box, double acceptance);
/// Least seconds of a trial move on one core, with T overlap tests.
double least_seconds(const RooflineCosts& costs, double tests);

/// Measures the bound for disks that the baseline has melted.
ResultRecord roofline_record(const Request& request);

}  // namespace touchstone::benchmarks::mpmc
