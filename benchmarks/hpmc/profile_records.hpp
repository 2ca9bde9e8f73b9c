// benchmarks/hpmc/profile_records.hpp
// Purpose   Runs the profile of trial moves and the cost of support functions, and writes a record
//           for each part and each number of vertices.
// Cost      Class S about 2 s.
// Not here  What is measured (move_profile.hpp).
#pragma once
#include "benchmarks/hpmc/shape_entries.hpp"
#include "benchmarks/journal.hpp"

namespace touchstone::benchmarks::hpmc {

inline constexpr const char* kPartOfMove = "nanoseconds of a part of a trial move of shapes";
inline constexpr const char* kSupport = "nanoseconds of a support function";
inline constexpr const char* kSupportScheme = "hpmc/support-function";

/// Profiles bodies that are not round, with the schemes that the filter takes.
void profile_moves(const Request& request, const ShapeSystem& system,
                   const shapes::Configuration& start, Journal& journal, Progress& progress);
void time_support(const Request& request, Journal& journal, Progress& progress);

}  // namespace touchstone::benchmarks::hpmc
