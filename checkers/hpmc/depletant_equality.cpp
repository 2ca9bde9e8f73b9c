// checkers/hpmc/depletant_equality.cpp
// Purpose   Checks of whole trajectories among depletants and on springs: the bits of the
//           reference; and what makes no sense is refused.
#include <cmath>
#include <functional>

#include "checkers/hpmc/depletant_kind.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/hpmc/simulation_findings.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Anchor;
using shapes::Body;
using shapes::Configuration;
using shapes::DepletantsAndSprings;
using shapes::DepletantScheme;
using shapes::RunParameters;

struct DepletantCase {
  std::string name;
  Configuration start;
  DepletantsAndSprings terms;
  int steps;
};

Body small(const std::string& body, double size) {
  return shapes::scaled(shapes::named_body(body), size);
}

/// Cubic symmetry for cubes, fourfold for squares.
DepletantsAndSprings springs(const Configuration& c, double spring, double turning, Anchor anchor) {
  DepletantsAndSprings s{.springs = springs_at(c, spring, anchor)};
  s.springs.turning = turning;
  s.springs.symmetry = c.box.dimensions == 2 ? shapes::cyclic_group(4) : shapes::cube_group();
  return s;
}

std::vector<DepletantCase> cases() {
  const Configuration disks = test_lattice("disk", 6, 0.45);
  const Configuration squares = test_lattice("square", 5, 0.4);
  const Configuration crystal = shapes::face_centred_lattice(shapes::named_body("sphere"), 2, 0.5);
  Configuration tilted = test_lattice("sphere", 3, 0.25);
  const shapes::Box straight = tilted.box;
  tilted.box.xy = 0.2;
  tilted.box.yz = -0.1;
  for (shapes::Vec3& r : tilted.centres)
    r = tilted.box.wrap(tilted.box.from_fractional(straight.fractional(r)));
  Configuration mixed = disks;
  mixed.types.push_back(shapes::Disk{0.3});
  for (std::size_t i = 0; i < mixed.size(); i += 3) mixed.type[i] = 1;
  const Body dumbbell = checked(shapes::SphereUnion{{{-0.1, 0, 0}, {0.1, 0, 0}}, {0.12, 0.08}, {}});
  DepletantsAndSprings both = springs(squares, 10, 5, Anchor::none);
  both.depletants = {small("square", 0.3), 2};
  std::vector<DepletantCase> all;
  const auto among = [&](const char* name, const Configuration& c, const Body& body,
                         double fugacity, int steps) {
    all.push_back({name, c, {.depletants = {body, fugacity}}, steps});
  };
  among("disks among disks", disks, small("disk", 0.4), 4, 10);
  among("two by two disks among disks", test_lattice("disk", 2, 0.3), small("disk", 0.6), 2, 20);
  among("disks of two sizes among disks", mixed, small("disk", 0.3), 5, 5);
  among("pentagons among squares", test_lattice("pentagon", 5, 0.4), small("square", 0.3), 3, 5);
  among("pentagons among round polygons", test_lattice("pentagon", 5, 0.4),
        shapes::Spheropolygon{{{0, 0}}, 0.15}, 4, 5);
  among("spheres among spheres, tilted", tilted, small("sphere", 0.5), 3, 5);
  among("spheres among dumbbells", test_lattice("sphere", 3, 0.2), dumbbell, 2, 3);
  among("cubes among tetrahedra", test_lattice("cube", 2, 0.1), small("tetrahedron", 0.4), 0.5, 1);
  all.push_back({"a crystal on springs", crystal, springs(crystal, 50, 0, Anchor::none), 5});
  all.push_back(
      {"a crystal with one body held", crystal, springs(crystal, 20, 0, Anchor::first_body), 5});
  all.push_back({"a crystal about its centre of mass", crystal,
                 springs(crystal, 20, 0, Anchor::centre_of_mass), 5});
  Configuration signs = squares;  // the same bodies, every other quaternion with the other sign
  for (std::size_t i = 0; i < signs.size(); i += 2)
    signs.orientations[i] = shapes::Orientation{-1, 0, 0, 0} * signs.orientations[i];
  all.push_back({"squares on springs", signs, springs(squares, 30, 20, Anchor::centre_of_mass), 5});
  all.push_back({"squares on springs among squares", squares, both, 4});
  return all;
}

