// Every mutant is caught by every check that is named for it, every check catches some mutant, and
// with no fault planted the faulty body is right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "checkers/ecmc/chain_check.hpp"
#include "checkers/mutants/ecmc/chain_mutant.hpp"
#include "checkers/mutants/ecmc/faulty_chains.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

struct Kill {
  const ChainMutant* mutant;
  std::string check;
};

std::vector<Kill> kills() {
  std::vector<Kill> all;
  for (const ChainMutant& mutant : chain_mutants())
    for (const std::string& check : mutant.killed_by) all.push_back({&mutant, check});
  return all;
}

class EveryChainMutant : public testing::TestWithParam<Kill> {};

TEST_P(EveryChainMutant, IsCaught) {
  const CheckResult result =
      ecmc::run_chain_check(ecmc::chain_check(GetParam().check), GetParam().mutant->scheme, {});
  EXPECT_EQ(result.verdict, Verdict::fail) << result.detail;
  RecordProperty("caught", result.detail);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryChainMutant, testing::ValuesIn(kills()),
                         [](const auto& instance) {
                           std::string text = instance.param.mutant->scheme.info.name.substr(7) +
                                              "__" + instance.param.check.substr(5);
                           std::replace_if(
                               text.begin(), text.end(),
                               [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return text;
                         });

TEST(ChainMutants, EveryCheckCatchesOne) {
  std::set<std::string> used;
  for (const Kill& kill : kills()) used.insert(kill.check);
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
  for (const std::uint64_t seed : {1u, 2u, 3u})
    for (const ecmc::ChainCheck& check : ecmc::chain_checks()) {
      const CheckResult result = ecmc::run_chain_check(check, sound, {.seed = seed});
      const Verdict expected = check.name == "ecmc/repair" ? Verdict::not_run : Verdict::pass;
      EXPECT_EQ(result.verdict, expected) << check.name << ": " << result.detail;
    }
}

}  // namespace
}  // namespace touchstone::mutants
