// checkers/hpmc/depletant_laws.cpp
// Purpose   Laws of hard spheres and disks among depletants that are known exactly: two spheres,
//           two disks (one pair, a lens of excluded volume in common), three disks (whose excluded
//           areas overlap all three).
// Source    S. Asakura, F. Oosawa, J. Chem. Phys. 22, 1255 (1954): exp(z V_lens) for two spheres.
// Method    A start that is drawn from the exact law must still follow it after some steps, in
//           which most starts have moved: ends of independent runs are independent values.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "checkers/hpmc/depletant_kind.hpp"
#include "checkers/hpmc/exact_laws.hpp"
#include "checkers/made_once.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Configuration;
using shapes::DepletantsAndSprings;
using shapes::DepletantScheme;
using shapes::Vec3;

/// Spheres or disks of diameter 1 with depletants of radius `small` at fugacity z.
struct Mixture {
  int dimensions;
  int bodies;
  double side;
  double small;
  double z;

  double excluded() const { return 0.5 + small; }  ///< radius of the excluded volume
  shapes::Box box() const {
    return dimensions == 2 ? shapes::Box::square(side) : shapes::Box::cube(side);
  }
  /// Volume that two balls (disks) of the excluded radius, d apart, have in common.
  double lens(double d) const {
    const double r = excluded();
    if (d >= 2 * r) return 0;
    if (dimensions == 2)
      return 2 * r * r * std::acos(d / (2 * r)) - d / 2 * std::sqrt(4 * r * r - d * d);
    const double h = r - d / 2;
    return 2 * std::numbers::pi * h * h * (3 * r - h) / 3;
  }
  double distance(const Configuration& c, std::size_t a, std::size_t b) const {
    return norm(c.box.nearest(c.centres[a] - c.centres[b]));
  }
};

/// Area of the union of disks about centres in a periodic square, by lines through it.
double union_area(const Configuration& c, double radius) {
  constexpr int kLines = 64;
  const double side = c.box.lx;
  double area = 0;
  std::vector<std::pair<double, double>> covered;
  for (int line = 0; line < kLines; ++line) {
    const double y = side * ((line + 0.5) / kLines - 0.5);
    covered.clear();
    for (const Vec3& r : c.centres) {
      const double dy = c.box.nearest({0, r.y - y, 0}).y;
      if (std::abs(dy) >= radius) continue;
      const double half = std::sqrt(radius * radius - dy * dy);
      for (const double x : {r.x - side, r.x, r.x + side}) {
        const double first = std::max(x - half, -side / 2), last = std::min(x + half, side / 2);
        if (first < last) covered.emplace_back(first, last);  // not beside the box
      }
    }
    std::sort(covered.begin(), covered.end());
    double end = -side / 2;
    for (const auto& [first, last] : covered) {
      if (last > end) area += (last - std::max(first, end)) * side / kLines;
      end = std::max(end, last);
    }
  }
  return area;
}

/// Uniform where nothing overlaps, accepted with exp(z V_free) over its largest value.
Configuration draw(const Mixture& m, PhiloxStream& random) {
  Configuration c{
      .box = m.box(),
      .types = {shapes::named_body(m.dimensions == 2 ? "disk" : "sphere")},
      .type = std::vector<std::uint32_t>(static_cast<std::size_t>(m.bodies)),
      .centres = std::vector<Vec3>(static_cast<std::size_t>(m.bodies)),
      .orientations = std::vector<shapes::Orientation>(static_cast<std::size_t>(m.bodies))};
  const double pairs = m.bodies * (m.bodies - 1) / 2;
  for (;;) {
    for (Vec3& r : c.centres) {
      r = {m.side * (random.uniform() - 0.5), m.side * (random.uniform() - 0.5), 0};
      if (m.dimensions == 3) r.z = m.side * (random.uniform() - 0.5);
    }
    double shared = 0, nearest = m.side;
    for (std::size_t a = 0; a < c.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        nearest = std::min(nearest, m.distance(c, a, b));
        shared += m.lens(m.distance(c, a, b));
      }
    if (nearest <= 1) continue;
    const double logarithm = std::log(1 - random.uniform()) / m.z + pairs * m.lens(1);
    if (logarithm > shared) continue;  // the common area is at most the sum over pairs
    if (m.bodies > 2) {
      const double one = std::numbers::pi * m.excluded() * m.excluded();
      if (logarithm > m.bodies * one - union_area(c, m.excluded())) continue;
    }
    return c;
  }
}

