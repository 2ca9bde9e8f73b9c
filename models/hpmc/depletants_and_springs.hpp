// models/hpmc/depletants_and_springs.hpp
// Purpose   Implicit depletants, penetrable and never stored, and the springs of an Einstein
//           crystal: the law of both, and the registry of schemes that run hard shapes with them.
//           (In names, `surroundings` means: depletants and springs.)
// Source    J. Glaser, A. S. Karas, S. C. Glotzer, J. Chem. Phys. 143, 184110 (2015) (implicit
//           depletants, the form without retries); D. Frenkel, A. J. C. Ladd, J. Chem. Phys. 81,
//           3188 (1984); C. Vega, E. G. Noya, J. Chem. Phys. 127, 154113 (2007) (one body held).
// Law       Steps as in registry.hpp, in one domain and at constant volume. A trial that passes the
//           hard test is then accepted
//             - by springs, when u < exp(-beta (U' - U)), u of block kSpringBlock of its stream;
//             - by depletants, when none of those drawn (depletant_law.hpp) overlaps the body as it
//               would be and no body as they are (the moved one where it was included).
//           Stationary: exp(-beta U) exp(z V_free) on the configurations without overlap, where
//           V_free is the volume that the centre of a depletant may be in.
// Springs   beta U = 1/2 spring sum |u_i|^2 + 1/2 turning sum min_g |q_i - q_i0 g|^2, with u_i the
//           path of body i from its site, never wrapped. Anchors: with first_body, body 0 is never
//           translated; with centre_of_mass, u_i is taken less the mean of all, so that the crystal
//           as a whole is free.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/hpmc/registry.hpp"

namespace touchstone::shapes {

/// An ideal gas of bodies that overlap each other but not those of the configuration.
struct Depletants {
  Body body = Ball{0.1};
  double fugacity = 0;  ///< mean number in a unit of free volume; 0: none
};

enum class Anchor { none, first_body, centre_of_mass };

struct Springs {
  double spring = 0;   ///< beta times the constant of translations
  double turning = 0;  ///< beta times the constant of rotations
  Anchor anchor = Anchor::none;
  std::vector<Vec3> sites = {};                ///< site of each body
  std::vector<Orientation> orientations = {};  ///< one per body; may be left out without `turning`
  /// q and q g are the same body for each g; both signs of each quaternion belong to it.
  std::vector<Orientation> symmetry = {{1, 0, 0, 0}, {-1, 0, 0, 0}};

  bool any() const { return spring > 0 || turning > 0 || anchor != Anchor::none; }
};

struct DepletantsAndSprings {
  Depletants depletants = {};
  Springs springs = {};
};

/// Block of the stream (shape_move, sweep, tag) whose first two words decide about springs.
inline constexpr std::uint32_t kSpringBlock = 0x7FFFFFFFu;

/// Springs whose sites are where the bodies are.
Springs springs_at(const Configuration& crystal, double spring, Anchor anchor);

/// Rotations of the plane by multiples of 2 pi / n, with both signs.
std::vector<Orientation> cyclic_group(int n);
/// The 24 rotations of the cube, with both signs.
std::vector<Orientation> cube_group();

/// 1/2 min_g |q - q0 g|^2.
double turning_energy(const Orientation& q, const Orientation& q0,
                      const std::vector<Orientation>& symmetry);

/// Sum of |u_i|^2 as the anchor says, for bodies that are less than half the box from their sites
/// relative to the first body (from their sites, without anchor).
double sum_of_squares(const Configuration& configuration, const Springs& springs);

struct DepletantScheme {
  SchemeInfo info;
  /// Throws InputError for what it cannot run.
  std::function<std::unique_ptr<Simulation>(const Configuration&, const RunParameters&,
                                            const DepletantsAndSprings&)>
      start;
  std::string equals = {};  ///< the scheme whose trajectory it repeats bit for bit, if any
  bool all_pairs = false;   ///< a sweep takes O(N^2): small systems only
  bool mutant = false;
};

/// All correct schemes, sorted by name.
const std::vector<DepletantScheme>& depletant_schemes();
/// Throws InputError that suggests the nearest known name.
const DepletantScheme& depletant_scheme(const std::string& name);
/// Adds a scheme and returns true; throws on a duplicate name. `file` is where it was called.
bool register_depletant_scheme(DepletantScheme scheme, const char* file = __builtin_FILE());

/// Throws InputError for what require_runnable(start, parameters) refuses, several domains, moves
/// of the box, numbers that are negative or not finite, sites of another number of bodies,
/// depletants of the other dimension, more than 500 of them on the mean for one trial, and a box
/// that is not wider than the ball in which they are drawn.
void require_runnable(const Configuration& start, const RunParameters& parameters,
                      const DepletantsAndSprings& terms);

}  // namespace touchstone::shapes
