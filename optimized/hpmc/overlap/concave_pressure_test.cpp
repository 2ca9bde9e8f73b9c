// Two ways to the pressure of two concave bodies in a box, held to the exact one: with A the mean
// excluded area of the pair, Z = V (V - A), beta P = 1 / V + 1 / (V - A). Without the expansions
// both are wrong. Here, not in models/: they ask for the fast overlap of polygons.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/observables/scale_distribution.hpp"
#include "models/hpmc/observables/volume_perturbation.hpp"

namespace touchstone::shapes {
namespace {

constexpr double kSide = 3;

/// Hooks of edge 1 with arms of 0.1: they catch each other.
Body hook() {
  return checked(SimplePolygon{{{-0.5, 0.5},
                                {-0.5, -0.5},
                                {0.5, -0.5},
                                {0.5, 0.1},
                                {0.4, 0.1},
                                {0.4, -0.4},
                                {-0.4, -0.4},
                                {-0.4, 0.5}}});
}

struct Measured {
  double exact;        ///< beta P / rho
  double exact_error;  ///< error of the excluded area
  double scale_both;
  double scale_compressions;
  double volume_both;
  double volume_compressions;
};

Measured two_hooks(int samples) {
  Configuration c{.box = Box::square(kSide), .types = {hook()}};
  c.type = {0, 0};
  c.centres = {{}, {}};
  c.orientations = {{}, {}};
  const auto pair = prepare(c.types[0], c.types[0]);
  ScaleDistribution distribution(c.types, {.range = 0.06, .bins = 12, .degree = 2});
  VolumePerturbation perturbation(c.types, {.range = 0.06, .steps = 6});
  int tried = 0, free = 0;
  PhiloxStream random = Philox(1).stream(Purpose::test, 0, 0);
  for (; free < samples; ++tried) {
    c.centres[1] = {kSide * (random.uniform() - 0.5), kSide * (random.uniform() - 0.5), 0};
    for (Orientation& q : c.orientations) q = turned_by(2 * std::numbers::pi * random.uniform());
    if (pair->overlaps(c.orientations[0], c.orientations[1], c.centres[1])) continue;
    ++free;
    distribution.add(c);
    perturbation.add(c);
  }
  const double share = static_cast<double>(free) / tried;
  // beta P V / N = (1 + 1 / share) / 2
  return {0.5 * (1 + 1 / share),
          0.5 * std::sqrt((1 - share) / (share * tried)) / share,
          distribution.compressibility(),
          1 + distribution.compressions() / 4,
          perturbation.compressibility(),
          perturbation.compressibility() + perturbation.of_expansions()};
}

/// Errors of the estimators are about 0.01; expansions count for about 0.03.
TEST(ConcavePressure, NeedsBothDirections) {
  const Measured m = two_hooks(60000);
  EXPECT_LT(m.exact_error, 0.002);
  EXPECT_NEAR(m.scale_both, m.exact, 0.015);
  EXPECT_NEAR(m.volume_both, m.exact, 0.02);
  EXPECT_GT(m.scale_compressions - m.exact, 0.02);
  EXPECT_GT(m.volume_compressions - m.exact, 0.02);
}

TEST(VolumePerturbation, RefusesWhatMakesNoSense) {
  const std::vector<Body> types{named_body("disk")};
  EXPECT_THROW(VolumePerturbation(types, {.range = 0}), InputError);
  EXPECT_THROW(VolumePerturbation(types, {.range = 0.01, .steps = 3}), InputError);
}

}  // namespace
}  // namespace touchstone::shapes
