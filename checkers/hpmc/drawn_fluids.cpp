// checkers/hpmc/drawn_fluids.cpp
// Purpose   Registers the check of fluids of some hundred bodies, drawn at random, in which bodies
//           come to other neighbours within a step: whatever a scheme remembers of who is near
//           (trees, lists of leaves, cells) has to be kept up to date between the sweeps of a step.
// Computes  A lattice with gaps of 0.2 to 1 diameter, moves that are shorter than half a gap, and
//           so many sweeps to a step that a body can come about three gaps far. In every second
//           one gaps are narrower, moves as long as these, and rods are in the place of some bodies
//           of a row; near a rod are more bodies than a list may hold. Bit for bit the
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

/// A rod along x that may be together with bodies of this class.
shapes::Body rod_beside(BodyClass one, double length, double width) {
  const double a = length / 2, b = width / 2;
  switch (one) {
    case BodyClass::disk:
      return shapes::Spheropolygon{{{b - a, 0}, {a - b, 0}}, b};
    case BodyClass::ball:
      return shapes::Spheropolyhedron{{{b - a, 0, 0}, {a - b, 0, 0}}, b};
    case BodyClass::convex_polygon:
      return shapes::ConvexPolygon{{{-a, -b}, {a, -b}, {a, b}, {-a, b}}};
    default:
      return shapes::ConvexPolyhedron{{{-a, -b, -b},
                                       {-a, -b, b},
                                       {-a, b, -b},
                                       {-a, b, b},
                                       {a, -b, -b},
                                       {a, -b, b},
                                       {a, b, -b},
                                       {a, b, b}}};
  }
}

struct Fluid {
  Configuration start;
  RunParameters parameters;
  std::string name;
};

/// Cheap bodies: the reference looks at all pairs.
BodyClass draw_class(bool round, Draws& draw) {
  constexpr BodyClass kClasses[] = {BodyClass::disk, BodyClass::ball, BodyClass::convex_polygon,
                                    BodyClass::convex_polyhedron};
  return kClasses[draw.whole(0, round ? 1 : 3)];
}

Fluid draw_fluid(const CheckContext& context, std::uint64_t number) {
  PhiloxStream random = Philox(part_seed(context, 0xF10D)).stream(Purpose::test, number, 0);
  Draws draw(random);
  const BodyClass one = draw_class(number % 4 == 1, draw);  // a rod meets round bodies most often
  const bool plane = shapes::dimensions(one) == 2;
  const int lines = plane ? draw.whole(14, 20) : draw.whole(6, 8);
  const int in_the_middle = number % 2 == 0 ? 0 : plane ? 2 * lines / 3 : lines - 2;  // of a row
  Fluid fluid;
  Configuration& c = fluid.start;
  c.types = {random_body(one, draw.random())};
  const double diameter = 2 * circumradius(c.types[0]);
  const double gap = (in_the_middle > 0 ? draw.from(0.05, 0.2) : draw.from(0.2, 1)) * diameter;
  const double spacing = diameter + gap, side = lines * spacing;
  c.box = plane ? shapes::Box::square(side) : shapes::Box::cube(side);
  const int left_out = (lines - in_the_middle) / 2;
  const auto place = [&](double x, int y, int z) {
    c.centres.push_back(
        c.box.wrap({x * spacing, (y + 0.5) * spacing, plane ? 0 : (z + 0.5) * spacing}));
  };
  const auto has_rod = [&](int y, int z) {
    return in_the_middle > 0 && y % 4 == 2 && (plane || z % 4 == 2);
  };
  for (int z = 0; z < (plane ? 1 : lines); ++z)
    for (int y = 0; y < lines; ++y)
      for (int x = 0; x < lines; ++x)
        if (!has_rod(y, z) || x < left_out || x >= left_out + in_the_middle) place(x + 0.5, y, z);
  c.type.assign(c.size(), 0);
  if (in_the_middle > 0) {
    // It all but touches one body at each end: often one of the many that are near stops it.
    const double length = in_the_middle * spacing + draw.from(0.8, 0.99) * gap;
    c.types.push_back(checked(rod_beside(one, length, draw.from(0.5, 1) * diameter)));
    for (int z = 0; z < (plane ? 1 : lines); ++z)
      for (int y = 0; y < lines; ++y)
        if (has_rod(y, z)) place(left_out + 0.5 * in_the_middle, y, z);
    c.type.resize(c.size(), 1);
  }
  c.orientations.assign(c.size(), {});
  RunParameters& p = fluid.parameters;
  p.max_displacement = (in_the_middle > 0 ? 1 : 0.5) * draw.from(0.5, 1) * gap;
  p.max_rotation = 0.5;
  p.translations = 0.9;
  p.sweeps_per_step = static_cast<int>(std::ceil(kPath * gap / p.max_displacement));
  p.seed = draw.random().next();
  fluid.name = fmt::format("{} of class {}{}, gaps of {:.2f} diameters, {} sweeps to a step",
                           c.size(), shapes::name(one), in_the_middle > 0 ? " and rods" : "",
                           gap / diameter, p.sweeps_per_step);
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
