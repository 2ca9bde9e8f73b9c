// Every mutant is caught by every check named for it, and with no fault planted the faulty step is
// right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include <memory>

#include "checkers/cmc/cluster_check.hpp"
#include "checkers/mutants/cmc/cluster_mutant.hpp"
#include "checkers/mutants/cmc/faulty_henon.hpp"
#include "checkers/mutants/testing.hpp"
#include "models/cluster/plummer.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

class EveryClusterMutant : public testing::TestWithParam<const ClusterMutant*> {};

TEST_P(EveryClusterMutant, IsCaughtByEachCheck) {
  expect_caught_by_each_check(*GetParam(), [](const std::string& check) {
    return cmc::run_cluster_check(cmc::cluster_check(check), GetParam()->scheme, {});
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryClusterMutant,
                         testing::ValuesIn(each_of(cluster_mutants())), name_of_mutant);

TEST(ClusterMutants, EveryCheckCatchesOne) {
  expect_every_check_catches_one(cluster_mutants(), cmc::cluster_checks());
}

TEST(ClusterMutants, SayWhereTheyComeFrom) {
  expect_origins(cluster_mutants());
  EXPECT_THROW(cluster_mutant("mutant/nothing"), InputError);
  EXPECT_THROW(register_cluster_mutant(cluster_mutants().front()), std::logic_error);
}

TEST(FaultyHenon, WithoutAFaultIsRight) {
  const cluster::Stars start = cluster::plummer::sample(300, 3);
  const cluster::ClusterParameters p{.ranks = 3};
  FaultyHenon sound(HenonFault::none, start, p);
  reference::HenonRun reference(start, p);
  for (int step = 0; step < 3; ++step) {
    sound.step();
    reference.step();
    EXPECT_EQ(sound.stars(), reference.stars());
  }
}

}  // namespace
}  // namespace touchstone::mutants
