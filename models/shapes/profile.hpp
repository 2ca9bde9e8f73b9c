// models/shapes/profile.hpp
// Purpose   What schemes of hard shapes tell benchmarks of themselves: where the time of their
//           trial moves goes, and their support functions.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.2: of polyhedra 40 % support functions, 10 %
//           XenoCollide, 40 % tree, 10 % the rest.
// Not here  Who times (benchmarks/hpmc), the schemes (registry.hpp).
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/shapes/registry.hpp"

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
  /// What these steps took by part, less what reading the clock takes; of `proposal` and `query`
  /// nothing. Only one run at a time.
  virtual std::array<PartTime, kMoveParts> advance(std::uint64_t steps) = 0;
  virtual Configuration configuration() const = 0;
};

struct MoveProfiler {
  std::string name;  ///< of the scheme
  std::function<std::unique_ptr<ProfiledRun>(const Configuration&, const RunParameters&)> start;
};
const std::vector<MoveProfiler>& move_profilers();
bool register_move_profiler(MoveProfiler profiler);

/// Seconds of the proposals of some sweeps alone: words, trials, what rotations make of bodies.
double seconds_of_proposals(const MoveLaw& law, std::size_t bodies, std::uint64_t sweeps);

/// The point of a body farthest along n.
class SupportFunction {
 public:
  virtual ~SupportFunction() = default;
  virtual Vec3 operator()(Vec3 n) const = 0;
};
struct SupportKind {
  std::string name;  ///< of a vector unit, or "none"
  std::function<std::unique_ptr<SupportFunction>(const Body&)> prepare;
};
/// Those that this machine has.
const std::vector<SupportKind>& support_kinds();
bool register_support(SupportKind kind);

}  // namespace touchstone::shapes
