// checkers/hpmc/drawn_fluids.cpp
// Purpose   Registers the check of fluids of some hundred bodies, drawn at random, in which bodies
//           come to other neighbours within a step: whatever a scheme remembers of who is near
//           (trees, lists of leaves, cells) has to be kept up to date between the sweeps of a step.
// Computes  A lattice with gaps of 0.2 to 1 diameter, moves that are shorter than half a gap, and
//           so many sweeps to a step that a body can come about three gaps far. Bit for bit the
//           configurations of the reference.
// Cost      The reference's all pairs: 0.1 s for each system, once for all schemes.
// Not here  Few bodies, mixtures, domains, moves of the box (drawn_equality.cpp).
#include <algorithm>
#include <cmath>
#include <tuple>

#include "checkers/draws.hpp"
#include "checkers/hpmc/random_bodies.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_findings.hpp"
#include "checkers/made_once.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::BodyClass;
using shapes::Configuration;
using shapes::RunParameters;
using shapes::ShapeScheme;

constexpr int kSystems = 6;
constexpr std::uint64_t kSteps = 2;
constexpr double kPath = 3;  ///< sweeps of a step times the longest move, in gaps of the lattice

struct Fluid {
  Configuration start;
  RunParameters parameters;
  std::string name;
};

/// Cheap bodies in most systems: the reference looks at all pairs.
BodyClass draw_class(Draws& draw) {
  constexpr BodyClass kClasses[] = {BodyClass::disk, BodyClass::ball, BodyClass::convex_polygon,
                                    BodyClass::convex_polyhedron};
  return kClasses[draw.whole(0, 3)];
}

Fluid draw_fluid(const CheckContext& context, std::uint64_t number) {
  PhiloxStream random = Philox(part_seed(context, 0xF10D)).stream(Purpose::test, number, 0);
  Draws draw(random);
  const BodyClass one = draw_class(draw);
  const bool plane = shapes::dimensions(one) == 2;
  const int lines = plane ? draw.whole(14, 20) : draw.whole(6, 8);
  Fluid fluid;
  Configuration& c = fluid.start;
  c.types = {random_body(one, draw.random())};
  const double diameter = 2 * circumradius(c.types[0]);
  const double gap = draw.from(0.2, 1) * diameter;
  const double spacing = diameter + gap, side = lines * spacing;
  c.box = plane ? shapes::Box::square(side) : shapes::Box::cube(side);
  for (int z = 0; z < (plane ? 1 : lines); ++z)
    for (int y = 0; y < lines; ++y)
      for (int x = 0; x < lines; ++x)
        c.centres.push_back(c.box.wrap(
            {(x + 0.5) * spacing, (y + 0.5) * spacing, plane ? 0 : (z + 0.5) * spacing}));
  c.type.assign(c.size(), 0);
  c.orientations.assign(c.size(), {});
  RunParameters& p = fluid.parameters;
  p.max_displacement = draw.from(0.25, 0.5) * gap;
  p.max_rotation = 0.5;
  p.translations = 0.9;
  p.sweeps_per_step = static_cast<int>(std::ceil(kPath * gap / p.max_displacement));
  p.seed = draw.random().next();
  fluid.name = fmt::format("{} of class {}, gaps of {:.2f} diameters, {} sweeps to a step",
                           c.size(), shapes::name(one), gap / diameter, p.sweeps_per_step);
  return fluid;
}

struct Expected {
  Fluid fluid;
  std::vector<Configuration> steps;
};

/// The reference's configurations after each step.
const Expected& expected_of(const ShapeScheme& scheme, const CheckContext& context,
                            std::uint64_t number) {
  static MadeOnce<std::tuple<std::string, std::uint64_t, std::uint64_t>, Expected> known;
  return known({scheme.equals, context.seed, number}, [&] {
    Expected all{.fluid = draw_fluid(context, number), .steps = {}};
    const auto run =
        shapes::shape_scheme(scheme.equals).start(all.fluid.start, all.fluid.parameters);
    for (std::uint64_t step = 0; step < kSteps; ++step) {
      run->advance(1);
      all.steps.push_back(run->configuration());
    }
    return all;
  });
}

CheckResult drawn_fluids(const ShapeScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  const int systems = std::max(1, static_cast<int>(kSystems * context.effort));
  for (int number = 0; number < systems && !findings.any(); ++number) {
    const Expected& expected = expected_of(scheme, context, static_cast<std::uint64_t>(number));
    RunParameters p = expected.fluid.parameters;
    p.threads = context.threads;
    const auto run = scheme.start(expected.fluid.start, p);
    for (std::size_t step = 0; step < expected.steps.size() && !findings.any(); ++step) {
      run->advance(1);
      const std::string different = first_difference(run->configuration(), expected.steps[step]);
      findings.expect(different.empty(),
                      fmt::format("{}, step {}: {}", expected.fluid.name, step + 1, different));
    }
    trials += run->stats().of_bodies().trials;
  }
  return findings.result(trials, fmt::format("{} fluids: the same bits", systems));
}

const bool registered = register_check(
    ShapeCheck{.name = "shapes/drawn fluids",
               .shows = "hundreds of bodies that change neighbours within a step move as those of "
                        "the reference, bit for bit",
               .needs = Claims::equals_reference,
               .cost = "0.1 s, and 1 s of the reference once",
               .run = drawn_fluids,
               .only = {.of_free_order = true},
               .many_steps = true});

}  // namespace
}  // namespace touchstone::hpmc
