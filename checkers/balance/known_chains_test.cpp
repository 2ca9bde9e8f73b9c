// The checker on chains whose answers are known in closed form, and on random ones.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "checkers/balance/given_chain.hpp"
#include "checkers/balance/judge.hpp"
#include "checkers/balance/session.hpp"

namespace touchstone::balance {
namespace {

const Finding& finding(const Judgement& judgement, const std::string& name,
                       const std::string& subject) {
  for (const Finding& f : judgement.findings)
    if (f.name == name && f.subject == subject) return f;
  throw InputError("no finding " + name);
}
Verdict verdict(const Judgement& judgement, const std::string& name) {
  for (const Summary& summary : summaries(judgement))
    if (summary.name == name) return summary.verdict;
  return Verdict::not_run;
}

TEST(KnownChains, TwoStatesInBalance) {  // P(0,1) = 1/4, P(1,0) = 1/2: pi = (2/3, 1/3)
  const Judgement j = judge(given_model({{{3, 1}, {1, 1}}, {2, 1}}));
  for (const char* name :
       {"stochastic", "detailed balance", "global balance", "irreducible", "aperiodic"})
    EXPECT_EQ(verdict(j, name), Verdict::pass) << name;
  EXPECT_EQ(j.distance->exact, "0");
}

TEST(KnownChains, TwoStatesOutOfBalance) {  // the same chain, claimed uniform
  const Judgement j = judge(given_model({{{3, 1}, {1, 1}}, {1, 1}}));
  EXPECT_EQ(verdict(j, "global balance"), Verdict::fail);
  EXPECT_EQ(verdict(j, "detailed balance"), Verdict::fail);
  EXPECT_EQ(finding(j, "global balance", "step").exact, "1/4");   // 1/2 * 3/4 + 1/2 * 1/2 = 5/8
  EXPECT_EQ(finding(j, "detailed balance", "all").exact, "1/4");  // |1/4 - 1/2|
  EXPECT_EQ(j.distance->exact, "1/6");                            // |2/3 - 1/2|
  const Finding& pair = finding(j, "detailed balance", "all");
  ASSERT_EQ(pair.witnesses.size(), 2u);
  EXPECT_EQ(text(pair.witnesses[0]), "all:0:3");
  EXPECT_EQ(text(pair.witnesses[1]), "all:1:0");
}

TEST(KnownChains, TheLargestOffenderIsNamed) {
  const Judgement j = judge(given_model({{{8, 1, 1}, {1, 9, 0}, {5, 0, 5}}, {1, 1, 1}}));
  const Finding& worst = finding(j, "global balance", "step");
  EXPECT_EQ(worst.exact, "2/5");  // inflows 14/10, 1, 6/10
  EXPECT_NE(worst.detail.find("0: inflow 0.4667, outflow 0.3333"), std::string::npos)
      << worst.detail;
}

TEST(KnownChains, ACycleKeepsUniformWithoutReversibilityAndHasItsPeriod) {
  const Judgement j = judge(given_model({{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {1, 1, 1}}));
  EXPECT_EQ(verdict(j, "global balance"), Verdict::pass);
  EXPECT_EQ(verdict(j, "irreducible"), Verdict::pass);
  EXPECT_EQ(verdict(j, "detailed balance"), Verdict::fail);
  EXPECT_EQ(verdict(j, "aperiodic"), Verdict::fail);
  EXPECT_EQ(finding(j, "aperiodic", "step").value, 3);
}

TEST(KnownChains, TwoIslandsAreReducible) {
  const Judgement j =
      judge(given_model({{{1, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, 1}}, {1, 1, 1, 1}}));
  EXPECT_EQ(verdict(j, "global balance"), Verdict::pass);
  EXPECT_EQ(verdict(j, "irreducible"), Verdict::fail);
  EXPECT_EQ(finding(j, "irreducible", "step").value, 2);
}

TEST(KnownChains, ATrapIsReducibleAndItsDistanceIsThatOfOneState) {
  const Judgement j = judge(given_model({{{1, 1, 0}, {1, 1, 2}, {0, 0, 1}}, {1, 1, 1}}));
  EXPECT_EQ(verdict(j, "irreducible"), Verdict::fail);
  EXPECT_EQ(verdict(j, "global balance"), Verdict::fail);
  EXPECT_EQ(j.distance->exact, "2/3");
}

/// Two configurations that follow each other at random, and a bit of memory, drawn anew in every
/// step, that decides which of two list slots accepts.
class SlotsByMemory final : public TinySystem {
 public:
  /// `always`: the first slot accepts with either bit, the second with 0; otherwise each slot
  /// accepts with a bit of its own.
  explicit SlotsByMemory(bool always) : always_(always) {}
  std::vector<StateKey> configurations() const override { return {0, 1}; }
  StateKey configuration(StateKey state) const override { return state & 1; }
  void load(StateKey state) override { state_ = state; }
  StateKey key() const override { return state_; }
  void apply(std::size_t, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
    before_ = state_ >> 1;
    state_ = tape.stream(Purpose::test, sweep, 0).below(4);
  }
  std::vector<TinyStage> stages() const override {
    return {{.group = "slots", .name = "first"}, {.group = "slots", .name = "second"}};
  }
  void count_stages(std::vector<TinyStageCount>& counts) const override {
    for (TinyStageCount& count : counts) ++count.trials;
    counts[0].accepted += always_ || before_ == 0 ? 1 : 0;
    counts[1].accepted += always_ ? 1 - before_ : before_;
  }

 private:
  bool always_;
  StateKey state_ = 0;
  StateKey before_ = 0;
};

TEST(KnownChains, StagesAreAveragedOverWhatTheSchemeRemembers) {
  const auto judged = [](bool always) {
    TinyModel model = given_model({});
    model.operators = {{"all"}};
    model.make = [always] { return std::make_unique<SlotsByMemory>(always); };
    return judge(model);
  };
  EXPECT_EQ(finding(judged(false), "stage invariance: slots", "all").verdict, Verdict::pass)
      << "each slot accepts with one bit of two";
  const Judgement one_sided = judged(true);
  EXPECT_EQ(finding(one_sided, "hidden memory", "step").verdict, Verdict::pass);
  EXPECT_EQ(finding(one_sided, "stage invariance: slots", "all").verdict, Verdict::fail);
  EXPECT_NEAR(finding(one_sided, "stage invariance: slots", "all").value, 0.5, 1e-12);
}

// Random chains built from reversible pieces: symmetric flows over random weights.
GivenChain random_reversible() {
  const auto n = *rc::gen::inRange<std::size_t>(2, 7);
  GivenChain chain;
  chain.rows.assign(n, std::vector<std::uint32_t>(n, 0));
  for (std::size_t x = 0; x < n; ++x)
    for (std::size_t y = 0; y < x; ++y) {
      const bool ring = x == y + 1;  // keeps it connected
      const auto flow = *rc::gen::inRange<std::uint32_t>(ring ? 1 : 0, 6);
      chain.rows[x][y] = chain.rows[y][x] = flow;
    }
  for (std::size_t x = 0; x < n; ++x) {
    chain.rows[x][x] = *rc::gen::inRange<std::uint32_t>(2, 7);
    chain.weights.push_back(std::accumulate(chain.rows[x].begin(), chain.rows[x].end(), 0u));
  }
  return chain;
}

TEST(RandomChains, ReversiblePiecesAlwaysPass) {
  EXPECT_TRUE(rc::check([] {
    const Judgement j = judge(given_model(random_reversible()));
    for (const Summary& summary : summaries(j)) RC_ASSERT(summary.verdict == Verdict::pass);
    RC_ASSERT(j.distance->exact == "0");
  }));
}

TEST(RandomChains, OneChangedTransitionIsAlwaysFound) {
  EXPECT_TRUE(rc::check([] {
    GivenChain chain = random_reversible();
    const std::size_t n = chain.rows.size();
    const auto x = *rc::gen::inRange<std::size_t>(0, n);
    const std::size_t y = (x + *rc::gen::inRange<std::size_t>(1, n)) % n;
    // Probability moves from staying to one other state; the sum of the row is as before.
    --chain.rows[x][x];
    ++chain.rows[x][y];
    const Judgement j = judge(given_model(chain));
    RC_ASSERT(verdict(j, "detailed balance") == Verdict::fail);
    RC_ASSERT(verdict(j, "global balance") == Verdict::fail);
    RC_ASSERT(j.distance->exact != "0");
  }));
}

TEST(RandomChains, WideNumbersGiveTheSameVerdicts) {
  GivenChain chain{{{1023, 1}, {1, 1023}}, {1, 1}};  // each operator adds ten bits
  TinyModel model = given_model(chain);
  for (const auto& [operators, bits] : {std::pair(2, 64), std::pair(8, 128), std::pair(16, 0)}) {
    model.operators.assign(static_cast<std::size_t>(operators), model.operators.front());
    const Judgement j = judge(model);
    EXPECT_EQ(j.bits, bits) << operators;
    EXPECT_EQ(verdict(j, "global balance"), Verdict::pass);
  }
  chain.rows[1] = {2, 1022};
  model = given_model(chain);
  model.operators.assign(16, model.operators.front());
  EXPECT_EQ(verdict(judge(model), "global balance"), Verdict::fail);
}

}  // namespace
}  // namespace touchstone::balance