/// Sum over pairs of the distance of nearest images.
double spread(const Mixture& m, const Configuration& c) {
  double sum = 0;
  for (std::size_t a = 0; a < c.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) sum += m.distance(c, a, b);
  return sum;
}

/// Starts with which every scheme and mutant begins.
const std::vector<Configuration>& starts(const Mixture& m, std::uint64_t seed, int count) {
  static MadeOnce<std::tuple<int, int, std::uint64_t, int>, std::vector<Configuration>> drawn;
  return drawn({m.dimensions, m.bodies, seed, count}, [&] {
    std::vector<Configuration> all;
    for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(count); ++k) {
      PhiloxStream random = Philox(seed).stream(Purpose::test, k, 0);
      all.push_back(draw(m, random));
    }
    return all;
  });
}

void stays(const DepletantScheme& scheme, const CheckContext& context, const Mixture& m,
           const std::string& what, Laws& laws, std::uint64_t& trials) {
  const int runs = std::max(10, static_cast<int>(2500 * context.effort));
  const auto part = static_cast<std::uint64_t>(m.dimensions * 10 + m.bodies);
  std::vector<double> direct, ends;
  std::uint64_t moved = 0;
  for (const Configuration& c : starts(m, part_seed(context, 500 + part), 5 * runs))
    direct.push_back(spread(m, c));
  const auto& begin = starts(m, part_seed(context, 600 + part), runs);
  DepletantsAndSprings s;
  s.depletants.fugacity = m.z;
  if (m.dimensions == 2)
    s.depletants.body = shapes::Disk{m.small};
  else
    s.depletants.body = shapes::Ball{m.small};
  for (const Configuration& c : begin) {
    const auto k = ends.size();
    const auto run = scheme.start(c,
                                  {.max_displacement = 0.9,
                                   .sweeps_per_step = 2,
                                   .seed = part_seed(context, 1000 * part + k)},
                                  s);
    run->advance(3);
    ends.push_back(spread(m, run->configuration()));
    moved += std::abs(ends.back() - spread(m, c)) > kMoved ? 1 : 0;
    trials += run->stats().of_bodies().trials;
  }
  laws.moved(what, moved, ends.size());
  laws.same(what, ends, direct);
}

CheckResult two_bodies(const DepletantScheme& scheme, const CheckContext& context) {
  Laws laws(context);
  std::uint64_t trials = 0;
  stays(scheme, context, {3, 2, 4, 0.5, 1.2}, "distance of two spheres", laws, trials);
  stays(scheme, context, {2, 2, 4, 0.5, 1.5}, "distance of two disks", laws, trials);
  return laws.result(trials, "two spheres, and two disks, follow exp(z V_lens)");
}

CheckResult three_disks(const DepletantScheme& scheme, const CheckContext& context) {
  Laws laws(context);
  std::uint64_t trials = 0;
  stays(scheme, context, {2, 3, 4, 0.5, 1.5}, "distances of three disks", laws, trials);
  return laws.result(trials, "three disks follow exp(z A_free) where all three share area");
}

const bool registered =
    register_check(DepletantCheck{.name = "surroundings/asakura-oosawa",
                                  .shows = "two spheres among depletants have the exact pair law",
                                  .needs = Claims::global_balance,
                                  .run = two_bodies}) &&
    register_check(DepletantCheck{.name = "surroundings/three disks",
                                  .shows = "depletion is not a sum over pairs where it is none",
                                  .needs = Claims::global_balance,
                                  .run = three_disks});

}  // namespace
}  // namespace touchstone::hpmc
