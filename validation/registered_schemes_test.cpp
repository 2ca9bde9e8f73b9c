// Correct schemes under names that nobody expects: they are validated because they are registered.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "models/cmc/registry.hpp"
#include "models/core/errors.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "models/disks/registry.hpp"
#include "models/hpmc/depletants_and_springs.hpp"
#include "models/hpmc/registry.hpp"
#include "models/longrange/registry.hpp"
#include "validation/session.hpp"

namespace touchstone::validation {
namespace {

constexpr const char* kSource = "a scheme of another name";

// Each is another scheme of the tree, looked up when it starts.
disks::DiskScheme disks_like(const std::string& name, const std::string& model) {
  return {.info = {.name = name, .source = kSource, .claims = Claims::global_balance},
          .start = [model](const disks::Configuration& c, const disks::RunParameters& p) {
            return disks::scheme(model).start(c, p);
          }};
}

disks::DiskScheme chains_like(const std::string& name, const std::string& model, bool rift) {
  disks::DiskScheme scheme = disks_like(name, model);
  scheme.trial_moves = false;
  scheme.measures_rift = rift;
  return scheme;
}

bool register_order(const char* name, const char* order) {
  return disks::register_chain_scheme(
      {.info = {.name = name, .source = kSource},
       .start =
           [](const disks::Leg& leg, const disks::ConstraintGraph& graph,
              const disks::ChainParameters& p) {
             return disks::chain_scheme("ecmc/local-time-windowed").start(leg, graph, p);
           },
       .order = order});
}

const bool registered[] = {
    disks::register_scheme(disks_like("stranger/disks", "mpmc/metropolis-cell-list")),
    disks::register_scheme(chains_like("stranger/chains", "ecmc/sampler-cells", true)),
    disks::register_scheme(chains_like("stranger/without-rift", "ecmc/sampler-cells", false)),
    disks::register_chain_scheme(
        {.info = {.name = "stranger/legs", .source = kSource},
         .start =
             [](const disks::Leg& leg, const disks::ConstraintGraph& graph,
                const disks::ChainParameters& p) {
               return disks::chain_scheme("ecmc/cell-chain").start(leg, graph, p);
             },
         .most_active = 1}),
    shapes::register_shape_scheme(
        {.info = {.name = "stranger/shapes", .source = kSource},
         .start =
             [](const shapes::Configuration& c, const shapes::RunParameters& p) {
               return shapes::shape_scheme("hpmc/serial-tree").start(c, p);
             }}),
    shapes::register_shape_scheme(
        {.info = {.name = "stranger/shapes-twin", .source = kSource},
         .start =
             [](const shapes::Configuration& c, const shapes::RunParameters& p) {
               return shapes::shape_scheme("hpmc/serial-tree").start(c, p);
             },
         .equals = "stranger/shapes"}),
    shapes::register_depletant_scheme(
        {.info = {.name = "stranger/springs", .source = kSource},
         .start =
             [](const shapes::Configuration& c, const shapes::RunParameters& p,
                const shapes::DepletantsAndSprings& terms) {
               return shapes::depletant_scheme("hpmc/surrounded-tree").start(c, p, terms);
             }}),
    shapes::register_depletant_scheme(
        {.info = {.name = "stranger/without-springs", .source = kSource},
         .start =
             [](const shapes::Configuration& c, const shapes::RunParameters& p,
                const shapes::DepletantsAndSprings& terms) {
               if (terms.springs.any()) throw input_error("here", "springs", "none", "some");
               return shapes::depletant_scheme("hpmc/surrounded-tree").start(c, p, terms);
             }}),
    register_order("stranger/another-order", ""),
    register_order("stranger/windows", "windowed"),
    cluster::register_cluster_scheme(
        {.info = {.name = "stranger/stars", .source = kSource},
         .start =
             [](const cluster::Stars& stars, const cluster::ClusterParameters& p) {
               return cluster::cluster_scheme("cmc/reference").start(stars, p);
             }}),
    touchstone::longrange::register_scheme(
        {.info = {.name = "stranger/rotors", .source = kSource, .backend = "unheard-of"},
         .models = {touchstone::longrange::Model::ring},
         .start =
             [](const touchstone::longrange::State& state,
                const touchstone::longrange::RunParameters& p) {
               return touchstone::longrange::scheme("longrange/yoshida-reference").start(state, p);
             }}),
};

std::vector<Measurement> plan_of(const std::string& experiment, ProblemClass size) {
  Request request;
  request.experiment = experiment;
  request.plan.problem_class = size;
  return select(request);
}

std::set<std::string> schemes_of(const std::string& experiment,
                                 ProblemClass size = ProblemClass::S) {
  std::set<std::string> schemes;
  for (const Measurement& m : plan_of(experiment, size)) schemes.insert(m.record.scheme);
  return schemes;
}

TEST(RegisteredSchemes, AllWereAdded) {
  for (const bool added : registered) EXPECT_TRUE(added);
}

TEST(RegisteredSchemes, OfDisksAreHeldToPressures) {
  EXPECT_TRUE(schemes_of("mpmc/small-anchors").count("stranger/disks"));
  EXPECT_TRUE(schemes_of("mpmc/exact-schemes").count("stranger/disks"));
}

// The worth of a sweep follows from its trial moves, not from a name.
TEST(RegisteredSchemes, OfDisksGetTheEffortOfTheirTrialMoves) {
  std::set<std::string> sweeps;
  for (const Measurement& m : plan_of("mpmc/small-anchors/72-square-0.650", ProblemClass::S))
    if (m.record.scheme == "stranger/disks" || m.record.scheme == "mpmc/metropolis-cell-list")
      sweeps.insert(m.record.params["sweeps"].dump());
  EXPECT_EQ(sweeps.size(), 1u);
}

TEST(RegisteredSchemes, OfEventChainsAreHeldToPressures) {
  std::map<std::string, std::string> estimator;
  for (const Measurement& m : plan_of("ecmc/pressure", ProblemClass::S))
    estimator[m.record.scheme] = m.record.params["estimator"];
  EXPECT_EQ(estimator["stranger/chains"], "rift average");
  EXPECT_EQ(estimator["stranger/without-rift"], "static rift");
  EXPECT_TRUE(schemes_of("ecmc/efficiency").count("stranger/chains"));
}

TEST(RegisteredSchemes, OfLegsAreHeldToTheSingleClock) {
  EXPECT_TRUE(schemes_of("ecmc/validation-protocol").count("stranger/legs"));
}

TEST(RegisteredSchemes, OfLocalTimesAreHeldToTheLawOfViolations) {
  std::set<std::string> metrics, names;
  for (const Measurement& m : plan_of("ecmc/birthday", ProblemClass::S)) {
    if (m.record.scheme == "stranger/another-order") metrics.insert(m.record.metric);
    if (m.record.scheme == "stranger/windows" || m.record.params.value("other", "") != "")
      names.insert(m.record.scheme + " " + m.record.metric);
  }
  EXPECT_EQ(metrics,
            (std::set<std::string>{"horizon violation, c", "horizon violation, chance per leg"}));
  EXPECT_TRUE(names.count("stranger/windows horizon violation, c"));
  EXPECT_FALSE(names.count("stranger/windows horizon violation, more often than"));
  EXPECT_TRUE(names.count("ecmc/local-time-random horizon violation, more often than"));
}

TEST(RegisteredSchemes, OnSpringsAreHeldToFreeEnergies) {
  const auto quick = schemes_of("hpmc/free-energies");
  EXPECT_EQ(quick, (std::set<std::string>{"hpmc/surrounded-tree", "stranger/springs"}));
}

TEST(RegisteredSchemes, OfShapesAreHeldToPressures) {
  const auto quick = schemes_of("hpmc/pressures");
  EXPECT_TRUE(quick.count("stranger/shapes"));
  EXPECT_FALSE(quick.count("stranger/shapes-twin"));  // checks hold it to the other's trajectory
  EXPECT_TRUE(schemes_of("hpmc/pressures", ProblemClass::W).count("stranger/shapes-twin"));
}

TEST(RegisteredSchemes, OfClustersAreHeldToCollapse) {
  EXPECT_TRUE(schemes_of("cmc/collapse").count("stranger/stars"));
}

TEST(RegisteredSchemes, OfLongRangeModelsAreHeldToWhatIsKnown) {
  EXPECT_TRUE(schemes_of("longrange/analytic").count("stranger/rotors"));
  EXPECT_TRUE(schemes_of("longrange/precision").count("stranger/rotors"));
}

}  // namespace
}  // namespace touchstone::validation
