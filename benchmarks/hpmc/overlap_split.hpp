// benchmarks/hpmc/overlap_split.hpp
// Purpose   How the time of XenoCollide divides into support functions and all else.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.2: 40 % and 10 % of a move of polyhedra.
// Method    Pairs are those near after one trial move of each body. XenoCollide decides all of
//           them; then its support points alone are found, along the same directions, each of which
//           waits for the point before. The rest is the difference.
// Not here  Moves, where most pairs are decided before XenoCollide (move_profile.hpp).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/hpmc/shape_systems.hpp"
#include "benchmarks/journal.hpp"
#include "models/shapes/profile.hpp"

namespace touchstone::benchmarks::hpmc {

inline constexpr const char* kOverlapSplit = "nanoseconds of an overlap test by XenoCollide";
inline constexpr const char* kSplitScheme = "hpmc/serial-tree-double";

class OverlapSplit {
 public:
  OverlapSplit(const shapes::OverlapTracer& tracer, const ShapeSystem& system,
               const shapes::Configuration& start, std::uint64_t seed);

  Run run(double seconds);
  std::size_t tests() const { return tests_; }
  double supports_per_test() const;
  const std::vector<Run>& runs() const { return runs_; }
  const std::vector<double>& whole() const { return whole_; }  ///< nanoseconds of a test, by run
  const std::vector<double>& supports() const { return supports_alone_; }
  /// Text of the first error, or empty: both ways must find the same number of overlaps.
  std::string verify() const;

 private:
  std::vector<std::unique_ptr<shapes::TracedOverlap>> traced_;  ///< one for each pair of types
  std::size_t tests_ = 0, supports_ = 0, overlaps_ = 0, found_ = 0;
  double sum_ = 0;
  std::vector<Run> runs_;
  std::vector<double> whole_, supports_alone_;
};

/// Writes a record per part of the overlap test of bodies with vertices; for kSplitScheme only.
void split_overlaps(const Request& request, const ShapeSystem& system,
                    const shapes::Configuration& start, Journal& journal, Progress& progress);

}  // namespace touchstone::benchmarks::hpmc
