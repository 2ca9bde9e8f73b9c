// Rows beside an oracle that drifts: chains are made longer until it does not, the rows beside one
// that always drifts decide nothing, and a failure beside a published value stays one.
#include "validation/own_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "models/core/random/philox.hpp"
#include "validation/chain_store.hpp"

namespace touchstone::validation {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kSamples = 64;

/// Chains of a value 1 with noise, that begin `off` it and come near within `time` samples.
struct Relaxing final : MarkovChains {
  double off = 0, time = 1, value = 1;
  std::uint64_t times = 1;
  std::string name;

  std::string key(std::size_t index) const override {
    return name + std::to_string(times) + "|" + std::to_string(index);
  }
  std::uint64_t length() const override { return 2 * times * kSamples; }
  ChainState begin(std::size_t) const override { return {}; }
  void advance(std::size_t index, ChainState& state,
               const std::function<void(std::uint64_t)>&) const override {
    PhiloxStream random =
        Philox(name.size()).stream(Purpose::test, times, static_cast<std::uint32_t>(index));
    for (std::uint64_t k = times * kSamples; k < length(); ++k)  // the first half is left out
      state.series["value"].push_back(value + off * std::exp(-static_cast<double>(k) / time) +
                                      0.1 * (random.uniform() - 0.5));
    state.step = length();
    state.finished = true;
  }
};

OwnRun run_of(const std::string& name, double off, double time, double value = 1) {
  const auto chains = [=](std::uint64_t times) -> std::shared_ptr<const MarkovChains> {
    auto made = std::make_shared<Relaxing>();
    made->chains = 32;
    made->off = off;
    made->time = time;
    made->value = value;
    made->times = times;
    made->name = name;
    return made;
  };
  OwnRun run{{}, chains(1), chains};
  run.blank.record.scheme = name;
  return run;
}

/// The rows of a scheme beside the oracle and beside the published value 1.
std::vector<ResultRecord> rows(const OwnRun& scheme, const OwnRun& oracle) {
  const Plan plan;
  ChainStore store("", false, 1);
  Bench bench{plan, store, [](double) {}};
  const OwnQuantity quantity{"value", 0.1, OwnKnown{{1, 0}, "theory"}, ""};
  std::vector<ResultRecord> all;
  for (const Measurement& m : scheme_rows(scheme, oracle, quantity)) {
    all.push_back(m.record);
    m.measure(all.back(), bench);
  }
  return all;
}

TEST(OwnRows, AnOracleThatDriftsIsGivenMoreTime) {
  const auto all = rows(run_of("scheme", 0, 1), run_of("oracle!", 5, 64));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].verdict, Verdict::pass) << all[0].note;
  EXPECT_THAT(all[0].note, HasSubstr("times as long as planned"));
  EXPECT_EQ(all[1].verdict, Verdict::pass) << all[1].note;
}

TEST(OwnRows, OneThatAlwaysDriftsDecidesNothing) {
  const auto all = rows(run_of("scheme", 0, 1), run_of("oracle!", 5, 5000));
  EXPECT_EQ(all[0].verdict, Verdict::inconclusive);
  EXPECT_THAT(all[0].note, HasSubstr("the oracle itself is not in equilibrium"));
  EXPECT_EQ(all[1].verdict, Verdict::inconclusive) << "no pass without equilibrium";
}

TEST(OwnRows, AFailureBesideAPublishedValueStaysOne) {
  const auto all = rows(run_of("scheme", 0, 1, 1.5), run_of("oracle!", 5, 5000));
  EXPECT_EQ(all[1].verdict, Verdict::fail) << all[1].note;
}

TEST(OwnRows, AWrongSchemeFailsBesideAnOracleThatNeededTime) {
  const auto all = rows(run_of("scheme", 0, 1, 1.5), run_of("oracle!", 5, 64));
  EXPECT_EQ(all[0].verdict, Verdict::fail) << all[0].note;
  EXPECT_EQ(all[1].verdict, Verdict::fail) << all[1].note;
}

}  // namespace
}  // namespace touchstone::validation
