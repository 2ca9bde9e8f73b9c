// checkers/hpmc/simulation_laws.cpp
// Purpose   Laws that are known exactly: of the orientation of one square among its own images, of
//           the distance of two disks, and of the volume of an ideal gas.
// Method    A start drawn from the exact law must still follow it after some steps, in which most
//           starts have moved: ends of independent runs are independent values.
// Not here  Trial moves themselves (move_laws.cpp).
#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>

#include "checkers/external/less_effort.hpp"
#include "checkers/hpmc/exact_laws.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Configuration;
using shapes::Orientation;
using shapes::RunParameters;
using shapes::ShapeScheme;
using shapes::Vec3;

/// A square of edge 1 in a periodic box of side 1.2: its images leave it the angles whose larger
/// cosine is above 1 / 1.2.
CheckResult one_square(const ShapeScheme& scheme, const CheckContext& context) {
  constexpr double kSide = 1.2;
  const double largest = std::acos(1 / kSide);
  const auto angle_of = [](const Orientation& q) {
    const shapes::Turn turn(q);
    return std::remainder(std::atan2(turn.s, turn.c), std::numbers::pi / 2);
  };
  Laws laws(context);
  std::vector<double> sample;
  std::uint64_t trials = 0, moved = 0;
  const int runs = std::max(10, static_cast<int>(4000 * context.effort));
  for (int k = 0; k < runs; ++k) {
    Configuration c = test_lattice("square", 1, 1 / (kSide * kSide));
    PhiloxStream random =
        Philox(part_seed(context, 45)).stream(Purpose::test, static_cast<std::uint64_t>(k), 0);
    c.orientations[0] = shapes::turned_by(largest * (2 * random.uniform() - 1));
    const auto run =
        scheme.start(c, {.max_displacement = 0.1,
                         .max_rotation = 1.2,
                         .sweeps_per_step = 5,
                         .seed = part_seed(context, 1000 + static_cast<std::uint64_t>(k))});
    run->advance(1);
    const double angle = angle_of(run->configuration().orientations[0]);
    moved += std::abs(angle - angle_of(c.orientations[0])) > kMoved ? 1 : 0;
    sample.push_back(0.5 + 0.5 * angle / largest);
    trials += 5;
  }
  laws.moved("angle of a square among its images", moved, sample.size());
  laws.uniform("angle of a square among its images", sample);
  const CheckResult result = laws.result(trials, "uniform over the angles that its images leave");
  return scheme.screened_starts ? external::of_part(result, context.effort) : result;
}

/// Two disks of diameter 1 in a periodic square of side 1.7: the separation is uniform where no
/// image overlaps. Its law is taken from direct sampling, x folded into (0, side / 2).
CheckResult two_disks(const ShapeScheme& scheme, const CheckContext& context) {
  constexpr double kSide = 1.7;
  const auto box = shapes::Box::square(kSide);
  const auto images = box.images(3);
  const auto draw = [&](PhiloxStream& random) {
    for (;;) {
      const Vec3 r{kSide * (random.uniform() - 0.5), kSide * (random.uniform() - 0.5), 0};
      if (std::all_of(images.begin(), images.end(),
                      [&](Vec3 image) { return norm2(r + image) > 1; }))
        return r;
    }
  };
  const auto folded = [](Vec3 r) { return std::min(std::abs(r.x), std::abs(r.y)); };
  Laws laws(context);
  std::vector<double> expected, found;
  PhiloxStream direct = Philox(part_seed(context, 46)).stream(Purpose::test, 0, 0);
  for (int k = 0; k < 20000; ++k) expected.push_back(folded(draw(direct)));
  std::uint64_t trials = 0, moved = 0;
  const int runs = std::max(10, static_cast<int>(4000 * context.effort));
  for (int k = 0; k < runs; ++k) {
    Configuration c = test_lattice("disk", 1, 0.5);
    c.box = box;
    PhiloxStream random =
        Philox(part_seed(context, 47)).stream(Purpose::test, static_cast<std::uint64_t>(k), 0);
    c.centres = {Vec3{}, box.wrap(draw(random))};
    c.type = {0, 0};
    c.orientations = {{}, {}};
    const auto run =
        scheme.start(c, {.max_displacement = 0.2,
                         .sweeps_per_step = 4,
                         .seed = part_seed(context, 1000 + static_cast<std::uint64_t>(k))});
    run->advance(5);
    const Configuration end = run->configuration();
    found.push_back(folded(box.nearest(end.centres[1] - end.centres[0])));
    moved += std::abs(found.back() - folded(box.nearest(c.centres[1]))) > kMoved ? 1 : 0;
    trials += 40;
  }
  laws.moved("separation of two disks", moved, found.size());
  laws.same("separation of two disks", found, expected);
  const CheckResult result = laws.result(trials, "two disks are where direct sampling puts them");
  return scheme.screened_starts ? external::of_part(result, context.effort) : result;
}

