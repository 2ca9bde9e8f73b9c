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

inline constexpr const char* kPartOfMove = "nanoseconds of a part of a trial move of shapes";

/// A scheme of `profiler` on a system.
struct ProfileEntry {
  const shapes::MoveProfiler* profiler;
  const ShapeSystem* system;
  Subject subject() const;  ///< "hpmc/serial-tree/pentagons/profile"
};

/// One record for each part.
class ProfiledMoves final : public Timed {
 public:
  ProfiledMoves(const Request& request, const ProfileEntry& entry,
                const shapes::Configuration& start);

 private:
  /// Takes the seconds of the protocol, not counting clocks and proposals.
  Run once() override;
  std::vector<Quantity> quantities() const override;
  /// With clocks the same moves must have been made.
  std::string fault() override;

  shapes::RunParameters parameters_;
  shapes::MoveLaw law_;
  std::size_t bodies_;
  std::unique_ptr<shapes::Simulation> plain_;
  std::unique_ptr<shapes::ProfiledRun> clocked_;
  std::vector<MoveProfile> profiles_;
};

inline constexpr const char* kSupport = "nanoseconds of a support function";
inline constexpr const char* kSupportScheme = "hpmc/support-function";

struct SupportEntry {
  std::size_t vertices;
  const shapes::SupportKind* kind;
  Subject subject() const;  ///< "hpmc/support-function/vertices:8/avx2"
};
std::vector<SupportEntry> support_entries();

class TimedSupport final : public Timed {
 public:
  TimedSupport(const Request& request, const SupportEntry& entry);

 private:
  Run once() override;
  double value(const Run& run) const override { return 1e9 * cost_of(run); }
  /// The points must be as far as the farthest.
  std::string fault() override;

  shapes::ConvexPolyhedron body_;  ///< evenly on a sphere
  std::unique_ptr<shapes::SupportFunction> support_;
};

}  // namespace touchstone::benchmarks::hpmc
