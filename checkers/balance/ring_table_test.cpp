// The ring L = 16, w = 4, N = 6: digits known beforehand, and the same numbers by an independent
// oracle that shares no code with the checker.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "checkers/balance/chain.hpp"
#include "checkers/balance/ring_oracle.hpp"

namespace touchstone::balance {
namespace {

using oracle::Rule;

const TinyModel& ring(const std::string& scheme, int trials) {
  for (const TinyModel& model : tiny_models())
    if (model.scheme == scheme && model.model == fmt::format("ring L=16 w=4 N=6 nM={}", trials))
      return model;
  throw InputError("no such model: " + scheme);
}

struct Row {
  const char* scheme;
  Rule rule;
  int trials;
  std::size_t recurrent;  // states with list order; 0: not published
  const char* one_step;   // as published; "" where it is round-off
  const char* total_variation;
  const char* contacts;          // in per cent
  const char* independent = "";  // configurations for five standard errors of the contacts
};

// mpmc.md, table 4.6 A. Its row for one stream (1.6 - 3.8, 0.95, -10 %) is that of one stream for
// all cells of a colour.
const Row kTable[] = {
    {"mpmc/checkerboard-openmp", Rule::correct, 1, 0, "", "0", "+0.0"},
    {"mpmc/checkerboard-openmp", Rule::correct, 2, 0, "", "0", "+0.0"},
    {"mpmc/checkerboard-openmp", Rule::correct, 3, 0, "", "0", "+0.0"},
    {"mpmc/checkerboard-openmp", Rule::correct, 4, 0, "", "0", "+0.0"},
    {"mutant/ring-no-particle-shuffle", Rule::no_shuffle, 1, 888, "1.2e-01", "1.5e-02", "-0.85",
     "1.7e+04"},
    {"mutant/ring-no-particle-shuffle", Rule::no_shuffle, 2, 1160, "", "7.8e-03", "+0.42", "7e+04"},
    {"mutant/ring-no-particle-shuffle", Rule::no_shuffle, 3, 1160, "", "3.1e-03", "-0.17",
     "4.5e+05"},
    {"mutant/ring-no-particle-shuffle", Rule::no_shuffle, 4, 1160, "", "1.8e-03", "+0.09",
     "1.4e+06"},
    {"mutant/ring-leaving-allowed", Rule::leaving, 1, 0, "1.2e-01", "3.0e-02", "+1.2"},
    {"mutant/ring-leaving-allowed", Rule::leaving, 2, 0, "2.0e-01", "5.3e-02", "+2.5"},
    {"mutant/ring-leaving-allowed", Rule::leaving, 3, 0, "2.0e-01", "5.2e-02", "+1.7"},
    {"mutant/ring-leaving-allowed", Rule::leaving, 4, 0, "2.9e-01", "6.3e-02", "+0.7"},
    {"mutant/ring-each-once-and-leaving", Rule::each_once, 1, 0, "4.0e-02", "7.9e-03", "+0.33",
     "1.2e+05"},
};

class RingTable : public testing::TestWithParam<Row> {};

/// A number with as many decimals as a printed one.
std::string printed_like(const std::string& printed, double value) {
  const std::size_t point = printed.find('.');
  const auto decimals = static_cast<int>(printed.size() - point - 1);
  return fmt::format("{:+.{}f}", value, decimals);
}

TEST_P(RingTable, HasThePublishedDigits) {
  const Row& row = GetParam();
  JudgeOptions options;
  options.witnesses = false;
  const Judgement j = judge(ring(row.scheme, row.trials), options);
  EXPECT_EQ(j.configurations, 336u);
  if (row.recurrent != 0) {
    EXPECT_EQ(j.recurrent, row.recurrent);
  }
  if (*row.one_step != 0) {
    EXPECT_EQ(fmt::format("{:.1e}", j.one_step), row.one_step);
  } else {
    EXPECT_EQ(j.one_step_exact, "0") << "exactly uniform after one step";
  }
  ASSERT_TRUE(j.distance);
  if (row.rule == Rule::correct) {
    EXPECT_EQ(j.distance->exact, "0");
  } else {
    EXPECT_EQ(fmt::format("{:.1e}", j.distance->total_variation), row.total_variation);
  }
  EXPECT_LT(j.distance->error, 1e-9);
  EXPECT_EQ(printed_like(row.contacts, 100 * j.distance->observable), row.contacts);
  if (*row.independent != 0) {
    const int digits = std::string(row.independent).find('.') == std::string::npos ? 0 : 1;
    EXPECT_EQ(fmt::format("{:.{}e}", j.distance->configurations, digits), row.independent);
  } else if (row.rule == Rule::correct) {
    EXPECT_TRUE(std::isinf(j.distance->configurations));
  }

  const oracle::Numbers again = oracle::numbers({row.rule, row.trials});
  EXPECT_NEAR(again.one_step, j.one_step, 1e-12);
  EXPECT_NEAR(again.total_variation, j.distance->total_variation, 1e-9);
  EXPECT_NEAR(again.contacts, j.distance->observable, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Published, RingTable, testing::ValuesIn(kTable), [](const auto& row) {
  const bool slow = row.param.rule == Rule::each_once;  // for the independent oracle
  std::string name =
      fmt::format("{}{}_{}", slow ? "Slow_" : "", row.param.scheme, row.param.trials);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
});

/// Largest relative deviation after one step from uniform configurations with sorted lists.
double one_step_from_sorted_lists(const TinyModel& model) {
  const auto system = model.make();
  const Enumeration found = enumerate(model, *system);
  const auto chain = make_chain<Uint128>(found, false);
  std::vector<Rational> inflow(found.states.configurations(), 0);
  for (Index start = 0; start < inflow.size(); ++start)  // the starts come first, sorted
    for (const auto& [to, weight] : chain.step.rows[start])
      inflow[found.states.configuration(to)] += ratio(weight, chain.step.denominator);
  Rational most = 0;
  for (const Rational& flow : inflow) most = std::max<Rational>(most, abs(flow - 1));
  return decimal(most);
}

TEST(RingTableOneStream, IsThatOfAStreamPerColour) {
  const char* published[] = {"1.6", "", "3.8"};  // the ends of the published range
  for (const int trials : {1, 2, 3}) {
    const TinyModel& model = ring("mutant/ring-one-stream-for-all-cells", trials);
    const Judgement j = judge(model);
    const oracle::Ring route(Rule::one_stream, trials);
    const oracle::Numbers again = oracle::numbers(route);
    EXPECT_EQ(fmt::format("{:.2f}", j.distance->total_variation), "0.95");
    EXPECT_EQ(fmt::format("{:+.0f}", 100 * j.distance->observable), "-10");
    EXPECT_NEAR(again.total_variation, j.distance->total_variation, 1e-9);
    EXPECT_NEAR(again.contacts, j.distance->observable, 1e-9);
    const double one_step = one_step_from_sorted_lists(model);
    EXPECT_NEAR(oracle::one_step_from_sorted_lists(route), one_step, 1e-12);
    if (*published[trials - 1] != 0) {
      EXPECT_EQ(fmt::format("{:.1f}", one_step), published[trials - 1]);
    }
  }
}

TEST(RingTableFixedColours, IsInvariantButNotReversible) {
  for (const int trials : {2, 3}) {  // published: asymmetric by 0.18 to 0.19
    const Judgement j = judge(ring("variant/fixed-colours", trials));
    for (const Finding& finding : j.findings) {
      if (finding.name == "global balance") {
        EXPECT_EQ(finding.exact, "0") << finding.detail;
      }
      if (finding.name == "detailed balance" && finding.subject == "sub-sweeps") {
        EXPECT_GE(finding.value, 0.175);
        EXPECT_LE(finding.value, 0.19);
      }
    }
    EXPECT_EQ(j.distance->exact, "0");
  }
}

}  // namespace
}  // namespace touchstone::balance
