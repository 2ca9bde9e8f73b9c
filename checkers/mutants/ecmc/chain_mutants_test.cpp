// With no fault planted the faulty bodies are right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include <algorithm>

#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/mutants/ecmc/faulty_chains.hpp"
#include "checkers/mutants/testing.hpp"
#include "checkers/test_effort.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

TEST(FaultyChains, WithoutAFaultAreRight) {
  const disks::ChainScheme sound{
      .info = {.name = "mutant/none",
               .source = "no fault",
               .claims = mutants::mutants_of<disks::ChainScheme>().front().scheme.info.claims},
      .start = [](const disks::Leg& leg, const disks::ConstraintGraph& graph,
                  const disks::ChainParameters& p) {
        return faulty_chains(ChainFault::none, leg, graph, p);
      }};
  for (const std::uint64_t seed : {1u, 2u})
    for (const ecmc::ChainCheck& check : checks_of<disks::ChainScheme>()) {
      const CheckResult result =  // with less effort than 0.4 the checks are inconclusive
          run_check(check, sound, {.seed = seed, .effort = std::max(0.4, test_effort())});
      const Verdict expected = check.name == "ecmc/repair" ? Verdict::not_run : Verdict::pass;
      EXPECT_EQ(result.verdict, expected) << check.name << ": " << result.detail;
    }
}

}  // namespace
}  // namespace touchstone::mutants
