// Every mutant is caught by every check that is named for it, every check catches some mutant, and
// with no fault planted the faulty body is right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include "checkers/ecmc/chain_check.hpp"
#include "checkers/mutants/ecmc/chain_mutant.hpp"
#include "checkers/mutants/ecmc/faulty_chains.hpp"
#include "checkers/mutants/testing.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

class EveryChainMutant : public testing::TestWithParam<const ChainMutant*> {};

TEST_P(EveryChainMutant, IsCaughtByEachCheck) {
  expect_caught_by_each_check(*GetParam(), [](const std::string& check) {
    return ecmc::run_chain_check(ecmc::chain_check(check), GetParam()->scheme, {});
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryChainMutant, testing::ValuesIn(each_of(chain_mutants())),
                         name_of_mutant);

TEST(ChainMutants, EveryCheckCatchesOne) {
  expect_every_check_catches_one(chain_mutants(), ecmc::chain_checks());
}

TEST(ChainMutants, SayWhereTheyComeFrom) {
  EXPECT_GE(chain_mutants().size(), 20u);
  expect_origins(chain_mutants());
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
