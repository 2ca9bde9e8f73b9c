// benchmarks/hpmc/move_profile.hpp
// Purpose   Where the time of a trial move goes, by part (models/shapes/profile.hpp); and what a
//           support function costs, by number of vertices, with vectors and without.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.2.
// Method    Of each run: the steps as they are; the same steps with clocks; the proposals alone.
//           Looking for who is near is what is left. Of support functions each direction depends on
//           the point found before, as in XenoCollide.
// Not here  Records (profile_records.hpp).
#pragma once
#include <array>
#include <memory>
#include <string>

#include "benchmarks/drive.hpp"
#include "benchmarks/hpmc/shape_systems.hpp"
#include "models/shapes/profile.hpp"

namespace touchstone::benchmarks::hpmc {

/// Of one run, for each trial move.
struct MoveProfile {
  double seconds = 0;                                 ///< of the steps without clocks
  std::array<double, shapes::kMoveParts> parts = {};  ///< seconds
  std::array<double, shapes::kMoveParts> calls = {};  ///< of proposals and queries none
};

class ProfiledMoves {
 public:
  ProfiledMoves(const shapes::MoveProfiler& profiler, const ShapeSystem& system,
                const shapes::Configuration& start, std::uint64_t seed);

  /// Of at least so many seconds, not counting clocks and proposals.
  Run run(double seconds);
  const std::vector<MoveProfile>& profiles() const { return profiles_; }
  const std::vector<Run>& runs() const { return runs_; }
  /// What is wrong; empty when nothing is: with clocks the same moves must have been made.
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
  /// What is wrong; empty when nothing is: the points must be as far as the farthest.
  std::string verify() const;

 private:
  std::string vectors_;
  shapes::ConvexPolyhedron body_;  ///< evenly on a sphere
  std::unique_ptr<shapes::SupportFunction> support_;
  std::vector<Run> runs_;
};

}  // namespace touchstone::benchmarks::hpmc
