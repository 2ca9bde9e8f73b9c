// benchmarks/hpmc/shape_session.hpp
// Purpose   Runs the benchmarks of hard shapes and writes one record per entry: trial moves per
//           second, with the acceptance of translations and rotations. The runs of all schemes of
//           one system and size are interleaved. Then the profile of trial moves of bodies that are
//           not round (profile_records.hpp).
// Cost      Class S about 20 s. Records of a size are written when the size is finished.
// Not here  What is timed (shape_entries.hpp) and how (timed_shapes.hpp).
#pragma once
#include "benchmarks/family.hpp"
#include "benchmarks/hpmc/timed_shapes.hpp"
#include "models/core/results.hpp"

namespace touchstone::benchmarks::hpmc {

inline constexpr const char* kMovesPerSecond = "trial moves of shapes per second";

Family family();

/// The record of a finished entry: its rate, or a failure with the reason and no rate. Trial moves
/// of bodies that are frozen are not made and not counted.
ResultRecord moves_record(const Request& request, TimedShapes& timed);

}  // namespace touchstone::benchmarks::hpmc
