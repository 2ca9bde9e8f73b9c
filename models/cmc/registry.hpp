// models/cmc/registry.hpp
// Purpose   The schemes that evolve star clusters, and the one interface through which checks,
//           validation and benchmarks run them. Registering is the last line of a scheme's file.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/cmc/binaries.hpp"
#include "models/cmc/lfsr113.hpp"
#include "models/cmc/mass_loss.hpp"
#include "models/cmc/partition.hpp"
#include "models/cmc/stars.hpp"
#include "models/cmc/tide.hpp"
#include "models/cmc/work.hpp"
#include "models/core/available.hpp"
#include "models/core/scheme.hpp"

namespace touchstone::cluster {

/// Average that the time step of relaxation is based on.
enum class TimestepScheme {
  bins,    ///< over separate bins of 20 stars, per rank (section 3.2)
  sliding  ///< over the 10 stars to either side of each (section 2.1)
};

/// Mean of (m1 + m2)^2 in the time step of relaxation; they differ where masses do.
enum class PairMasses {
  alike,  ///< mean for stars of one mass each, 4 <m^2>: the public program
  any     ///< mean for independent stars, 2 <m^2> + 2 <m>^2: equation 7
};

struct BinaryFormation;
struct BinaryPopulation;
struct Collisions;
struct Continuation;

struct ClusterParameters {
  std::uint32_t seed = 1;
  std::size_t ranks = 1;  ///< blocks of equation 17, each with its own stream and its own bins
  int threads = 1;        ///< changes nothing but the time it takes
  double theta_max = 1;   ///< largest deflection of a time step, radians
  TimestepScheme timestep = TimestepScheme::bins;
  Displacement between_streams = {};
  /// Set, the run goes on from where another one was, with its parameters.
  std::shared_ptr<const Continuation> continued = {};
  PairMasses pair_masses = PairMasses::alike;
  Tide tide = {};
  /// Set, all stars lose mass by this table, in time as reported, at the beginning of each step; no
  /// step is longer than equation 11 allows.
  std::shared_ptr<const MassTable> mass_loss = {};
  /// Set, some stars are binaries, which meet other stars; no step is longer than a part of the
  /// times of equations 9 and 10. A continued run has those that the other one had at its end.
  std::shared_ptr<const BinaryPopulation> binaries = {};
  /// Set, single stars collide and become one; no step is longer than a part of the time of
  /// equation 8.
  std::shared_ptr<const Collisions> collisions = {};
  /// Set, three single stars may become a binary and a star. `binaries` must be set, too, with none
  /// or some at the start.
  std::shared_ptr<const BinaryFormation> formation = {};
};

/// Throws InputError for no rank or more than 2^20, fewer than 1 or more than 1024 threads, and
/// angles outside (0, pi/2], and a tidal radius that is not above 0.
void require_valid(const ClusterParameters& parameters);
/// Blocks of the ranks in a step of so many stars. Throws InputError where no step can be made:
/// there must be 21 stars, a bin for each rank, and with time steps by bins a rank with two stars
/// more than a bin.
std::vector<Block> blocks_of_step(std::size_t stars, const ClusterParameters& parameters);
/// Throws InputError for stars that no step can be made of: require_valid(stars), blocks_of_step();
/// and for binaries, collisions and a formation of binaries that are not valid.
void require_runnable(const Stars& stars, const ClusterParameters& parameters);

/// Meetings of binaries with other stars, collisions of single ones, and binaries that have formed,
/// since the start.
struct MeetingCounts {
  std::uint64_t all = 0;          ///< that were followed
  std::uint64_t of_binaries = 0;  ///< those of two binaries, among them
  std::uint64_t exchanges = 0;    ///< after which a binary has other stars
  std::uint64_t ionised = 0;      ///< binaries that there are no longer
  /// Meetings without an end, or room for stars that are freed: deflected instead. Triples without
  /// room for their binary.
  std::uint64_t given_up = 0;
  /// Pairs and triples for which a step was too long: they expected more than one.
  std::uint64_t crowded = 0;
  std::uint64_t collisions = 0;  ///< after each of which there is one star less
  std::uint64_t formed = 0;      ///< binaries that three stars have become; the same

  MeetingCounts& operator+=(const MeetingCounts& more);
  bool operator==(const MeetingCounts&) const = default;
};

/// Report at the end of a step; energies in N-body units.
struct StepReport {
  std::uint64_t step = 0;
  double time = 0;  ///< in units of t_dyn N / ln(gamma N)
  double timestep = 0;
  std::size_t stars = 0;
  double kinetic = 0;
  double potential = 0;  ///< own shells included
  /// Sum of m E of the stars that left. With a tide, what pairs of them and own shells count twice
  /// is taken off: to rounding, it is the energy that they had at their places before the step.
  double escaped_energy = 0;
  double unplaced_energy = 0;  ///< that velocity corrections could not place; a part of the error
  std::uint64_t trials = 0;    ///< positions drawn and tested in this step
  std::uint64_t above_bound = 0;  ///< those with a density above the bound of the rejection
  double lost_energy = 0;         ///< with the mass that stars lost
  double tidal_radius = 0;        ///< for the stars that stayed; 0 without a tide
  double internal_energy = 0;     ///< energy of binaries; 0 or below
  /// Sum of what the potential energy fell by as stars changed places in meetings and collisions:
  /// shells know only whole masses at the radii of stars.
  double moved_energy = 0;
  double collided_energy = 0;  ///< kinetic energy that stars lost as they stuck together
  MeetingCounts meetings = {};

