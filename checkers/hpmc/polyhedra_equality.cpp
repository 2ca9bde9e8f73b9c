// checkers/hpmc/polyhedra_equality.cpp
// Purpose   Check of trajectories of polyhedra, rounded ones and triangle meshes: the bits of the
//           reference. Space has rotations that do not commute, screens by planes and edges, and
//           algorithms of its own, of which disks, balls and polygons show nothing.
// Cost      Crystals of eight bodies with all their images, few steps: the exact references take a
//           hundred times longer than what they judge.
// Not here  Disks, balls and polygons (simulation_equality.cpp).
#include <algorithm>
#include <tuple>
#include <utility>

#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_findings.hpp"
#include "checkers/hpmc/test_bodies.hpp"
#include "checkers/made_once.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Configuration;
using shapes::RunParameters;
using shapes::ShapeScheme;
using shapes::Vec3;

/// The longest edge of the smallest box along the axes that holds the body.
double extent(const Body& body) {
  const auto of = [](const std::vector<Vec3>& vertices, double rounding) {
    Vec3 low = vertices[0];
    Vec3 high = vertices[0];
    for (const Vec3& v : vertices) {
      low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
      high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
    }
    return std::max({high.x - low.x, high.y - low.y, high.z - low.z}) + 2 * rounding;
  };
  if (const auto* p = std::get_if<shapes::ConvexPolyhedron>(&body)) return of(p->vertices, 0);
  if (const auto* p = std::get_if<shapes::Spheropolyhedron>(&body))
    return of(p->vertices, p->rounding);
  const auto& p = std::get<shapes::Polyhedron>(body);
  return of(p.vertices, p.rounding);
}

/// So dense that most trials are decided by the bodies and not by their circumspheres; in a box of
/// this side, or one that the crystal fills.
Configuration crystal(const Body& body, int cells, double side = 0) {
  const double spacing = 1.05 * extent(body);
  Configuration c{.box = shapes::Box::cube(std::max(side, cells * spacing)), .types = {body}};
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      for (int k = 0; k < cells; ++k)
        c.centres.push_back(c.box.wrap(spacing * Vec3{i + 0.5, j + 0.5, k + 0.5}));
  c.type.assign(c.size(), 0);
  c.orientations.assign(c.size(), {});
  return c;
}

/// Configurations of the reference after each step. The check spends most of its time here.
const std::vector<Configuration>& expected_steps(const ShapeScheme& scheme, std::size_t body,
                                                 const Configuration& start, const RunParameters& p,
                                                 int steps) {
  using Key = std::tuple<std::string, std::size_t, bool, std::uint64_t, int>;
  static MadeOnce<Key, std::vector<Configuration>> known;
  return known({scheme.equals, body, scheme.confined, p.seed, steps}, [&] {
    const auto reference = shapes::shape_scheme(scheme.equals).start(start, p);
    std::vector<Configuration> all;
    for (int step = 1; step <= steps; ++step) {
      reference->advance(1);
      all.push_back(reference->configuration());
    }
    return all;
  });
}

/// Whether all steps are the same.
bool compare(const ShapeScheme& scheme, const std::string& what, const Configuration& start,
             const RunParameters& p, const std::vector<Configuration>& expected, Findings& findings,
             std::uint64_t& trials) {
  const auto run = scheme.start(start, p);
  for (std::size_t step = 0; step < expected.size(); ++step) {
    run->advance(1);
    const std::string different = first_difference(run->configuration(), expected[step]);
    findings.expect(different.empty(), fmt::format("{}, step {}: {}", what, step + 1, different));
    if (!different.empty()) return false;
  }
  trials += run->stats().of_bodies().trials;
  return true;
}

CheckResult polyhedra(const ShapeScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  RunParameters p{.max_displacement = 0.1, .max_rotation = 0.4};
  p.sweeps_per_step = 2;
  p.seed = part_seed(context, 43);
  p.threads = context.threads;
  for (std::size_t i = 0; i < test_bodies().size(); ++i) {
    const Body& body = test_bodies()[i];
    const BodyClass own = class_of(body);
    const bool mesh = own == BodyClass::polyhedron;
    if (!mesh && own != BodyClass::convex_polyhedron && own != BodyClass::spheropolyhedron)
      continue;
    ++p.seed;
    // Cells need room about a crystal; meshes have no kernel for devices.
    if (scheme.confined && mesh) continue;
    const Configuration start =
        scheme.confined ? crystal(body, 2, 8.4 * circumradius(body)) : crystal(body, 2);
    const int steps = static_cast<int>((mesh ? 1 : 2) * std::max(1.0, context.effort));
    const auto& expected = expected_steps(scheme, i, start, p, steps);
    if (!compare(scheme, std::string(name(own)), start, p, expected, findings, trials)) break;
  }
  return findings.result(trials, "the same bits in every step of every crystal");
}

const bool registered =
    register_check(ShapeCheck{.name = "shapes/polyhedra",
                              .shows = "polyhedra and meshes: the serial reference's bits",
                              .needs = Claims::equals_reference,
                              .run = polyhedra});

}  // namespace
}  // namespace touchstone::hpmc
