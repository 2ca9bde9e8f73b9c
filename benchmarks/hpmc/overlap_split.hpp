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

#include "benchmarks/hpmc/shape_entries.hpp"
#include "benchmarks/timed.hpp"
#include "models/hpmc/profile.hpp"

namespace touchstone::benchmarks::hpmc {

inline constexpr const char* kOverlapSplit = "nanoseconds of an overlap test by XenoCollide";
inline constexpr const char* kSplitScheme = "hpmc/serial-tree-double";

/// "hpmc/serial-tree-double/pentagons/xenocollide/avx2"
std::string name_of(const shapes::OverlapTracer& tracer, const ShapeSystem& system);

class OverlapSplit final : public Timed {
 public:
  OverlapSplit(const shapes::OverlapTracer& tracer, const ShapeSystem& system,
               const shapes::Configuration& start, const Request& request);

  std::string name() const override { return name_; }
  int runs() const override { return protocol_.runs; }
  Run run() override;
  /// One record for each part of the overlap test.
  std::vector<ResultRecord> records() override;
  std::size_t tests() const { return tests_; }
  double supports_per_test() const;
  const std::vector<double>& whole() const { return whole_; }  ///< nanoseconds of a test, by run
  const std::vector<double>& supports() const { return supports_alone_; }
  /// Text of the first error, or empty: both ways must find the same number of overlaps.
  std::string verify() const;

 private:
  Request request_;
  ShapeProtocol protocol_;
  std::string name_, tracer_, system_;
  std::size_t bodies_;
  std::vector<std::unique_ptr<shapes::TracedOverlap>> traced_;  ///< one for each pair of types
  std::size_t tests_ = 0, supports_ = 0, overlaps_ = 0, found_ = 0;
  double sum_ = 0;
  std::vector<Run> done_;
  std::vector<double> whole_, supports_alone_;
};

}  // namespace touchstone::benchmarks::hpmc
