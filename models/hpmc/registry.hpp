// models/hpmc/registry.hpp
// Purpose   The schemes that move hard shapes, and the one interface through which checks,
//           validation and benchmarks run them. Registering is the last line of a scheme's file.
// Source    Anderson, Irrgang, Glotzer, Comput. Phys. Commun. 204, 21 (2016), sections 2 and 3.
// Law       A step is `sweeps_per_step` sweeps; in each sweep every body has one trial move
//           (move.hpp), in the order of tags or in reverse (one choice for each step and domain).
//           During a step centres are not wrapped. A step ends with the common shift
//           (domain_grid.hpp), wrapping, and the trial moves of the box (box_moves.hpp). The tag of
//           a body is its place in the configuration; it never changes.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/core/available.hpp"
#include "models/core/errors.hpp"
#include "models/core/scheme.hpp"
#include "models/hpmc/boxes/box_moves.hpp"
#include "models/hpmc/configuration.hpp"
#include "models/hpmc/move.hpp"
#include "models/hpmc/rank_work.hpp"

namespace touchstone::shapes {

struct RunParameters {
  double max_displacement = 0.1;  ///< radius of the ball of translations, a length
  double max_rotation = 0.2;      ///< largest angle of rotations, radians, below pi
  double translations = 0.5;      ///< share of translations; disks and balls are never turned
  int sweeps_per_step = 4;
  std::array<int, 3> domains = {1, 1, 1};  ///< that move at the same time; part of the law
  int threads = 1;                         ///< changes nothing but the time it takes
  int ranks = 0;  ///< number of ranks that share the domains; 0: one for each domain
  std::uint64_t seed = 1;
  BoxMoves box = {};
  /// Number of the first step: with it, a start that is the configuration after so many steps of a
  /// run goes on as that run (schemes that continue).
  std::uint64_t first_step = 0;
};

/// Trial moves by kind. Those that a domain does not make (bodies that are frozen) are not
/// counted; those that leave the active part are, as rejected.
struct MoveStats {
  SweepStats translations = {};
  SweepStats rotations = {};
  std::array<SweepStats, kBoxMoves> box = {};

  SweepStats of_bodies() const {
    SweepStats sum = translations;
    return sum += rotations;
  }
  MoveStats& operator+=(const MoveStats& other) {
    translations += other.translations;
    rotations += other.rotations;
    for (std::size_t k = 0; k < kBoxMoves; ++k) box[k] += other.box[k];
    return *this;
  }
};

class Simulation {
 public:
  virtual ~Simulation() = default;
  virtual void advance(std::uint64_t steps) = 0;
  /// Wrapped, in the order of tags.
  virtual Configuration configuration() const = 0;
  virtual MoveStats stats() const = 0;
  /// Bytes of storage for bodies and trees.
  virtual std::size_t memory_bytes() const = 0;
  /// Work of each rank since the start; empty where there are no ranks.
  virtual std::vector<RankWork> work() const { return {}; }
};

/// Laws of trial moves of bodies. Translations of the first two are uniform in the ball.
enum class Proposals {
  tangents,  ///< that of move.hpp: rotations by the tangent of half the angle
  angles,    ///< the angle is uniform up to the largest, about an axis of any direction
  symmetric  ///< any other that draws a move as often as its reverse
};

struct ShapeScheme {
  SchemeInfo info;
  /// Throws InputError for parameters or starts that it cannot run.
  std::function<std::unique_ptr<Simulation>(const Configuration&, const RunParameters&)> start;
  std::string equals = {};  ///< the scheme whose trajectory it repeats bit for bit, if any
  bool cuts = false;        ///< takes more than one domain
  bool all_pairs = false;   ///< a sweep takes O(N^2): small systems only
  bool ranks = false;       ///< shares domains among ranks that exchange messages
  bool confined = false;    ///< rejects moves out of a cell: free bodies sometimes stay
  bool emulated = false;  ///< on the grid emulator: never timed, long checks with more effort only
  bool box_moves = true;  ///< takes constant pressure
  Proposals proposals = Proposals::tangents;  ///< the law of trial moves of bodies
  bool continues = false;  ///< heeds first_step: a run cut in two is the same, bit for bit
  /// Whether the scheme runs a system; left out by schemes that run all valid ones.
  std::function<bool(const Configuration&, const RunParameters&)> runs = {};
  /// Rounding of what it returns: of coordinates as a part of the longest edge of the box, and of
  /// each number of a quaternion.
  double tolerance = 0;
  bool screened_starts = false;  ///< bad starts are refused before the scheme sees them
  Available available = true;    ///< on this machine
  bool mutant = false;           ///< a deliberately broken scheme, never benchmarked
};

/// All correct schemes, sorted by name.
const std::vector<ShapeScheme>& shape_schemes();
/// The scheme of a name; throws InputError that suggests the nearest known name.
const ShapeScheme& shape_scheme(const std::string& name);
/// Adds a scheme and returns true; throws on a duplicate name. `file` is where it was called.
bool register_shape_scheme(ShapeScheme scheme, const char* file = __builtin_FILE());

/// Throws InputError for sizes that are negative or not finite, an angle of pi or more, shares
/// outside [0, 1], fewer than 1 sweep or thread, and invalid moves of the box.
void require_valid(const RunParameters& parameters);

/// Largest diameter (twice the circumradius) of the types that are there.
double largest_diameter(const Configuration& configuration);

/// The law of trial moves of bodies.
MoveLaw move_law(const Configuration& configuration, const RunParameters& parameters);

/// Largest distance of centres at which bodies wrapped at the beginning of a step may touch within
/// it: the range of images that a scheme looks at.
double image_range(const Configuration& configuration, const RunParameters& parameters);

/// Throws InputError unless parameters and configuration are valid and a body stays, within one
/// step, less than half the nearest planes from where it was.
void require_runnable(const Configuration& start, const RunParameters& parameters);

/// Whether the box stays one in which a scheme can go on: planes more than twice the path of a body
/// in a step apart, and domains wider than their frozen slabs. Trial moves to other boxes are
/// rejected, which is a limit of the ensemble that well chosen parameters never meet.
bool box_is_wide_enough(const Box& box, const Configuration& configuration,
                        const RunParameters& parameters);

/// A start in which two bodies, or one and its image, overlap: bad input of its own kind, since
/// schemes that refuse other things agree about it.
class OverlapError : public InputError {
 public:
  OverlapError(std::size_t a, std::size_t b);
};

}  // namespace touchstone::shapes