/// Bodies so small that they are an ideal gas: V follows Gamma(N + 1) / (beta P).
CheckResult ideal_gas(const ShapeScheme& scheme, const CheckContext& context) {
  constexpr int kBodies = 4;
  Laws laws(context);
  std::uint64_t trials = 0;
  const int runs = std::max(10, static_cast<int>(800 * context.effort));
  for (const bool logarithmic : {false, true}) {
    std::vector<double> sample;
    std::uint64_t changed = 0;
    for (int k = 0; k < runs; ++k) {
      PhiloxStream random =
          Philox(part_seed(context, 48)).stream(Purpose::test, static_cast<std::uint64_t>(k), 0);
      double volume = 0;
      for (int j = 0; j <= kBodies; ++j) volume -= std::log(1 - random.uniform());
      Configuration c = test_lattice("disk", 2, 0.5);
      c.types = {shapes::Disk{1e-9}};
      const shapes::Box box = shapes::Box::square(std::sqrt(volume));
      for (Vec3& r : c.centres) r = box.wrap(box.from_fractional(c.box.fractional(r)));
      c.box = box;
      RunParameters p{.max_displacement = 1e-3,
                      .sweeps_per_step = 1,
                      .seed = part_seed(context, 1000 + static_cast<std::uint64_t>(k))};
      p.box = {.pressure = 1,
               .max_volume = logarithmic ? 0.0 : 4.0,
               .max_log_volume = logarithmic ? 1.0 : 0.0,
               .per_step = 10};
      const auto run = scheme.start(c, p);
      run->advance(2);
      const double end = run->configuration().box.volume();
      changed += std::abs(end - volume) > kMoved ? 1 : 0;
      sample.push_back(boost::math::gamma_p(kBodies + 1, end));
      trials += 20;
    }
    const std::string what = logarithmic ? "volume of an ideal gas by moves of ln V"
                                         : "volume of an ideal gas by moves of V";
    laws.moved(what, changed, sample.size());
    laws.uniform(what, sample);
  }
  return laws.result(trials, "V follows the law of N + 1 exponential variables");
}

const bool registered =
    register_check(
        ShapeCheck{.name = "shapes/one square",
                   .shows = "a square among its own images rotates freely as far as it can",
                   .needs = Claims::global_balance,
                   .run = one_square,
                   .many_steps = true}) &&
    register_check(ShapeCheck{.name = "shapes/two disks",
                              .shows = "two disks in a small box stay uniformly distributed",
                              .needs = Claims::global_balance,
                              .run = two_disks,
                              .many_steps = true}) &&
    register_check(ShapeCheck{.name = "shapes/ideal gas",
                              .shows = "at constant pressure the volume follows its exact law",
                              .needs = Claims::global_balance,
                              .run = ideal_gas,
                              .only = {.of_box_moves = true},
                              .many_steps = true});

}  // namespace
}  // namespace touchstone::hpmc
