// The enumeration itself: in pieces and plain agree, the reference and the parallel body are the
// same chain, and whatever cannot be enumerated is refused aloud.
#include "checkers/balance/enumerate.hpp"

#include <gtest/gtest.h>

#include "checkers/balance/chain.hpp"
#include "checkers/balance/given_chain.hpp"
#include "checkers/balance/session.hpp"
#include "checkers/balance/wrapped_system.hpp"

namespace touchstone::balance {
namespace {

const TinyModel& model_of(const std::string& scheme, const std::string& model) {
  for (const TinyModel& m : tiny_models())
    if (m.scheme == scheme && m.model == model) return m;
  throw InputError("no such model: " + scheme + " on " + model);
}

/// Rows of an operator by the keys of states: comparable between enumerations.
std::map<std::pair<StateKey, StateKey>, Rational> rows_by_key(const Enumeration& found,
                                                              std::size_t which) {
  const auto chain = make_chain<Big>(found, false);
  const Matrix<Big>& matrix = chain.operators[which].matrix;
  std::map<std::pair<StateKey, StateKey>, Rational> result;
  for (Index x = 0; x < matrix.size(); ++x)
    for (const auto& [to, weight] : matrix.rows[x])
      result[{found.states.key(x), found.states.key(to)}] = Rational(weight, matrix.denominator);
  return result;
}

class InPieces : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(InPieces, EqualsThePlainEnumeration) {
  const TinyModel& model = model_of(GetParam().first, GetParam().second);
  const auto system = model.make();  // keeps alive what the enumerations refer to
  const Enumeration cut = enumerate(model, *system);
  const Enumeration plain = enumerate(model, *system, {}, Method::plain);
  ASSERT_TRUE(cut.operators[0].in_pieces);
  ASSERT_FALSE(plain.operators[0].in_pieces);
  EXPECT_LT(cut.effort.tapes, plain.effort.tapes);
  EXPECT_TRUE(cut.stages.empty() || cut.effort.trials < plain.effort.trials);
  EXPECT_TRUE(rows_by_key(cut, 0) == rows_by_key(plain, 0));

