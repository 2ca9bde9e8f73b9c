// checkers/hpmc/parameters.cpp
// Purpose   Registers the check that every parameter of runs of hard shapes has an effect.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/parameter_effects.hpp"

namespace touchstone::hpmc {
namespace {

/// Fault of runs with a share of translations of 0 or of 1: a body moves or turns that should not,
/// or none does that should; empty: none.
std::string wrong_shares(const shapes::ShapeScheme& scheme, const shapes::Configuration& start,
                         std::uint64_t seed) {
  for (const double share : {0.0, 1.0}) {
    shapes::RunParameters p{.translations = share};
    p.seed = seed;
    const auto run = scheme.start(start, p);
    run->advance(1);
    const shapes::Configuration c = run->configuration();
    double moved = 0, turned = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      moved = std::max(moved, norm(c.box.wrap(c.centres[i] - start.centres[i])));
      turned = std::max(turned, std::abs(c.orientations[i].z - start.orientations[i].z));
    }
    if ((moved > 1e-3) != (share > 0) || (turned > 1e-3) != (share < 1))
      return fmt::format(
          "a share of translations of {}: bodies move by up to {:.2g} and turn by "
          "up to {:.2g}",
          share, moved, turned);
  }
  return {};
}

CheckResult parameters(const shapes::ShapeScheme& scheme, const CheckContext& context) {
  using P = shapes::RunParameters;
  const shapes::Configuration start = test_lattice("square", 6, 0.3);
  P plain{.seed = part_seed(context, 0)};
  std::vector<Change<P>> changes{{"seed", [](P& p) { ++p.seed; }},
                                 {"max_displacement", [](P& p) { p.max_displacement *= 1.01; }},
                                 {"max_rotation", [](P& p) { p.max_rotation *= 1.01; }},
                                 {"translations", [](P& p) { p.translations = 0.7; }},
                                 {"sweeps_per_step", [](P& p) { ++p.sweeps_per_step; }}};
  if (scheme.box_moves) {
    plain.box = {.pressure = 1, .max_volume = 3, .per_step = 4};
    changes.push_back({"pressure", [](P& p) { p.box.pressure = 3; }});
    changes.push_back({"max_volume", [](P& p) { p.box.max_volume *= 1.01; }});
    changes.push_back({"box moves per step", [](P& p) { ++p.box.per_step; }});
  }
  const std::string wrong = wrong_shares(scheme, start, part_seed(context, 1));
  if (!wrong.empty()) return count_violations(1, 0, wrong, "");
  return each_has_an_effect<P>(plain, changes, [&](const P& p) {
    const auto run = scheme.start(start, p);
    run->advance(20);
    const shapes::Configuration c = run->configuration();
    End end{c.box.lx, c.box.ly};
    for (const shapes::Vec3& r : c.centres) end.insert(end.end(), {r.x, r.y});
    for (const shapes::Orientation& q : c.orientations) end.insert(end.end(), {q.s, q.z});
    return end;
  });
}

const bool registered = register_check(ShapeCheck{.name = "shapes/parameters",
                                                  .shows = kEachHasAnEffect,
                                                  .needs = Claims::global_balance,
                                                  .run = parameters,
                                                  .only = {.of_law = true}});

}  // namespace
}  // namespace touchstone::hpmc
