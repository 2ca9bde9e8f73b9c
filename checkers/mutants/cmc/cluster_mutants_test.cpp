// Every mutant is caught by every check named for it, and with no fault planted the faulty step is
// right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "checkers/cmc/cluster_check.hpp"
#include "checkers/mutants/cmc/cluster_mutant.hpp"
#include "checkers/mutants/cmc/faulty_henon.hpp"
#include "models/cluster/plummer.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

std::vector<const ClusterMutant*> all_mutants() {
  std::vector<const ClusterMutant*> all;
  for (const ClusterMutant& mutant : cluster_mutants()) all.push_back(&mutant);
  return all;
}

class EveryClusterMutant : public testing::TestWithParam<const ClusterMutant*> {};

TEST_P(EveryClusterMutant, IsCaughtByEachCheck) {
  for (const std::string& check : GetParam()->killed_by) {
    const CheckResult result =
        cmc::run_cluster_check(cmc::cluster_check(check), GetParam()->scheme, {});
    EXPECT_EQ(result.verdict, Verdict::fail) << check << ": " << result.detail;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryClusterMutant, testing::ValuesIn(all_mutants()),
                         [](const auto& instance) {
                           std::string text = instance.param->scheme.info.name.substr(7);
                           std::replace(text.begin(), text.end(), '-', '_');
                           return text;
                         });

TEST(ClusterMutants, EveryCheckCatchesOne) {
  std::set<std::string> used;
  for (const ClusterMutant& mutant : cluster_mutants())
    used.insert(mutant.killed_by.begin(), mutant.killed_by.end());
  for (const cmc::ClusterCheck& check : cmc::cluster_checks())
    EXPECT_EQ(used.count(check.name), 1u) << check.name;
}

TEST(ClusterMutants, SayWhereTheyComeFrom) {
  for (const ClusterMutant& mutant : cluster_mutants()) {
    EXPECT_EQ(mutant.scheme.info.name.rfind("mutant/", 0), 0u);
    EXPECT_TRUE(mutant.scheme.mutant);
    EXPECT_FALSE(mutant.origin.empty());
  }
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
