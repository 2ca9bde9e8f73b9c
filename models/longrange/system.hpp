// models/longrange/system.hpp
// Purpose   The three models with long-range interaction: what they are, their state, their
//           parameters, and what is refused as input.
// Source    T. M. Rocha Filho, molecular dynamics of long-range systems on graphics processing
//           units: equations 1 (Ring), 2 (HMF), 3 (two-dimensional gravity). Unit masses.
// Not here  Potentials (pair_potential.hpp), starts (starts.hpp), schemes (registry.hpp).
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::longrange {

enum class Model {
  hmf,   ///< Hamiltonian Mean Field: angles, V = (1/N) sum over pairs of 1 - cos
  ring,  ///< gravity of three dimensions between particles on the unit circle, softened
  plane  ///< gravity of two dimensions, softened: V = (1/N) sum over pairs of log(r^2 + eps)
};
inline constexpr Model kModels[] = {Model::hmf, Model::ring, Model::plane};

std::string_view name(Model model);
/// Throws InputError that suggests the nearest known name.
Model model_named(const std::string& name);

/// Coordinates of one particle.
constexpr std::size_t dimensions(Model model) { return model == Model::plane ? 2 : 1; }

/// A model with its parameters. `softening` is epsilon as the equations have it: it is added to
/// 1 - cos(angle) for the Ring and to a squared distance in the plane; the HMF model has none (0).
struct System {
  Model model = Model::hmf;
  double softening = 0;
};

/// Forces of the Ring divide by its power of 3/2.
inline constexpr double kSmallestSoftening = 1e-200;
/// Largest softening of the Ring: beyond, its potential is a constant in all digits but a few.
inline constexpr double kLargestRingSoftening = 1e4;
inline constexpr double kLargestSoftening = 1e100;  ///< largest one of the plane

/// Structure of arrays: all first components, then all second ones. Angles are not wrapped.
struct State {
  std::vector<double> q;  ///< angles in radians, or x_1 ... x_N, y_1 ... y_N
  std::vector<double> p;  ///< momenta, in the same order

  bool operator==(const State&) const = default;
};

constexpr std::size_t particles(const System& system, const State& state) {
  return state.q.size() / dimensions(system.model);
}

struct RunParameters {
  System system = {};
  double time_step = 0.01;
  int threads = 1;
  /// Particles of a tile of a direct sum; 0: as the scheme likes.
  std::size_t tile = 0;
  /// Error of the forces of a fast method: root of mean square, relative to that of the forces; 0
  /// means the value that its scheme claims.
  double tolerance = 0;
};

/// Throws InputError for a softening that is not finite or out of these bounds, or that the model
/// lacks.
void require_valid(const System& system);
/// Also for time steps that are not finite or not positive, fewer than 1 or more than 1024 threads,
/// and tolerances below 0 or not below 1.
void require_valid(const RunParameters& parameters);
/// Throws InputError for no particles, arrays of other lengths, numbers that are not finite, and
/// numbers of particles that are not a multiple of the tile.
void require_valid(const RunParameters& parameters, const State& state);

/// Energies of the whole system at the end of a step; each grows as N.
struct Energies {
  double kinetic = 0;
  double potential = 0;
  constexpr double total() const { return kinetic + potential; }
};

/// Sum of p^2 / 2, in long double.
double kinetic_energy(const State& state);

/// (Mx, My) = mean of (cos, sin) of angles, equation 7; the magnetisation is its length.
struct Magnetisation {
  double x = 0;
  double y = 0;
  double length() const;
};
Magnetisation magnetisation(std::span<const double> angles);

}  // namespace touchstone::longrange
