#include "reference/cmc/fewbody/few_body.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "models/cmc/lfsr113.hpp"
#include "reference/cmc/fewbody/follow.hpp"

namespace touchstone::reference {
namespace {

using std::numbers::pi;

/// Two bodies of mass 1/2, semi-major axis 1, at the apocentre: period 2 pi.
std::vector<Body> kepler(double eccentricity) {
  const double r = 1 + eccentricity;
  const double v = std::sqrt((1 - eccentricity) / (1 + eccentricity));
  return {{.mass = 0.5, .position = {r / 2, 0, 0}, .velocity = {0, v / 2, 0}},
          {.mass = 0.5, .position = {-r / 2, 0, 0}, .velocity = {0, -v / 2, 0}}};
}

double gap(const Vector& a, const Vector& b) {
  return std::sqrt(std::pow(a[0] - b[0], 2) + std::pow(a[1] - b[1], 2) + std::pow(a[2] - b[2], 2));
}

template <class Real>
class PrinceDormandOf : public testing::Test {};
using Precisions = testing::Types<double, long double>;
TYPED_TEST_SUITE(PrinceDormandOf, Precisions);

/// y'' = -y^3 in equal steps: the error falls by 2^8 when steps are halved, to that of rounding.
TYPED_TEST(PrinceDormandOf, IsOfOrder8) {
  using Real = TypeParam;
  PrinceDormand<Real> integrator(2, [](auto y, auto dy) {
    dy[0] = y[1];
    dy[1] = -y[0] * y[0] * y[0];  // not linear: all order conditions matter
  });
  const auto end = [&](int steps) {
    std::vector<Real> y{1, Real(3) / 10};
    for (int k = 0; k < steps; ++k) integrator.step(y, Real(4) / steps, {});
    return y;
  };
  const auto exact = end(2000);
  const auto error = [&](int steps) {
    const auto y = end(steps);
    return std::hypot(y[0] - exact[0], y[1] - exact[1]);
  };
  for (const int steps : {20, 28}) {
    const Real order = std::log2(error(steps) / error(2 * steps));
    EXPECT_GT(order, 7.5) << steps << " steps";
    EXPECT_LT(order, 9.2) << steps << " steps";
  }
  EXPECT_LT(error(80), 1e-13);
  EXPECT_LT(error(320), 64 * std::numeric_limits<Real>::epsilon());
}

TEST(Meetings, AreGivenUpAfterSoManySteps) {
  const std::array<cluster::PointStar, 2> stars = {
      cluster::PointStar{.position = {1, 0, 0}, .velocity = {0, 0.5, 0}},
      cluster::PointStar{.position = {-1, 0, 0}, .velocity = {0, -0.5, 0}}};
  int asked = 0;
  const auto never = [&](const std::vector<Body>&) { return ++asked > 1000; };
  const auto scale = [](const std::vector<Body>&) { return 1.0; };
  const Followed end = follow(stars, {.longest = 1e6, .most_steps = 50}, never, scale);
  EXPECT_EQ(end.course, Course::unfinished);
  EXPECT_EQ(asked, 50);
  EXPECT_LT(end.time, 1e6);
}

TEST(FewBody, ABinaryComesBack) {
  for (const double eccentricity : {0.0, 0.5, 0.9}) {
    std::vector<Body> bodies = kepler(eccentricity);
    const double before = energy(bodies);
    fly(bodies, 10 * 2 * pi, {1e-13, 1e-13});
    EXPECT_NEAR(energy(bodies) / before, 1, 1e-10) << eccentricity;
    EXPECT_LT(gap(bodies[0].position, kepler(eccentricity)[0].position), 1e-8) << eccentricity;
    EXPECT_NEAR(pair(bodies[0], bodies[1]).semimajor_axis, 1, 1e-9);
    EXPECT_NEAR(pair(bodies[0], bodies[1]).eccentricity, eccentricity, 1e-7);
  }
}

/// With Fewbody's tolerance, drift of the energy over a hundred periods.
TEST(FewBody, EnergyOfABinaryHardlyDrifts) {
  std::vector<Body> bodies = kepler(0.7);
  const double before = energy(bodies);
  const Flight flight = fly(bodies, 100 * 2 * pi);
  EXPECT_EQ(flight.time, 100 * 2 * pi);
  EXPECT_LT(std::abs(energy(bodies) / before - 1), 1e-6);
  EXPECT_GT(flight.steps, 1000u);
}

/// A. Chenciner, R. Montgomery, Ann. Math. 152, 881 (2000); initial values of C. Simo.
TEST(FewBody, ThreeBodiesChaseEachOtherAroundAnEight) {
  const Vector x{0.97000436, -0.24308753, 0}, v{0.93240737, 0.86473146, 0};
  const std::vector<Body> start{
      {.position = x, .velocity = {v[0] / 2, v[1] / 2, 0}},
      {.position = {-x[0], -x[1], 0}, .velocity = {v[0] / 2, v[1] / 2, 0}},
      {.position = {0, 0, 0}, .velocity = {-v[0], -v[1], 0}}};
  const double period = 6.32591398;
  std::vector<Body> bodies = start;
  fly(bodies, period / 3, {1e-13, 1e-13});
  // A third of a period later each is where another was, as closely as eight digits say.
  for (const Body& body : bodies) {
    double nearest = 9;
    for (const Body& other : start) nearest = std::min(nearest, gap(body.position, other.position));
    EXPECT_LT(nearest, 2e-7);
  }
  fly(bodies, 2 * period / 3, {1e-13, 1e-13});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(gap(bodies[i].position, start[i].position), 1e-6);
}

/// C. Burrau, Astron. Nachr. 195, 113 (1913); V. Szebehely, C. F. Peters, Astron. J. 72, 876
/// (1967): bodies of mass 3, 4, 5 at rest in a right triangle; the lightest is ejected near
/// t = 60.
TEST(FewBody, ThePythagoreanTriangleBreaksUp) {
  std::vector<Body> bodies{{.mass = 3, .position = {1, 3, 0}},
                           {.mass = 4, .position = {-2, -1, 0}},
                           {.mass = 5, .position = {1, -1, 0}}};
  const double before = energy(bodies);
  EXPECT_NEAR(before, -(12.0 / 5 + 15.0 / 4 + 20.0 / 3), 1e-14);
  fly(bodies, 50, {1e-14, 1e-14});
  const double separation_at_50 = gap(bodies[0].position, bodies[2].position);
  fly(bodies, 30, {1e-14, 1e-14});
  EXPECT_NEAR(energy(bodies) / before, 1, 1e-8);
  const Pair binary = pair(bodies[1], bodies[2]);
  EXPECT_LT(binary.energy, 0);
  EXPECT_NEAR(binary.semimajor_axis, 0.54, 0.05);  // 0.541 to 0.560 for tolerances 1e-11 to 1e-14
  const Body centre = stick(bodies[1], bodies[2]).body;
  EXPECT_GT(pair(bodies[0], centre).energy, 0);
  EXPECT_GT(gap(bodies[0].position, centre.position), 3 * separation_at_50);
  for (const double p : momentum(bodies)) EXPECT_NEAR(p, 0, 1e-9);
  for (const double l : angular_momentum(bodies)) EXPECT_NEAR(l, 0, 1e-8);
}

TEST(StickySpheres, KeepMassAndMomentumAndLoseTheRelativeMotion) {
  cluster::Lfsr113 random(1);
  const auto number = [&] { return random.uniform() - 0.5; };
  for (int k = 0; k < 100; ++k) {
    const Body a{
        1 + random.uniform(), {number(), number(), number()}, {number(), number(), number()}, 0.1};
    const Body b{
        1 + random.uniform(), {number(), number(), number()}, {number(), number(), number()}, 0.2};
    const Merger merger = stick(a, b);
    EXPECT_EQ(merger.body.mass, a.mass + b.mass);
    EXPECT_NEAR(std::pow(merger.body.radius, 3), 0.009, 1e-15);
    const Vector before = momentum({a, b}), after = momentum({merger.body});
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(after[c], before[c], 1e-15);
    const auto kinetic = [](const Body& body) { return energy({body}); };
    EXPECT_NEAR(kinetic(merger.body) + merger.lost_energy, kinetic(a) + kinetic(b), 1e-14);
  }
}

/// Bodies that fly at each other stop where they touch.
TEST(StickySpheres, AreFoundWhenTheyTouch) {
  std::vector<Body> bodies{
      {.mass = 1e-6, .position = {-1, 0, 0}, .velocity = {1, 0, 0}, .radius = 0.1},
      {.mass = 1e-6, .position = {1, 0.05, 0}, .radius = 0.1}};
  const Flight flight = fly(bodies, 100, {1e-9, 1e-9}, 0.001);
  ASSERT_EQ(flight.touching.size(), 1u);
  EXPECT_GE(flight.time, 1.8);
  EXPECT_LT(flight.time, 2.3);
}

/// Bodies from far away at random impact parameters: those that touch fill the cross section.
TEST(StickySpheres, TouchAsOftenAsTheCrossSectionSays) {
  const double speed = 1;
  const Body target{.mass = 1, .radius = 0.1}, projectile{.mass = 1e-12, .radius = 0.05};
  const double section = collision_cross_section(target, projectile, speed);
  const double limit = std::sqrt(section / pi);  // impact parameter of a grazing passage
  for (const double factor : {0.97, 1.03}) {
    Body incoming = projectile;
    incoming.position = {-2000, factor * limit, 0};
    incoming.velocity = {std::sqrt(speed * speed + 2.0 / 2000), 0, 0};
    std::vector<Body> bodies{target, incoming};
    double closest = 9;
    fly(bodies, 1990, {1e-10, 1e-10});
    for (int k = 0; k < 4000; ++k) {
      fly(bodies, 0.005, {1e-10, 1e-10});
      closest = std::min(closest, gap(bodies[0].position, bodies[1].position));
    }
    EXPECT_EQ(closest < target.radius + projectile.radius, factor < 1) << closest;
  }
  EXPECT_DOUBLE_EQ(collision_probability(target, projectile, speed, 3, 2), 6 * section);
}

}  // namespace
}  // namespace touchstone::reference
