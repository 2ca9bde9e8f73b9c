// models/hpmc/profile.hpp
// Purpose   Interface through which schemes of hard shapes report the parts of the time of their
//           trial moves, and their support functions, to benchmarks.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.2: for polyhedra 40 % support functions, 10
//           % XenoCollide, 40 % tree, 10 % the rest.
// Not here  Timing (benchmarks/hpmc), the schemes (registry.hpp).
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/hpmc/registry.hpp"

namespace touchstone::shapes {

/// Looking for who is near is what is left of the whole, with accepted moves and lists of leaves.
enum class MovePart { proposal, build, query, screens, checks };
inline constexpr std::size_t kMoveParts = 5;
inline constexpr std::array<const char*, kMoveParts> kMovePartNames = {
    "proposal", "building trees", "who is near", "screens in single precision",
    "checks in double precision"};

struct PartTime {
  double seconds = 0;
  std::uint64_t calls = 0;
};

/// A scheme with a clock around parts of its trial moves, otherwise the same.
class ProfiledRun {
 public:
  virtual ~ProfiledRun() = default;
  /// Times of these steps by part, less the time for reading the clock; 0 for `proposal` and
  /// `query`. Only one run at a time.
  virtual std::array<PartTime, kMoveParts> advance(std::uint64_t steps) = 0;
  virtual Configuration configuration() const = 0;
};

struct MoveProfiler {
  std::string name;  ///< name of the scheme
  std::function<std::unique_ptr<ProfiledRun>(const Configuration&, const RunParameters&)> start;
};
const std::vector<MoveProfiler>& move_profilers();
bool register_move_profiler(MoveProfiler profiler);

/// Counts of the work of trial moves.
struct MoveCounts {
  std::uint64_t blocks = 0;    ///< blocks of random words
  std::uint64_t boxes = 0;     ///< boxes of leaves compared with that of the trial
  std::uint64_t leaves = 0;    ///< leaves whose bodies were looked at
  std::uint64_t near = 0;      ///< bodies found near; where centres decide none are written down
  std::uint64_t screens = 0;   ///< calls, for all near bodies of a type
  std::uint64_t screened = 0;  ///< pairs
  std::uint64_t checks = 0;    ///< pairs, in double precision
};
/// A scheme that counts, otherwise the same; one run at a time.
struct MoveCounter {
  std::string name;  ///< name of the scheme
  std::function<MoveCounts(const Configuration&, const RunParameters&, std::uint64_t steps)> count;
};
const std::vector<MoveCounter>& move_counters();
bool register_move_counter(MoveCounter counter);

/// XenoCollide on some pairs of two bodies, and its support functions alone.
class TracedOverlap {
 public:
  virtual ~TracedOverlap() = default;
  /// Adds a pair; `supports` becomes how many support points of the difference it took.
  virtual bool add(const Orientation& qa, const Orientation& qb, Vec3 r_ab,
                   std::size_t& supports) = 0;
  /// All pairs once more: how many overlap.
  virtual std::size_t whole() const = 0;
  /// The support points of all their directions once more: a sum of them.
  virtual double supports_alone() const = 0;
};
struct OverlapTracer {
  std::string name;  ///< name of the algorithm
  std::function<std::unique_ptr<TracedOverlap>(const Body& a, const Body& b)> prepare;
};
const std::vector<OverlapTracer>& overlap_tracers();
bool register_overlap_tracer(OverlapTracer tracer);

/// The point of a body farthest along n.
class SupportFunction {
 public:
  virtual ~SupportFunction() = default;
  virtual Vec3 operator()(Vec3 n) const = 0;
};
struct SupportKind {
  std::string name;  ///< name of a vector unit, or "none"
  std::function<std::unique_ptr<SupportFunction>(const Body&)> prepare;
};
/// Those that this machine has.
const std::vector<SupportKind>& support_kinds();
bool register_support(SupportKind kind);

}  // namespace touchstone::shapes