  double total_energy() const {
    return kinetic + potential + escaped_energy + lost_energy + internal_energy + moved_energy +
           collided_energy;
  }
};

/// State, besides the stars, that a continued run needs to make the same steps.
struct Continuation {
  std::size_t initial_stars = 0;
  std::vector<Lfsr113> streams;
  StepReport report;
};

/// A cluster under way.
class ClusterRun {
 public:
  virtual ~ClusterRun() = default;
  virtual void step() = 0;
  /// Report of the last step; before the first one, of the start.
  virtual StepReport report() const = 0;
  /// Stars in radial order, with velocities corrected for the work of the changing potential.
  virtual Stars stars() const = 0;
  /// Binaries that are left, ascending by id.
  virtual std::vector<Binary> binaries() const { return {}; }
  /// One generator for each rank, as they are now.
  virtual std::vector<Lfsr113> streams() const = 0;
  /// Work of its ranks so far; one entry where ranks share everything, none if not kept.
  virtual std::vector<Work> work() const { return {}; }
};

/// Position and velocity of a star on its orbit.
struct OrbitSample {
  double radius = 0;
  double radial_velocity = 0;
  double tangential_velocity = 0;
  bool operator==(const OrbitSample&) const = default;
};

/// New orbital position of one star.
struct SampledStar {
  bool bound = true;
  /// Shells just inside pericentre and apocentre; 0 for stars that do not move in radius.
  std::size_t inner = 0;
  std::size_t outer = 0;
  OrbitSample to = {};  ///< its old position, if not bound or without radial motion
  std::uint64_t trials = 0;
  bool operator==(const SampledStar&) const = default;
};

struct ClusterScheme {
  SchemeInfo info;
  /// Throws InputError for stars or parameters that are not valid.
  std::function<std::unique_ptr<ClusterRun>(const Stars&, const ClusterParameters&)> start;
  /// Positions on the present orbit of star `star` (from 0) in the potential of all, in the way a
  /// step samples them. Schemes that leave this out are not checked for it.
  std::function<std::vector<OrbitSample>(const Stars&, std::size_t star, std::size_t count,
                                         const Lfsr113&)>
      sample_orbit = {};
  /// New orbital positions of all stars; block b of partition() draws from stream b, which goes on.
  std::function<std::vector<SampledStar>(const Stars&, std::vector<Lfsr113>& streams)>
      sample_positions = {};
  /// The name of the scheme whose trajectory it repeats bit for bit, if any.
  std::string equals = {};
  /// False when it samples orbital positions only and makes no steps: no start, not timed.
  bool makes_steps = true;
  bool messages = false;  ///< its ranks exchange messages
  /// Whether it follows binaries, collisions and binaries that form; if not, clusters that have any
  /// are refused.
  bool follows_binaries = false;
  bool follows_collisions = false;
  bool follows_formation = false;
  /// False for a program of the user's: it is one block, and its random numbers and time steps are
  /// its own.
  bool has_ranks = true;
  /// Error of the energy of stars that have left, as a part of 1 and of their sum.
  double energy_error = 1e-9;
  /// True if each block of stars is one of many threads: timed with as many blocks as there are.
  bool many_blocks = false;
  Available available = true;  ///< on this machine
  bool emulated = false;       ///< on the grid emulator: neither timed nor followed for many steps
  bool mutant = false;         ///< a deliberately broken scheme, never benchmarked
};

/// `wanted` where the scheme has ranks, else 1.
inline std::size_t ranks_of(const ClusterScheme& scheme, std::size_t wanted) {
  return scheme.has_ranks ? wanted : 1;
}

/// All correct schemes, sorted by name.
const std::vector<ClusterScheme>& cluster_schemes();
/// The scheme of a name; throws InputError that suggests the nearest known name.
const ClusterScheme& cluster_scheme(const std::string& name);
/// The scheme; if it does not follow binaries, collisions or binaries that form, as one that throws
/// InputError where there are any.
ClusterScheme that_refuses_others(ClusterScheme scheme);
/// Adds a scheme and returns true; throws on a duplicate name. `file` is where it was called.
bool register_cluster_scheme(ClusterScheme scheme, const char* file = __builtin_FILE());

}  // namespace touchstone::cluster
