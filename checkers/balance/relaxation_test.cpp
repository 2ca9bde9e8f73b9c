// The verdict on the eigenvalues that a tiny model declares.
#include <gtest/gtest.h>

#include "checkers/balance/given_chain.hpp"
#include "checkers/balance/session.hpp"
#include "statistics/exact/spectrum.hpp"

namespace touchstone::balance {
namespace {

Verdict relaxation(const GivenChain& chain, Factors spectrum) {
  TinyModel model = given_model(chain);
  model.spectrum = std::move(spectrum);
  for (const Summary& summary : summaries(judge(model)))
    if (summary.name == "relaxation") return summary.verdict;
  return Verdict::not_run;
}

TEST(Relaxation, TwoStates) {  // P(0,1) = 1/4, P(1,0) = 1/2: eigenvalues 1 and 1/4
  const GivenChain chain{{{3, 1}, {1, 1}}, {2, 1}};
  EXPECT_EQ(relaxation(chain, {{1, -1}, {4, -1}}), Verdict::pass);
  EXPECT_EQ(relaxation(chain, {{4, -5, 1}}), Verdict::pass) << "the same, not in factors";
  EXPECT_EQ(relaxation(chain, {{1, -1}, {4, -2}}), Verdict::fail);
  EXPECT_EQ(relaxation(chain, {{1, -1}}), Verdict::fail) << "an eigenvalue too few";
  EXPECT_EQ(relaxation(chain, {{1, -1}, {4, -1}, {1, 0}}), Verdict::fail) << "one too many";
  EXPECT_EQ(relaxation(chain, {}), Verdict::not_run) << "nothing is declared";
}

TEST(Relaxation, OnlyTheTermOfHighestOrderDiffers) {  // a cycle of three, and the identity with it
  const GivenChain cycle{{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {1, 1, 1}};
  EXPECT_EQ(relaxation(cycle, {{1, 0, 0, -1}}), Verdict::pass);
  EXPECT_EQ(relaxation(cycle, {{1, 0, 0, 1}}), Verdict::fail);
}

}  // namespace
}  // namespace touchstone::balance
