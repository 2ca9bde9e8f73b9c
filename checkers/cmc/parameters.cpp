// checkers/cmc/parameters.cpp
// Purpose   Registers the check that every parameter of runs of star clusters has an effect.
#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/parameter_effects.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::cmc {
namespace {

CheckResult parameters(const cluster::ClusterScheme& scheme, const CheckContext& context) {
  using P = cluster::ClusterParameters;
  const cluster::Stars start = cluster::plummer::sample(400, 3);
  const P plain{.seed = static_cast<std::uint32_t>(part_seed(context, 0)),
                .ranks = 3,
                .threads = context.threads};
  return each_has_an_effect<P>(
      plain,
      {{"seed", [](P& p) { ++p.seed; }},
       {"ranks", [](P& p) { ++p.ranks; }},
       {"theta_max", [](P& p) { p.theta_max = 0.9; }},
       {"timestep", [](P& p) { p.timestep = cluster::TimestepScheme::sliding; }},
       {"between_streams",
        [](P& p) {
          p.between_streams = {3, 20};
        }}},
      [&](const P& p) {
        const auto run = scheme.start(start, p);
        run->step();
        run->step();
        return run->stars().radius;
      });
}

const bool registered = register_check(ClusterCheck{.name = "cmc/parameters",
                                                    .shows = kEachHasAnEffect,
                                                    .needs = Claims::conserves_particles,
                                                    .run = parameters,
                                                    .only = {.of_ranks = true}});

}  // namespace
}  // namespace touchstone::cmc