  const auto by_pieces = make_chain<Big>(cut, false);
  const auto by_tapes = make_chain<Big>(plain, false);
  for (Index c = 0; c < cut.states.configurations(); ++c)  // expected counts of stages as well
    for (std::size_t s = 0; s < cut.stages.size(); ++s) {
      const auto& a = by_pieces.operators[0].stages.rows[c][s];
      const auto& b = by_tapes.operators[0].stages.rows[c][s];
      EXPECT_EQ(Rational(a.accepted, by_pieces.operators[0].matrix.denominator),
                Rational(b.accepted, by_tapes.operators[0].matrix.denominator));
      EXPECT_EQ(Rational(a.trials, by_pieces.operators[0].matrix.denominator),
                Rational(b.trials, by_tapes.operators[0].matrix.denominator));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Models, InPieces,
    testing::Values(std::pair("mpmc/checkerboard-openmp", "ring L=12 w=3 N=4 nM=2"),
                    std::pair("mpmc/checkerboard-openmp", "ring L=16 w=4 N=6 nM=1"),
                    std::pair("mutant/ring-no-particle-shuffle", "ring L=16 w=4 N=6 nM=2"),
                    std::pair("mutant/ring-leaving-allowed", "ring L=16 w=4 N=6 nM=1"),
                    std::pair("variant/domain-rods", "rods 6x2 N=2"),
                    std::pair("variant/domain-rods-in-turn", "rods 6x2 N=2")),
    [](const auto& param) { return "model" + std::to_string(param.index); });

TEST(Enumeration, TheParallelBodyIsTheReferenceOnTheLattice) {
  const char* ring = "ring L=12 w=3 N=4 nM=2";
  const TinyModel& fast = model_of("mpmc/checkerboard-openmp", ring);
  const TinyModel& slow = model_of("mpmc/checkerboard-reference", ring);
  const auto fast_system = fast.make();
  const auto slow_system = slow.make();
  const Enumeration a = enumerate(fast, *fast_system);
  const Enumeration b = enumerate(slow, *slow_system);
  EXPECT_FALSE(b.operators[0].in_pieces) << "the reference has no barriers";
  for (const std::size_t which : {0u, 1u})
    EXPECT_TRUE(rows_by_key(a, which) == rows_by_key(b, which)) << which;
}

TEST(EnumerationSlow, SymmetryGivesTheSameVerdictsAndIsTested) {
  const TinyModel& squares = model_of("mpmc/checkerboard-openmp", "squares 8x8 w=2 N=2 nM=1");
  JudgeOptions plain;
  JudgeOptions symmetric;
  symmetric.symmetry = true;
  const Judgement a = judge(squares, plain);
  const Judgement b = judge(squares, symmetric);
  ASSERT_EQ(a.findings.size(), b.findings.size());
  for (std::size_t i = 0; i < a.findings.size(); ++i) {
    EXPECT_EQ(a.findings[i].name, b.findings[i].name);
    EXPECT_EQ(a.findings[i].verdict, b.findings[i].verdict) << a.findings[i].name;
    EXPECT_EQ(a.findings[i].exact, b.findings[i].exact) << a.findings[i].name;
  }
  const TinyModel& lopsided =
      model_of("mutant/squares-missing-diagonal-neighbour", "squares 8x8 w=2 N=2 nM=1");
  EXPECT_THROW(judge(lopsided, symmetric), InputError)
      << "it lacks the symmetry it is said to have";
}

// Models that cannot be enumerated ------------------------------------------------------------

TinyModel strange(std::function<void(StateKey&, std::uint64_t, ChoiceTape&)> body) {
  class System final : public TinySystem {
   public:
    explicit System(std::function<void(StateKey&, std::uint64_t, ChoiceTape&)> body)
        : body_(std::move(body)) {}
    std::vector<StateKey> configurations() const override { return {0, 1, 2, 3}; }
    void load(StateKey state) override { state_ = state; }
    StateKey key() const override { return state_; }
    void apply(std::size_t, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
      body_(state_, sweep, tape);
    }

   private:
    std::function<void(StateKey&, std::uint64_t, ChoiceTape&)> body_;
    StateKey state_ = 0;
  };
  TinyModel model = given_model({});
  model.make = [body] { return std::make_unique<System>(body); };
  return model;
}

template <class Action>
std::string complaint(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Refuses, ContinuousDraws) {
  const TinyModel model = strange([](StateKey& state, std::uint64_t sweep, ChoiceTape& tape) {
    state = tape.stream(Purpose::test, sweep, 0).uniform() < 0.5 ? 0 : 1;
  });
  EXPECT_NE(complaint([&] { judge(model); }).find("continuous"), std::string::npos);
}

TEST(Refuses, TooManyStatesAndTooManyTapes) {
  const TinyModel& ring = model_of("mpmc/checkerboard-openmp", "ring L=12 w=3 N=4 nM=2");
  JudgeOptions few_states;
  few_states.limits.states = 150;
  EXPECT_NE(complaint([&] { judge(ring, few_states); }).find("at most 150"), std::string::npos);
  JudgeOptions few_tapes;
  few_tapes.limits.tapes = 1000;
  EXPECT_NE(complaint([&] { judge(ring, few_tapes); }).find("1000 in all"), std::string::npos);
}

TEST(Refuses, HiddenStateOutsideTheKey) {
  auto runs = std::make_shared<int>(0);  // a counter of its own, as a static variable would be
  const TinyModel counts = strange([runs](StateKey& state, std::uint64_t sweep, ChoiceTape& tape) {
    const std::uint32_t step = tape.stream(Purpose::test, sweep, 0).below(2);
    state = (state + step + (++*runs % 3 == 0 ? 1 : 0)) % 4;
  });
  EXPECT_NE(complaint([&] { judge(counts); }).find("undeclared hidden state"), std::string::npos);

  for (const std::uint32_t turn : {0u, 3u}) {
    auto last = std::make_shared<std::uint32_t>(0);  // remembers its last direction
    const auto drift = [last, turn](StateKey& state, std::uint64_t sweep, ChoiceTape& tape) {
      if (tape.stream(Purpose::test, sweep, 0).below(4) == turn) *last = 1 - *last;
      state = (state + (*last == 0 ? 1 : 3)) % 4;
    };
    EXPECT_NE(complaint([&] { judge(strange(drift)); }).find("undeclared hidden state"),
              std::string::npos)
        << turn;
  }
}

TEST(Refuses, AListOrderThatMattersAndIsNotInTheKey) {
  TinyModel forgetful = model_of("mutant/ring-no-particle-shuffle", "ring L=16 w=4 N=6 nM=1");
  class Sorted final : public WrappedSystem {  // the same system under a key that forgets the order
   public:
    using WrappedSystem::WrappedSystem;
    StateKey key() const override { return inner_->configuration(inner_->key()); }
    StateKey configuration(StateKey state) const override { return state; }
  };
  const auto make = forgetful.make;
  forgetful.make = [make] { return std::make_unique<Sorted>(make()); };
  EXPECT_NE(complaint([&] { judge(forgetful); }).find("undeclared hidden state"),
            std::string::npos);
}

TEST(Refuses, ModelsWithoutConfigurationsOrWithOneTwice) {
  EXPECT_THROW(judge(given_model({})), InputError);
  GivenChain chain{{{1, 1}, {1, 1}}, {1, 0}};
  EXPECT_THROW(judge(given_model(chain)), InputError) << "a configuration of no weight";
}

/// Detail of the verdict "fresh streams" on a model; empty when it passes.
std::string read_twice(const TinyModel& model) {
  for (const Finding& finding : judge(model).findings)
    if (finding.name == "fresh streams")
      return finding.verdict == Verdict::pass ? "" : finding.detail;
  return "no verdict";
}

TEST(FreshStreams, AStreamOpenedTwiceAfterOneDrawIsSeen) {
  EXPECT_EQ(read_twice(strange([](StateKey& state, std::uint64_t sweep, ChoiceTape& tape) {
              if (tape.stream(Purpose::test, sweep, 0).below(2) == 0) return;
              state = (state + tape.stream(Purpose::test, sweep, 0).below(2)) % 4;
            })),
            "read twice: stream (purpose 7, step 0, entity 0) within one operator");
}

TEST(FreshStreams, AStreamOfTheNextSweepReadAfterOneDrawIsSeen) {
  const auto borrows = [](std::uint64_t ahead, std::uint64_t factor) {
    return strange([=](StateKey& state, std::uint64_t sweep, ChoiceTape& tape) {
      std::uint32_t step = tape.stream(Purpose::test, factor * sweep, 0).below(4);
      if (step == 3) step = tape.stream(Purpose::test, factor * sweep + ahead, 0).below(4);
      state = (state + step) % 4;
    });
  };
  EXPECT_NE(read_twice(borrows(1, 1)).find("by sweep 1 as by sweep 0"), std::string::npos);
  EXPECT_NE(read_twice(borrows(1000, 1)).find("by sweep 1000 as by sweep 0"), std::string::npos);
  EXPECT_NE(read_twice(borrows(2, 2)).find("by sweep 1 as by sweep 0"), std::string::npos);
  EXPECT_EQ(read_twice(borrows(1, 2)), "") << "two streams of each sweep";
}

/// Two cells and a particle with a spin in one of them; each cell is a slice, and that of the
/// particle reads its stream.
TinyModel spin_in_slices(bool moves) {
  class System final : public TinySystem {
   public:
    explicit System(bool moves) : moves_(moves) {}
    std::vector<StateKey> configurations() const override { return {0, 1, 2, 3}; }
    void load(StateKey state) override { state_ = state; }
    StateKey key() const override { return state_; }
    void apply(std::size_t which, std::uint64_t sweep, ChoiceTape& tape, ProofExec& exec) override {
      if (which == 0) {
        if (tape.stream(Purpose::metropolis, sweep, 0).below(2) == 1) state_ ^= 1;
        return;
      }
      exec.for_each_slice(2, [&](std::size_t, std::size_t cell, std::size_t) {
        if ((state_ & 1) != cell) return;
        state_ ^= 2 * tape.stream(Purpose::cell_update, sweep, 0).below(2);
        if (moves_) state_ ^= 1;  // into the other cell, which may be still to come
      });
    }

   private:
    bool moves_;
    StateKey state_ = 0;
  };
  TinyModel model = given_model({});
  model.operators = {{"move"}, {"spin"}};
  model.make = [moves] { return std::make_unique<System>(moves); };
  return model;
}

TEST(FreshStreams, TheStreamOfAParticleIsReadByTheSliceWhereItIs) {
  EXPECT_EQ(read_twice(spin_in_slices(false)), "");
  EXPECT_NE(read_twice(spin_in_slices(true)).find("within one operator"), std::string::npos);
}

TEST(FreshStreams, ATapeThatIsReadTwiceIsSeen) {
  const TinyModel model = strange([](StateKey& state, std::uint64_t, ChoiceTape& tape) {
    state = (state + tape.stream(Purpose::test, 0, 7).below(4)) % 4;  // the step is not in the key
  });
  const Judgement j = judge(model);
  bool seen = false;
  for (const Finding& finding : j.findings)
    if (finding.name == "fresh streams") {
      EXPECT_EQ(finding.verdict, Verdict::fail);
      EXPECT_NE(finding.detail.find("entity 7"), std::string::npos);
      seen = true;
    } else {
      EXPECT_NE(finding.verdict, Verdict::fail) << finding.name;
    }
  EXPECT_TRUE(seen);
}

}  // namespace
}  // namespace touchstone::balance
