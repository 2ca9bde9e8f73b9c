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

/// XenoCollide with its supports written down by `tracer`, on a system.
struct SplitEntry {
  const shapes::OverlapTracer* tracer;
  const ShapeSystem* system;
  Subject subject() const;  ///< "hpmc/serial-tree-double/pentagons/xenocollide/avx2"
};

/// One record for each part of the overlap test.
class OverlapSplit final : public Timed {
 public:
  OverlapSplit(const Request& request, const SplitEntry& entry, const shapes::Configuration& start);

 private:
  Run once() override;
  std::vector<Quantity> quantities() const override;
  nlohmann::json params() const override;
  /// Both ways must find the same number of overlaps.
  std::string fault() override;

  std::vector<std::unique_ptr<shapes::TracedOverlap>> traced_;  ///< one for each pair of types
  std::size_t tests_ = 0, supports_ = 0, overlaps_ = 0, found_ = 0;
  double sum_ = 0;
  std::vector<double> whole_, supports_alone_;  ///< nanoseconds of a test, by run
};

}  // namespace touchstone::benchmarks::hpmc