CheckResult equals_reference(const DepletantScheme& scheme, const CheckContext& context) {
  const DepletantScheme& reference = shapes::depletant_scheme(scheme.equals);
  Findings findings;
  std::uint64_t trials = 0;
  for (const DepletantCase& one : cases()) {
    const RunParameters p{.max_displacement = 0.15,
                          .max_rotation = 0.5,
                          .threads = context.threads,
                          .seed = part_seed(context, 730)};
    const auto run = scheme.start(one.start, p, one.terms);
    const auto expected = reference.start(one.start, p, one.terms);
    for (int step = 1; step <= one.steps; ++step) {
      run->advance(1);
      expected->advance(1);
      const std::string different =
          first_difference(run->configuration(), expected->configuration());
      findings.expect(different.empty(), fmt::format("{}, step {}: {}", one.name, step, different));
      if (!different.empty()) break;  // everything after differs
    }
    findings.expect(run->stats().of_bodies().accepted == expected->stats().of_bodies().accepted,
                    one.name + ": number of acceptances");
    findings.expect(expected->stats().of_bodies().accepted > 0, one.name + ": nothing moves");
    trials += run->stats().of_bodies().trials;
  }
  return findings.result(trials, "the same bits in every step of every case");
}

struct BadDepletants {
  const char* what;
  std::function<void(RunParameters&, DepletantsAndSprings&)> spoil;
  std::vector<const char*> words;  ///< that the message must have
};

const std::vector<BadDepletants>& bad_depletants() {
  static const std::vector<BadDepletants> all{
      {"several domains",
       [](auto& p, auto&) {
         p.domains = {2, 1, 1};
       },
       {"domains", "2 x 1 x 1"}},
      {"moves of the box",
       [](auto& p, auto&) { p.box = {.pressure = 1, .max_volume = 1}; },
       {"box", "constant volume"}},
      {"a negative fugacity",
       [](auto&, auto& s) { s.depletants.fugacity = -1; },
       {"fugacity", "-1"}},
      {"a fugacity that is no number",
       [](auto&, auto& s) { s.depletants.fugacity = std::nan(""); },
       {"fugacity", "nan"}},
      {"depletants of space in the plane",
       [](auto&, auto& s) {
         s.depletants = {shapes::Ball{0.2}, 1};
       },
       {"2 dimensions", "ball"}},
      {"too many depletants",
       [](auto&, auto& s) {
         s.depletants = {shapes::Disk{0.2}, 1e4};
       },
       {"at most 500"}},
      {"depletants as wide as the box",
       [](auto&, auto& s) {
         s.depletants = {shapes::Disk{4}, 0.1};
       },
       {"circumradius", "4.5"}},
      {"a negative spring", [](auto&, auto& s) { s.springs.spring = -2; }, {"springs", "-2"}},
      {"sites of fewer bodies",
       [](auto&, auto& s) {
         s.springs.spring = 1;
         s.springs.sites.resize(7);
       },
       {"sites", "36", "7"}},
      {"no orientations", [](auto&, auto& s) { s.springs.turning = 1; }, {"orientations", "36"}},
      {"a symmetry group of nothing",
       [](auto&, auto& s) {
         s.springs.turning = 1;
         s.springs.orientations.resize(36);
         s.springs.symmetry.clear();
       },
       {"symmetry"}},
      {"a step that is no number",
       [](auto& p, auto&) { p.max_displacement = std::nan(""); },
       {"displacement"}}};
  return all;
}

CheckResult refuses_bad_input(const DepletantScheme& scheme, const CheckContext&) {
  Findings findings;
  const Configuration c = test_lattice("disk", 6, 0.5);
  for (const BadDepletants& bad : bad_depletants()) {
    RunParameters p;
    DepletantsAndSprings s;
    bad.spoil(p, s);
    findings.expect_refused(bad.what, bad.words, [&] { scheme.start(c, p, s); });
  }
  return findings.result(bad_depletants().size(),
                         fmt::format("{} bad inputs", bad_depletants().size()));
}

const bool registered =
    register_check(DepletantCheck{.name = "surroundings/equals reference",
                                  .shows = "the serial reference gives the same bits",
                                  .needs = Claims::equals_reference,
                                  .run = equals_reference}) &&
    register_check(DepletantCheck{
        .name = "surroundings/bad input",
        .shows = "depletants and springs that make no sense are refused with what is wrong",
        .needs = Claims::conserves_particles,
        .run = refuses_bad_input});

}  // namespace
}  // namespace touchstone::hpmc
