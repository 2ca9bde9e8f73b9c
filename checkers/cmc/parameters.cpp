// checkers/cmc/parameters.cpp
// Purpose   Registers the check that every parameter of runs of star clusters has an effect.
#include <memory>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/parameter_effects.hpp"
#include "models/cmc/binary_formation.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "models/cmc/collisions.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::cmc {
namespace {

/// A third of the stars are binaries, and so wide that some meet others in every step.
std::shared_ptr<const cluster::BinaryPopulation> wide(const cluster::Stars& stars,
                                                      double closeness) {
  cluster::BinaryPopulation all;
  all.closeness = closeness;
  all.part_of_time = 1;
  std::vector<double> mass(stars.size());
  for (std::size_t i = 0; i < stars.size(); ++i) mass[stars.id[i]] = stars.mass[i];
  for (std::uint32_t id = 0; id < mass.size(); id += 3)
    all.binaries.push_back({id, {mass[id] / 2, mass[id] / 2}, 0.02, 0.5});
  return std::make_shared<const cluster::BinaryPopulation>(all);
}

CheckResult parameters(const cluster::ClusterScheme& scheme, const CheckContext& context) {
  using P = cluster::ClusterParameters;
  cluster::Stars start = cluster::plummer::sample(400, 3);
  for (std::size_t i = 0; i < 400; ++i) start.mass[i] *= i % 2 == 0 ? 1.5 : 0.5;
  const P plain{.seed = static_cast<std::uint32_t>(part_seed(context, 0)),
                .ranks = 3,
                .threads = context.threads};
  std::vector<Change<P>> changes{
      {"seed", [](P& p) { ++p.seed; }},
      {"ranks", [](P& p) { ++p.ranks; }},
      {"theta_max", [](P& p) { p.theta_max = 0.9; }},
      {"timestep", [](P& p) { p.timestep = cluster::TimestepScheme::sliding; }},
      {"pair_masses", [](P& p) { p.pair_masses = cluster::PairMasses::any; }},
      {"tide",
       [](P& p) {
         p.tide = {cluster::TideCriterion::radius, 3};
       }},
      {"mass_loss",
       [](P& p) {
         p.mass_loss =
             std::make_shared<const cluster::MassTable>(cluster::MassTable({{0, 1}, {1e-3, 0.9}}));
       }},
      {"between_streams", [](P& p) {
         p.between_streams = {3, 20};
       }}};
  if (scheme.follows_binaries)
    changes.push_back({"binaries", [&](P& p) { p.binaries = wide(start, 2); }});
  const auto collisions = [](double radius, double exponent, double part) {
    return std::make_shared<const cluster::Collisions>(cluster::Collisions{radius, exponent, part});
  };
  if (scheme.follows_collisions)
    changes.push_back({"collisions", [&](P& p) { p.collisions = collisions(0.02, 0.8, 1); }});
  const auto end = [&](const P& p) {
    const auto run = scheme.start(start, p);
    run->step();
    run->step();
    return run->stars().radius;
  };
  CheckResult result = each_has_an_effect<P>(plain, changes, end);
  P with = plain;
  if (result.verdict == Verdict::pass && scheme.follows_collisions) {
    with.collisions = collisions(0.02, 0.8, 1);
    result = each_has_an_effect<P>(
        with,
        {{"radius", [&](P& p) { p.collisions = collisions(0.03, 0.8, 1); }},
         {"exponent", [&](P& p) { p.collisions = collisions(0.02, 3, 1); }},
         {"part_of_time", [&](P& p) { p.collisions = collisions(0.02, 0.8, 0.01); }}},
        end);
    with.collisions = nullptr;
  }
  if (result.verdict == Verdict::pass && scheme.follows_formation) {
    const auto formation = [](double hardness) {
      return std::make_shared<const cluster::BinaryFormation>(cluster::BinaryFormation{hardness});
    };
    with.binaries = std::make_shared<const cluster::BinaryPopulation>(cluster::BinaryPopulation{});
    result = each_has_an_effect<P>(
        with, {{"formation", [&](P& p) { p.formation = formation(0.1); }}}, end);
    with.formation = formation(0.1);
    if (result.verdict == Verdict::pass)
      result = each_has_an_effect<P>(
          with, {{"hardness", [&](P& p) { p.formation = formation(0.15); }}}, end);
    with.formation = nullptr;
  }
  if (result.verdict != Verdict::pass || !scheme.follows_binaries) return result;
  with.binaries = wide(start, 2);
  return each_has_an_effect<P>(with,
                               {{"closeness", [&](P& p) { p.binaries = wide(start, 1); }},
                                {"part_of_time",
                                 [&](P& p) {
                                   cluster::BinaryPopulation other = *p.binaries;
                                   other.part_of_time = 0.01;
                                   p.binaries =
                                       std::make_shared<const cluster::BinaryPopulation>(other);
                                 }}},
                               end);
}

const bool registered = register_check(ClusterCheck{.name = "cmc/parameters",
                                                    .shows = kEachHasAnEffect,
                                                    .needs = Claims::conserves_particles,
                                                    .run = parameters,
                                                    .only = {.of_ranks = true}});

}  // namespace
}  // namespace touchstone::cmc
