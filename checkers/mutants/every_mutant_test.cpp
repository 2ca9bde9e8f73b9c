// Every mutant of every kind is caught by every check that is named for it, says where it comes
// from, and every check catches some mutant.
#include <gtest/gtest.h>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/disks/disk_kind.hpp"
#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/hpmc/depletant_kind.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/mutants/testing.hpp"
#include "checkers/starts/start_kind.hpp"
#include "checkers/task.hpp"

namespace touchstone::mutants {
namespace {

std::vector<CheckTask> expected_kills() {
  std::vector<CheckTask> all = check_tasks();
  std::erase_if(all, [](const CheckTask& task) { return !task.mutant || !task.expected; });
  return all;
}

class EveryMutant : public testing::TestWithParam<CheckTask> {};

TEST_P(EveryMutant, IsCaughtByEachCheck) {
  const CheckResult result = GetParam().run({});
  EXPECT_EQ(result.verdict, Verdict::fail) << result.detail;
  RecordProperty("caught", result.detail);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMutant, testing::ValuesIn(expected_kills()),
                         [](const auto& instance) {
                           return test_name(instance.param.scheme + "__" + instance.param.check);
                         });

template <class Scheme>
class MutantsOfAKind : public testing::Test {};
using Kinds = testing::Types<disks::DiskScheme, disks::ChainScheme, cluster::ClusterScheme,
                             shapes::OverlapAlgorithm, shapes::ShapeScheme, shapes::DepletantScheme,
                             longrange::LongrangeScheme, starts::Generator>;
TYPED_TEST_SUITE(MutantsOfAKind, Kinds);

TYPED_TEST(MutantsOfAKind, SayWhereTheyComeFrom) {
  EXPECT_GE(mutants_of<TypeParam>().size(), 5u);
  for (const Mutant<TypeParam>& mutant : mutants_of<TypeParam>()) {
    EXPECT_EQ(mutant.scheme.info.name.rfind("mutant/", 0), 0u) << mutant.scheme.info.name;
    EXPECT_TRUE(mutant.scheme.mutant) << mutant.scheme.info.name;
    EXPECT_FALSE(mutant.origin.text.empty()) << mutant.scheme.info.name;
  }
}

TYPED_TEST(MutantsOfAKind, AreRefusedTwiceUnknownOrWithoutKillers) {
  EXPECT_THROW(mutant_of<TypeParam>("mutant/nothing"), InputError);
  EXPECT_THROW(register_mutant(mutants_of<TypeParam>().front()), std::logic_error);
  EXPECT_THROW(register_mutant(Mutant<TypeParam>{}), std::logic_error);
}

TYPED_TEST(MutantsOfAKind, AreCaughtByEveryCheckAmongThem) {
  // Checks of disks and of overlap have planted faults in their own tests, too.
  if constexpr (std::is_same_v<TypeParam, disks::DiskScheme> ||
                std::is_same_v<TypeParam, shapes::OverlapAlgorithm>) {
    EXPECT_FALSE(checks_of<TypeParam>().empty());
  } else {
    std::set<std::string> used;
    for (const Mutant<TypeParam>& mutant : mutants_of<TypeParam>())
      used.insert(mutant.killed_by.begin(), mutant.killed_by.end());
    for (const Check<TypeParam>& check : checks_of<TypeParam>())
      EXPECT_EQ(used.count(check.name), 1u) << check.name;
  }
}

}  // namespace
}  // namespace touchstone::mutants
