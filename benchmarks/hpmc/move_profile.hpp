// benchmarks/hpmc/move_profile.hpp
// Purpose   Time of a trial move by part (models/hpmc/profile.hpp), and time of a support
//           function by number of vertices, with vectors and without.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.2.
// Method    Three runs: the steps as they are; the same steps with clocks; the proposals alone. The
//           rest is the search for neighbours. Each direction given to a support function depends
//           on the point found before, as in XenoCollide.
// Cost      Class S about 2 s.
#pragma once
#include <array>
#include <memory>
#include <string>

#include "benchmarks/hpmc/shape_entries.hpp"
#include "benchmarks/timed.hpp"
#include "models/hpmc/profile.hpp"

namespace touchstone::benchmarks::hpmc {

/// Times of one run, per trial move.
struct MoveProfile {
  double seconds = 0;                                 ///< seconds of the steps without clocks
  std::array<double, shapes::kMoveParts> parts = {};  ///< seconds
  std::array<double, shapes::kMoveParts> calls = {};  ///< none for proposals and queries
};

/// A record of the profile of trial moves, with the command that repeats it.
ResultRecord profile_record(const Request& request, const SchemeInfo& scheme,
                            const std::string& metric);

inline constexpr const char* kPartOfMove = "nanoseconds of a part of a trial move of shapes";

/// "hpmc/serial-tree/pentagons/profile"
std::string name_of(const shapes::MoveProfiler& profiler, const ShapeSystem& system);

class ProfiledMoves final : public Timed {
 public:
  ProfiledMoves(const shapes::MoveProfiler& profiler, const ShapeSystem& system,
                const shapes::Configuration& start, const Request& request);

  std::string name() const override { return name_; }
  int runs() const override { return protocol_.runs; }
  /// Takes the seconds of the protocol, not counting clocks and proposals.
  Run run() override;
  /// One record for each part.
  std::vector<ResultRecord> records() override;

 private:
  /// Text of the first error, or empty: with clocks the same moves must have been made.
  std::string verify() const;

  Request request_;
  ShapeProtocol protocol_;
  std::string name_, system_;
  const SchemeInfo& scheme_;
  shapes::RunParameters parameters_;
  shapes::MoveLaw law_;
  std::size_t bodies_;
  std::unique_ptr<shapes::Simulation> plain_;
  std::unique_ptr<shapes::ProfiledRun> clocked_;
  std::vector<MoveProfile> profiles_;
  std::vector<Run> done_;
};

inline constexpr const char* kSupport = "nanoseconds of a support function";
inline constexpr const char* kSupportScheme = "hpmc/support-function";

struct SupportEntry {
  std::size_t vertices;
  const shapes::SupportKind* kind;
  std::string name() const;  ///< "hpmc/support-function/vertices:8/avx2"
};
std::vector<SupportEntry> support_entries();

class TimedSupport final : public Timed {
 public:
  TimedSupport(const SupportEntry& entry, const Request& request);

  std::string name() const override { return entry_.name(); }
  int runs() const override { return protocol_.runs; }
  Run run() override;
  std::vector<ResultRecord> records() override;

 private:
  /// Text of the first error, or empty: the points must be as far as the farthest.
  std::string verify() const;

  SupportEntry entry_;
  Request request_;
  ShapeProtocol protocol_;
  shapes::ConvexPolyhedron body_;  ///< evenly on a sphere
  std::unique_ptr<shapes::SupportFunction> support_;
  std::vector<Run> done_;
};

}  // namespace touchstone::benchmarks::hpmc
