// models/longrange/registry.hpp
// Purpose   The schemes that integrate the models with long-range interaction, and the one
//           interface through which checks, validation and benchmarks run them. Registering is the
//           last line of a scheme's file.
// Not here  The models (system.hpp).
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/available.hpp"
#include "models/core/scheme.hpp"
#include "models/longrange/system.hpp"

namespace touchstone::longrange {

/// Promises of an integrator besides SchemeInfo::claims; it is held against each of them.
enum class IntegratorClaims : unsigned {
  none = 0,
  model = 1u << 0,            ///< forces and energies are those of the model, to `force_error`
  symplectic = 1u << 1,       ///< the map of a step preserves the symplectic form
  time_reversible = 1u << 2,  ///< backwards from the end leads to the start
  fourth_order = 1u << 3,     ///< errors at a given time fall as the time step to the fourth power
  bounded_energy = 1u << 4,   ///< the energy error does not grow steadily
  momentum = 1u << 5,         ///< momentum (in the plane also angular momentum) to round-off
  second_order = 1u << 6,     ///< like fourth_order; at most one order is claimed
  sixth_order = 1u << 7,
  eighth_order = 1u << 8,
  bit_reversible = 1u << 9  ///< backwards from the end leads to the very bits of the start
};
constexpr IntegratorClaims operator|(IntegratorClaims a, IntegratorClaims b) {
  return static_cast<IntegratorClaims>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool has(IntegratorClaims all, IntegratorClaims one) {
  return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}
/// The claims of the suite's own schemes in double precision.
inline constexpr IntegratorClaims kAllIntegratorClaims =
    IntegratorClaims::model | IntegratorClaims::symplectic | IntegratorClaims::time_reversible |
    IntegratorClaims::fourth_order | IntegratorClaims::bounded_energy | IntegratorClaims::momentum;

inline constexpr IntegratorClaims kAnyOrder =
    IntegratorClaims::second_order | IntegratorClaims::fourth_order |
    IntegratorClaims::sixth_order | IntegratorClaims::eighth_order;

/// The order that is claimed: 2, 4, 6 or 8; 0 where none is.
int order_of(IntegratorClaims claims);

/// The names of all claims made, for tables and for `touchstone list`.
std::vector<std::string_view> names(IntegratorClaims claims);

/// A run. Everything it returns is at the end of a whole step, with momenta at the same time as
/// positions.
class Simulation {
 public:
  virtual ~Simulation() = default;
  virtual void advance(std::uint64_t steps) = 0;
  /// State at the end of a step; angles may differ from those in [0, 2 pi) by multiples of 2 pi.
  virtual State state() const = 0;
  virtual Energies energies() const = 0;
  /// Forces at the positions now, in the order of State::p.
  virtual std::vector<double> forces() const = 0;
  /// Bytes of all arrays that grow with N.
  virtual std::size_t memory_bytes() const = 0;
};

/// Forces by sums over all particles, on some of them alone.
class DirectSums {
 public:
  virtual ~DirectSums() = default;
  /// Forces on `some` particles from `first`: first components, then second ones.
  virtual std::vector<double> forces(std::size_t first, std::size_t some) = 0;
};

/// Lower bound that applies to the time of a step on processors.
enum class Roofline { none, hmf_stored, hmf_rotation, pairs_in_double, pairs_in_single };

struct LongrangeScheme {
  SchemeInfo info;
  IntegratorClaims claims = IntegratorClaims::none;
  std::vector<Model> models;  ///< those it integrates
  /// Throws InputError for what require_valid refuses, and for models it does not integrate.
  std::function<std::unique_ptr<Simulation>(const State&, const RunParameters&)> start;
  /// Forces of a state, bit for bit those of `start`, for schemes that sum all pairs in the Ring
  /// and in the plane. Benchmarks time it where a whole step would take too long.
  std::function<std::unique_ptr<DirectSums>(const State&, const RunParameters&)> sums = {};
  /// Claimed bound on the error of forces: root of mean square, relative to that of the forces, of
  /// some hundred homogeneous particles (cold_circle, annulus) and a softening of 0.001 or more; of
  /// the usual forces where those of a soft potential are weak by chance.
  double force_error = 1e-14;
  /// Largest softening up to which it keeps that, in squares of the radius of the state: beyond,
  /// forces are differences of nearly equal potentials.
  double largest_softening = std::numeric_limits<double>::infinity();
  /// Claimed bound on the error of the potential energy, for each particle.
  double energy_error = 1e-12;
  /// Smallest RunParameters::tolerance that it keeps; 0: it has no tolerance.
  double smallest_tolerance = 0;
  /// Largest radius of a state that it takes, in roots of the softening.
  double largest_range = std::numeric_limits<double>::infinity();
  /// Checks do not go below: what a fast method can do there depends on the state, or takes long.
  double smallest_softening = 0;
  /// Operations of a step for each particle, nearly, where they are many and no sums of all pairs:
  /// they tell whether a step is too long for a class of benchmarks.
  double operations = 0;
  /// A step costs milliseconds, however few the particles: checks make fewer steps.
  bool costly_steps = false;
  /// Name shared by schemes that differ in their vectors alone, of which quick runs take the
  /// widest; empty: its own.
  std::string method = {};
  Roofline roofline = Roofline::none;
  /// Least seconds of a step of so many particles on the device that it runs on, by its own
  /// operations; 0: not known. Empty: it runs on no device.
  std::function<double(Model, std::size_t)> least_seconds = {};
  /// Bad starts are refused before the scheme sees them.
  bool screened_starts = false;
  /// Whether this machine has the vector unit or the device that it needs.
  Available available = true;
  /// A deliberately broken scheme, never benchmarked.
  bool mutant = false;
  /// True when it runs on the grid emulator of a GPU: judged by checks, but too slow for statistics
  /// of long runs, and never timed.
  bool emulated = false;
  /// Name of the scheme whose states, forces and energies it gives bit for bit, when it claims
  /// equals_reference.
  std::string equals = {};

  bool runs(Model model) const;
};

/// All correct schemes, sorted by name.
const std::vector<LongrangeScheme>& schemes();
/// The scheme of a name; throws InputError that suggests the nearest known name.
const LongrangeScheme& scheme(const std::string& name);
/// Schemes that run the model on this machine itself, those with wider vectors first; of each
/// method only the first, or all.
std::vector<const LongrangeScheme*> widest_first(Model model, bool all = false);
/// Adds a scheme and returns true; throws on a duplicate name. `file` is where it was called.
bool register_scheme(LongrangeScheme scheme, const char* file = __builtin_FILE());

/// Checks of `start` functions: require_valid, and that the scheme `name` runs this model.
void require_startable(const std::string& name, std::span<const Model> models,
                       const RunParameters& parameters, const State& state);

}  // namespace touchstone::longrange
