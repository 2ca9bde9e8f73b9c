// checkers/disks/lone_disks.hpp
// Purpose   Disks that cannot see each other, one in every fourth cell of every fourth row, and how
//           far a scheme moves each in a sweep of one trial: checks put them, or others, where
//           their trials are decided by rounding.
// Cost      256 disks, one sweep.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/disks/predicates.hpp"
#include "checkers/draws.hpp"

namespace touchstone::property {

inline constexpr std::uint32_t kLonesLines = 64;  ///< cells of a row, and rows
inline constexpr std::uint32_t kLonesApart = 4;   ///< cells from one lone disk to the next

/// A box of lines x lines cells of these sides without disks yet, and a sweep of one trial.
Run draw_sweep(Draws& draw, disks::Vec<double> side, std::uint32_t lines, double max_displacement);

/// A lone disk anywhere in its cell; a sweep of one trial, with steps of up to `longest`.
Run draw_lone_disks(Draws& draw, double longest);

/// Sides of the cells of such a run.
disks::Vec<double> cell_sides(const Run& run);

/// Displacements by a scheme in this run.
std::vector<disks::Vec<double>> moves_by(const disks::DiskScheme& scheme, const Run& run);

/// Whether a disk has made its trial, up to rounding.
inline bool has_moved(disks::Vec<double> move) { return std::hypot(move.x, move.y) > 1e-3; }

}  // namespace touchstone::property
