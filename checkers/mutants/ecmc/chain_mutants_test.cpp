// Every mutant is caught by every check that is named for it, every check catches some mutant, and
// with no fault planted the faulty body is right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "checkers/ecmc/chain_check.hpp"
#include "checkers/mutants/ecmc/chain_mutant.hpp"
#include "checkers/mutants/ecmc/faulty_chains.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

std::vector<const ChainMutant*> all_mutants() {
  std::vector<const ChainMutant*> all;
  for (const ChainMutant& mutant : chain_mutants()) all.push_back(&mutant);
  return all;
}

class EveryChainMutant : public testing::TestWithParam<const ChainMutant*> {};

TEST_P(EveryChainMutant, IsCaughtByEachCheck) {
  for (const std::string& check : GetParam()->killed_by) {
    const CheckResult result =
        ecmc::run_chain_check(ecmc::chain_check(check), GetParam()->scheme, {});
    EXPECT_EQ(result.verdict, Verdict::fail) << check << ": " << result.detail;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryChainMutant, testing::ValuesIn(all_mutants()),
                         [](const auto& instance) {
                           std::string text = instance.param->scheme.info.name.substr(7);
                           std::replace(text.begin(), text.end(), '-', '_');
                           return text;
                         });

TEST(ChainMutants, EveryCheckCatchesOne) {
  std::set<std::string> used;
  for (const ChainMutant& mutant : chain_mutants())
    used.insert(mutant.killed_by.begin(), mutant.killed_by.end());
  for (const ecmc::ChainCheck& check : ecmc::chain_checks())
    EXPECT_EQ(used.count(check.name), 1u) << check.name;
}

TEST(ChainMutants, SayWhereTheyComeFrom) {
  EXPECT_GE(chain_mutants().size(), 20u);
  for (const ChainMutant& mutant : chain_mutants()) {
    EXPECT_EQ(mutant.scheme.info.name.rfind("mutant/", 0), 0u);
    EXPECT_TRUE(mutant.scheme.mutant);
    EXPECT_FALSE(mutant.origin.empty());
  }
  EXPECT_THROW(chain_mutant("mutant/nothing"), InputError);
  EXPECT_THROW(register_chain_mutant(chain_mutants().front()), std::logic_error);
}

TEST(FaultyChains, WithoutAFaultAreRight) {
  const disks::ChainScheme sound{
      .info = {.name = "mutant/none",
               .source = "no fault",
               .claims = chain_mutants().front().scheme.info.claims},
      .start = [](const disks::Leg& leg, const disks::ConstraintGraph& graph,
                  const disks::ChainParameters& p) {
        return faulty_chains(ChainFault::none, leg, graph, p);
      }};
  for (const std::uint64_t seed : {1u, 2u})
    for (const ecmc::ChainCheck& check : ecmc::chain_checks()) {
      const CheckResult result = ecmc::run_chain_check(check, sound, {.seed = seed});
      const Verdict expected = check.name == "ecmc/repair" ? Verdict::not_run : Verdict::pass;
      EXPECT_EQ(result.verdict, expected) << check.name << ": " << result.detail;
    }
}

}  // namespace
}  // namespace touchstone::mutants
