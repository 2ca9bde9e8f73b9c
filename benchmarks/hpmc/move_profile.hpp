// benchmarks/hpmc/move_profile.hpp
// Purpose   Time of a trial move by part (models/shapes/profile.hpp), and time of a support
//           function by number of vertices, with vectors and without.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.2.
// Method    Three runs: the steps as they are; the same steps with clocks; the proposals alone. The
//           rest is the search for neighbours. Each direction given to a support function depends
//           on the point found before, as in XenoCollide.
// Not here  Records (profile_records.hpp).
#pragma once
#include <array>
#include <memory>
#include <string>

#include "benchmarks/drive.hpp"
#include "benchmarks/hpmc/shape_systems.hpp"
#include "models/shapes/profile.hpp"

namespace touchstone::benchmarks::hpmc {

/// Times of one run, per trial move.
struct MoveProfile {
  double seconds = 0;                                 ///< seconds of the steps without clocks
  std::array<double, shapes::kMoveParts> parts = {};  ///< seconds
  std::array<double, shapes::kMoveParts> calls = {};  ///< none for proposals and queries
};

class ProfiledMoves {
 public:
  ProfiledMoves(const shapes::MoveProfiler& profiler, const ShapeSystem& system,
                const shapes::Configuration& start, std::uint64_t seed);

  /// Runs for at least so many seconds, not counting clocks and proposals.
  Run run(double seconds);
  const std::vector<MoveProfile>& profiles() const { return profiles_; }
  const std::vector<Run>& runs() const { return runs_; }
  /// Text of the first error, or empty: with clocks the same moves must have been made.
  std::string verify() const;

 private:
  shapes::RunParameters parameters_;
  shapes::MoveLaw law_;
  std::size_t bodies_;
  std::unique_ptr<shapes::Simulation> plain_;
  std::unique_ptr<shapes::ProfiledRun> clocked_;
  std::vector<MoveProfile> profiles_;
  std::vector<Run> runs_;
};

class TimedSupport {
 public:
  TimedSupport(std::size_t vertices, const shapes::SupportKind& kind);

  std::size_t vertices() const { return body_.vertices.size(); }
  const std::string& vectors() const { return vectors_; }
  Run run(double seconds);
  const std::vector<Run>& runs() const { return runs_; }
  /// Text of the first error, or empty: the points must be as far as the farthest.
  std::string verify() const;

 private:
  std::string vectors_;
  shapes::ConvexPolyhedron body_;  ///< evenly on a sphere
  std::unique_ptr<shapes::SupportFunction> support_;
  std::vector<Run> runs_;
};

}  // namespace touchstone::benchmarks::hpmc
