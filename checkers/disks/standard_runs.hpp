// checkers/disks/standard_runs.hpp
// Purpose   The runs on which the deterministic checks look at every scheme: few cells, odd
//           shapes, dilute and dense, small and large steps. Cell sides are below sqrt(2)
//           everywhere, so that schemes with four slots per cell can run them all.
// Cost      Together about 1e5 trial moves.
#pragma once
#include <vector>

#include "checkers/check.hpp"
#include "checkers/disks/predicates.hpp"

namespace touchstone::property {

std::vector<Run> standard_runs(const CheckContext& context);

/// A few of them with few sweeps: with more threads than cores every barrier is slow.
std::vector<Run> short_runs(const CheckContext& context);

/// One sweep each of 16384 and of 65536 disks.
std::vector<Run> large_runs(const CheckContext& context);

/// A nearly close-packed crystal (free play 1e-5) with large steps: no move can succeed. A step is
/// shorter than the play with probability below 1e-8.
std::vector<Run> jammed_runs(const CheckContext& context);

/// A few sweeps across the borders of narrower sweep numbers: 2^9, 2^16, 2^31, 2^32 and 2^40.
std::vector<Run> late_runs(const CheckContext& context);

/// Few sweeps in boxes that are thin, a hair wider or narrower than a number of the widest cells,
/// or such that their cells hold more than four disks; and in one whose cells are empty or full.
std::vector<Run> shaped_runs(const CheckContext& context);

/// Every second cell of every second row of a grid with sides 1.4 has one disk in its middle.
disks::Configuration lone_disks(std::uint32_t columns, std::uint32_t rows);

}  // namespace touchstone::property
