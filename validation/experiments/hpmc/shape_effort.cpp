#include "validation/experiments/hpmc/shape_effort.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/core/random/philox.hpp"
#include "models/disks/close_packing.hpp"
#include "models/hpmc/bodies/measure.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Vec3;
using std::numbers::pi;

/// About where crystals of most bodies are stable; below it the fluid's pressure is taken.
constexpr double kCrystal[] = {0.70, 0.52};  // of the plane and of space

constexpr const char* kRift = "static rift";

bool round(const Body& body) {
  return shapes::class_of(body) == BodyClass::disk || shapes::class_of(body) == BodyClass::ball;
}

bool planar(const Body& body) { return shapes::dimensions(body) == 2; }

bool dense(const Body& body, double packing) { return packing > kCrystal[planar(body) ? 0 : 1]; }

bool may_be_concave(const Body& body) {
  switch (shapes::class_of(body)) {
    case BodyClass::sphere_union:
    case BodyClass::simple_polygon:
    case BodyClass::polyhedron:
    case BodyClass::dimpled_ball:
      return true;
    default:
      return false;
  }
}

/// Numbers in (-1, 1).
double symmetric(PhiloxStream& random) { return 2 * random.uniform() - 1; }

Vec3 in_unit_ball(PhiloxStream& random, bool plane) {
  for (;;) {
    const Vec3 v{symmetric(random), symmetric(random), plane ? 0 : symmetric(random)};
    if (norm2(v) < 1) return v;
  }
}

shapes::Orientation any_orientation(PhiloxStream& random, bool plane) {
  if (plane) return shapes::turned_by(2 * pi * random.uniform());
  for (;;) {
    const shapes::Orientation q{symmetric(random), symmetric(random), symmetric(random),
                                symmetric(random)};
    if (norm2(q) < 1 && norm2(q) > 1e-4) return normalised(q);
  }
}

/// Diameter of the disk or ball of the same measure.
double diameter(const Body& body) {
  const double v = shapes::measure(body).value();
  return planar(body) ? 2 * std::sqrt(v / pi) : 2 * std::cbrt(3 * v / (4 * pi));
}

double fluid(double packing, double alpha, bool plane) {
  const double open = 1 - packing;
  if (plane) return 1 / open + alpha * packing / (open * open);
  return 1 / open + 3 * alpha * packing / (open * open) +
         packing * packing * (3 * alpha * alpha - alpha * (6 * alpha - 5) * packing) /
             (open * open * open);
}

/// Each degree of freedom has the free length of the lattice.
double crystal(const Body& body, double packing) {
  const double d = planar(body) ? 2 : 3;
  const double freedoms = round(body) ? d : planar(body) ? 3 : 6;
  return freedoms / d / (1 - std::pow(packing / densest_packing(body), 1 / d));
}

}  // namespace

double densest_packing(const Body& body) {
  if (!round(body)) return 1;
  return planar(body) ? disks::kClosePacking : pi / std::sqrt(18.0);
}

double second_virial(const Body& body) {
  constexpr std::uint32_t kPairs = 20000;
  const bool plane = planar(body);
  const double reach = 2 * shapes::circumradius(body);
  const auto pair = shapes::prepare(body, body);
  std::uint32_t overlaps = 0;
  for (std::uint32_t k = 0; k < kPairs; ++k) {
    PhiloxStream random = Philox(1).stream(Purpose::shape_move, 0, k);
    const shapes::Orientation a = any_orientation(random, plane);
    const shapes::Orientation b = any_orientation(random, plane);
    if (pair->overlaps(a, b, reach * in_unit_ball(random, plane))) ++overlaps;
  }
  const double all = plane ? pi * reach * reach : 4 * pi / 3 * reach * reach * reach;
  return 0.5 * all * overlaps / kPairs / shapes::measure(body).value();
}

double approximate_compressibility(const Body& body, double packing) {
  if (dense(body, packing)) return crystal(body, packing);
  const bool plane = planar(body);
  return fluid(packing, plane ? second_virial(body) - 1 : (second_virial(body) - 1) / 3, plane);
}

shapes::RunParameters usual_moves(const shapes::Configuration& start, double packing) {
  constexpr int kSweeps = 4;
  const Body& body = start.types.at(0);
  const double d = planar(body) ? 2 : 3;
  const double gap = std::pow(densest_packing(body) / packing, 1 / d) - 1;
  const double free = (round(body) ? 1.2 : 0.5) * gap;
  // bodies stay less than half the box from where they were, see shapes::require_runnable
  const double widest = 0.24 * start.box.smallest_plane_distance() / kSweeps;
  return {.max_displacement = std::min({free * diameter(body), 0.5 * diameter(body), widest}),
          .max_rotation = std::min(1.0, 1.5 * free),
          .sweeps_per_step = kSweeps};
}

Estimator estimator_of(const Body& body, double packing) {
  if (const auto* disk = std::get_if<shapes::Disk>(&body); disk && disk->radius == 0.5)
    return {kRift, static_rifts()};
  if (may_be_concave(body))
    return {
        "scale distribution, both ways",
        scale_distribution_of({body}, {.range = 0.04, .bins = 16, .degree = 3, .all_pairs = true})};
  if (dense(body, packing) && !round(body))
    return {"scale distribution, nearest", scale_distribution_of({body})};
  return {"scale distribution, all pairs", scale_distribution_of({body}, shapes::kAllPairs)};
}

double relative_cost(const Body& body, double packing) {
  if (estimator_of(body, packing).name == kRift) return packing < 0.62 ? 60 : 400;
  return 500;  // 120 to 310 for ten bodies, dilute and dense
}

int equilibration_steps(const Body& body, double packing, std::size_t bodies) {
  if (!planar(body))
    return packing <= 0.4 ? 100 : packing <= 0.48 ? 300 : packing <= 0.56 ? 1000 : 500;
  if (packing <= 0.62) return 300;
  if (packing <= 0.67) return 1000;
  // long-ranged order takes a time as the square of the box to grow
  return static_cast<int>(4000 * std::max(1.0, static_cast<double>(bodies) / 870));
}

}  // namespace touchstone::validation::hpmc
