// checkers/hpmc/spring_laws.cpp
// Purpose   Laws of bodies on springs that are known exactly: normal displacements of a crystal
//           without interaction with each of its anchors, orientations, and two disks one of which
//           is held.
// Method    A start that is drawn from the exact law must still follow it after some steps, in
//           which most starts have moved: ends of independent runs are independent values.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "checkers/hpmc/depletant_kind.hpp"
#include "checkers/hpmc/exact_laws.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Anchor;
using shapes::Configuration;
using shapes::DepletantScheme;
using shapes::Orientation;
using shapes::RunParameters;
using shapes::Springs;
using shapes::Vec3;

/// Box and Muller.
double normal(PhiloxStream& random) {
  const double r = std::sqrt(-2 * std::log(1 - random.uniform()));
  return r * std::cos(2 * std::numbers::pi * random.uniform());
}

double normal_share(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

/// Bodies of one kind at sites of a line in a square or cube of side 3, far smaller than that.
Configuration small_bodies(const std::string& body, std::size_t count) {
  const shapes::Body small = shapes::scaled(shapes::named_body(body), 1e-6);
  Configuration c{.box = dimensions(small) == 2 ? shapes::Box::square(3) : shapes::Box::cube(3),
                  .types = {small}};
  for (std::size_t k = 0; k < count; ++k)
    c.centres.push_back(
        {3 * (static_cast<double>(k) + 0.5) / static_cast<double>(count) - 1.5, 0.1, 0});
  c.type.assign(count, 0);
  c.orientations.assign(count, {});
  return c;
}

CheckResult free_crystal(const DepletantScheme& scheme, const CheckContext& context) {
  constexpr double kSpring = 40;
  Laws laws(context);
  std::uint64_t trials = 0;
  const int runs = std::max(10, static_cast<int>(1500 * context.effort));
  const Configuration sites = small_bodies("disk", 3);
  for (const Anchor anchor : {Anchor::none, Anchor::first_body, Anchor::centre_of_mass}) {
    const Springs springs = springs_at(sites, kSpring, anchor);
    std::vector<double> along, across;
    std::array<std::uint64_t, 3> moved = {};  // by body
    for (int k = 0; k < runs; ++k) {
      PhiloxStream random =
          Philox(part_seed(context, 700)).stream(Purpose::test, static_cast<std::uint64_t>(k), 0);
      Configuration c = sites;
      for (std::size_t i = anchor == Anchor::first_body ? 1 : 0; i < c.size(); ++i) {
        c.centres[i].x += normal(random) / std::sqrt(kSpring);
        c.centres[i].y += normal(random) / std::sqrt(kSpring);
      }
      for (Vec3& r : c.centres) r = c.box.wrap(r);
      const auto run =
          scheme.start(c,
                       {.max_displacement = 0.3,
                        .seed = part_seed(context, 7000 + static_cast<std::uint64_t>(k))},
                       {.springs = springs});
      run->advance(3);
      const Configuration end = run->configuration();
      trials += run->stats().of_bodies().trials;
      for (std::size_t i = 0; i < c.size(); ++i)
        moved[i] += norm(c.box.nearest(end.centres[i] - c.centres[i])) > kMoved ? 1 : 0;
      // A crystal that is free as a whole is seen from its first body, which is displaced as well.
      const bool seen_from_first = anchor == Anchor::centre_of_mass;
      const Vec3 origin = seen_from_first ? end.centres[0] - sites.centres[0] : Vec3{};
      const auto u = [&](std::size_t i) {
        return std::sqrt(kSpring / (seen_from_first ? 2 : 1)) *
               end.box.nearest(end.centres[i] - sites.centres[i] - origin);
      };
      along.push_back(normal_share(u(1).x));
      across.push_back(normal_share(u(2).y));
      if (anchor == Anchor::first_body && norm(u(0)) > 0) along.back() = 0;  // it is held
    }
    const std::string what = anchor == Anchor::none         ? "without anchor"
                             : anchor == Anchor::first_body ? "with one body held"
                                                            : "about the centre of mass";
    for (std::size_t i = anchor == Anchor::first_body ? 1 : 0; i < moved.size(); ++i)
      laws.moved(fmt::format("body {} {}", i, what), moved[i], along.size());
    laws.uniform("displacement along the row " + what, along);
    laws.uniform("displacement across the row " + what, across);
  }
  return laws.result(trials, "bodies without interaction are normally distributed about sites");
}

/// 1 - the largest product of r, the rotation away from the site, with a rotation of the square or
/// of the cube: half the square of the distance of unit quaternions. Known here without their
/// groups, which the schemes use.
double energy_of_square(const Orientation& r) {
  const double angle = 2 * std::atan2(r.z, r.s), quarter = std::numbers::pi / 2;
  return 1 - std::cos((angle - quarter * std::round(angle / quarter)) / 2);
}
double energy_of_cube(const Orientation& r) {
  std::array<double, 4> parts{std::abs(r.s), std::abs(r.x), std::abs(r.y), std::abs(r.z)};
  std::sort(parts.begin(), parts.end());
  const double along_an_edge = (parts[3] + parts[2]) / std::numbers::sqrt2;
  const double along_a_diagonal = (parts[0] + parts[1] + parts[2] + parts[3]) / 2;
  return 1 - std::max({parts[3], along_an_edge, along_a_diagonal});
}

using Energy = std::function<double(const Orientation&)>;

/// Uniform over all orientations, accepted with exp(-energy).
Orientation draw_turn(PhiloxStream& random, const Energy& energy, double turning, bool plane) {
  for (;;) {
    Orientation q;
    if (plane) {
      q = shapes::turned_by(2 * std::numbers::pi * random.uniform());
    } else {
      q = {normal(random), normal(random), normal(random), normal(random)};
      q = normalised(q);
    }
    if (random.uniform() < std::exp(-turning * energy(q))) return q;
  }
}

void turns(const DepletantScheme& scheme, const CheckContext& context, const std::string& body,
           Springs springs, Laws& laws, std::uint64_t& trials) {
  const Configuration sites = small_bodies(body, 1);
  const bool plane = sites.box.dimensions == 2;
  springs.orientations = {plane ? shapes::turned_by(0.4)
                                : normalised(Orientation{0.9, 0.2, -0.3, 0.1})};
  const int runs = std::max(10, static_cast<int>(1500 * context.effort));
  const Orientation back = conjugate(springs.orientations[0]);
  const Energy energy = [&](const Orientation& q) {
    return plane ? energy_of_square(back * q) : energy_of_cube(back * q);
  };
  std::vector<double> direct, ends;
  std::uint64_t turned = 0;
  PhiloxStream random = Philox(part_seed(context, plane ? 710 : 711)).stream(Purpose::test, 0, 0);
  for (int k = 0; k < 5 * runs; ++k)
    direct.push_back(energy(draw_turn(random, energy, springs.turning, plane)));
  for (int k = 0; k < runs; ++k) {
    Configuration c = sites;
    c.orientations[0] = draw_turn(random, energy, springs.turning, plane);
    if (k % 2 == 1) c.orientations[0] = Orientation{-1, 0, 0, 0} * c.orientations[0];
    RunParameters p{.max_rotation = 0.8,
                    .translations = 0,
                    .seed = part_seed(context, 7500 + static_cast<std::uint64_t>(k))};
    const auto run = scheme.start(c, p, {.springs = springs});
    run->advance(8);
    ends.push_back(energy(run->configuration().orientations[0]));
    turned += std::abs(ends.back() - energy(c.orientations[0])) > kMoved ? 1 : 0;
    trials += run->stats().of_bodies().trials;
  }
  laws.moved("orientation of a " + body, turned, ends.size());
  laws.same("orientation of a " + body, ends, direct);
}

CheckResult turning(const DepletantScheme& scheme, const CheckContext& context) {
  Laws laws(context);
  std::uint64_t trials = 0;
  turns(scheme, context, "square", {.turning = 30, .symmetry = shapes::cyclic_group(4)}, laws,
        trials);
  turns(scheme, context, "cube", {.turning = 12, .symmetry = shapes::cube_group()}, laws, trials);
  return laws.result(trials, "orientations follow their springs, with the symmetry of the body");
}

/// The other disk is near enough to be cut off by the one that is held.
CheckResult held_disk(const DepletantScheme& scheme, const CheckContext& context) {
  constexpr double kSpring = 30;
  Laws laws(context);
  std::uint64_t trials = 0;
  Configuration sites{.box = shapes::Box::square(2.6), .types = {shapes::named_body("disk")}};
  sites.centres = {{0, 0, 0}, {1.05, 0.1, 0}};
  sites.type = {0, 0};
  sites.orientations = {{}, {}};
  const Springs springs = springs_at(sites, kSpring, Anchor::first_body);
  const auto draw = [&](PhiloxStream& random) {
    for (;;) {
      const Vec3 r =
          sites.centres[1] + 1 / std::sqrt(kSpring) * Vec3{normal(random), normal(random), 0};
      if (norm(sites.box.nearest(r)) > 1) return r;
    }
  };
  // Distance from the site, relative to the disk that is held.
  const auto distance = [&](Vec3 held, Vec3 r) {
    return norm(sites.box.nearest(r - held - sites.centres[1]));
  };
  const int runs = std::max(10, static_cast<int>(1500 * context.effort));
  std::vector<double> direct, ends;
  std::uint64_t moved = 0;
  PhiloxStream random = Philox(part_seed(context, 720)).stream(Purpose::test, 0, 0);
  for (int k = 0; k < 10 * runs; ++k) direct.push_back(distance({}, draw(random)));
  for (int k = 0; k < runs; ++k) {
    Configuration c = sites;
    c.centres[1] = c.box.wrap(draw(random));
    const auto run =
        scheme.start(c,
                     {.max_displacement = 0.25,
                      .seed = part_seed(context, 8000 + static_cast<std::uint64_t>(k))},
                     {.springs = springs});
    run->advance(3);
    const Configuration end = run->configuration();
    ends.push_back(distance(end.centres[0], end.centres[1]));
    moved += std::abs(ends.back() - distance(c.centres[0], c.centres[1])) > kMoved ? 1 : 0;
    trials += run->stats().of_bodies().trials;
  }
  laws.moved("a disk on a spring beside one that is held", moved, ends.size());
  laws.same("a disk on a spring beside one that is held", ends, direct);
  return laws.result(trials, "a disk on a spring beside one that is held is where it should be");
}

const bool registered =
    register_check(DepletantCheck{.name = "surroundings/free crystal",
                                  .shows = "an Einstein crystal is normally distributed",
                                  .needs = Claims::global_balance,
                                  .run = free_crystal}) &&
    register_check(DepletantCheck{.name = "surroundings/turning springs",
                                  .shows = "orientations on springs know the symmetry of the body",
                                  .needs = Claims::global_balance,
                                  .run = turning}) &&
    register_check(DepletantCheck{.name = "surroundings/held disk",
                                  .shows = "springs and hard cores act together",
                                  .needs = Claims::global_balance,
                                  .run = held_disk});

}  // namespace
}  // namespace touchstone::hpmc
