// checkers/longrange/special_places.cpp
// Purpose   Registers the check that forces are right where particles lie right on the borders of
//           cells, boxes and turns, or on each other. Fast methods sort particles into cells by
//           rounded quotients; random places never show an index one too large, or a box that is
//           divided for ever.
// Computes  Angles that are fractions k / 2^j of a turn, and places that are such fractions of a
//           square with a particle in each corner, up to four units of rounding; some particles
//           share a place. Forces beside sums in long double.
// Cost      0.1 s for each scheme, most of it the sums.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

#include "checkers/draws.hpp"
#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/longrange/truth.hpp"

namespace touchstone::integrator {
namespace {

using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;

constexpr std::uint64_t kStates = 6;  ///< states of each model and softening
constexpr int kUnits = 4;             ///< at most so many units of rounding off a place
constexpr double kStep = 0.01;

/// The number, up to a few units of its rounding. Next to 0 the unit is that of 1, or the smallest
/// number above 0.
double nearly(double x, Draws& draw) {
  const int units = draw.whole(-kUnits, kUnits);
  if (x == 0 && draw.one_in(2)) return units * std::numeric_limits<double>::denorm_min();
  const double scale = x == 0 ? 1 : std::abs(x);
  return x + units * std::numeric_limits<double>::epsilon() / 2 * scale;
}

/// k / 2^j of a whole, for k from `low` 2^j to 2^j: as often quarters as finer parts.
double fraction(int low, int finest, Draws& draw) {
  const int parts = 1 << draw.whole(1, finest);
  return static_cast<double>(draw.whole(low * parts, parts)) / parts;
}

/// `apart`: no two particles are nearer to each other than rounding.
State special_state(const System& system, std::size_t n, bool apart, Draws& draw) {
  using Place = std::pair<double, double>;  // in the plane, or a part of a turn and 0
  const bool plane = system.model == Model::plane;
  const double edge = draw.scale(0.5, 2);
  std::vector<Place> places;
  if (plane) places = {{-edge, -edge}, {edge, edge}, {-edge, edge}, {edge, -edge}};
  std::set<Place> taken(places.begin(), places.end());
  while (places.size() < n) {
    const Place place = plane ? Place{edge * fraction(-1, 6, draw), edge * fraction(-1, 6, draw)}
                              : Place{std::fmod(fraction(0, 17, draw), 1), 0};
    if (taken.insert(place).second || !apart) places.push_back(place);
  }
  State state;
  for (const auto& [x, y] : places)
    state.q.push_back(nearly(plane ? x : 2 * std::numbers::pi * (x + draw.whole(-1, 1)), draw));
  for (const auto& [x, y] : places)
    if (plane) state.q.push_back(nearly(y, draw));
  while (state.p.size() < state.q.size()) state.p.push_back(draw.from(-0.5, 0.5));
  return state;
}

CheckResult special_places(const LongrangeScheme& scheme, const CheckContext& context) {
  Bounds bounds;
  std::uint64_t number = 0;
  for (const System& system : systems_of(scheme, true))
    for (std::uint64_t k = 0; k < kStates; ++k) {
      PhiloxStream random = stream_of_system(context, number++);
      Draws draw(random);
      const auto n = static_cast<std::size_t>(draw.whole(100, 300));
      // Programs of users may know no force between particles at the same place.
      const State state = special_state(system, n, scheme.screened_starts, draw);
      const auto found = begin(scheme, state, system, kStep, draw.whole(1, 3))->forces();
      bounds.hold(force_errors(system, state, found).largest,
                  std::max(1e-11, 100 * scheme.force_error), text(system, n));
    }
  return bounds.result(number);
}

const bool registered = register_check(
    IntegratorCheck{.name = "integrator/special places",
                    .shows = "forces are right for particles on borders of cells and turns, and on "
                             "each other",
                    .needs = longrange::IntegratorClaims::model,
                    .run = special_places});

}  // namespace
}  // namespace touchstone::integrator
