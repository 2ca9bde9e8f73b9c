// Random schemes put together from pieces that are reversible by construction: the checker passes
// all of them, and finds every one in which a single acceptance was changed.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <memory>
#include <numeric>

#include "checkers/balance/judge.hpp"
#include "checkers/balance/session.hpp"

namespace touchstone::balance {
namespace {

/// One way to move within one half of a state. Reversible with respect to the weights.
struct Piece {
  enum class Kind {
    metropolis,  ///< one of the involutions, accepted with min(1, ratio of weights)
    heat_bath    ///< a new value from the block of the old one, by weight
  };
  Kind kind = Kind::metropolis;
  std::vector<std::vector<std::uint32_t>> involutions;  ///< [which][value]
  std::vector<std::uint32_t> block;                     ///< [value]
};

/// Two halves with values and weights of their own; an operator moves both, as slices.
struct Scheme {
  std::vector<std::uint32_t> weights[2];
  std::vector<Piece> operators[2];
  struct Fault {
    std::size_t half = 0;
    std::size_t which = 0;
    std::size_t involution = 0;
    std::uint32_t value = 0;
  };
  std::optional<Fault> fault;  ///< there a move that must be accepted is rejected half of the time
};

class RandomSystem final : public TinySystem {
 public:
  explicit RandomSystem(const Scheme& scheme) : scheme_(scheme) {}
  std::vector<StateKey> configurations() const override {
    std::vector<StateKey> result(scheme_.weights[0].size() * scheme_.weights[1].size());
    std::iota(result.begin(), result.end(), StateKey{0});
    return result;
  }
  std::uint64_t weight(StateKey state) const override {
    const std::size_t n = scheme_.weights[0].size();
    return std::uint64_t{scheme_.weights[0][state % n]} * scheme_.weights[1][state / n];
  }
  void load(StateKey state) override {
    const std::size_t n = scheme_.weights[0].size();
    value_[0] = static_cast<std::uint32_t>(state % n);
    value_[1] = static_cast<std::uint32_t>(state / n);
  }
  StateKey key() const override { return value_[1] * scheme_.weights[0].size() + value_[0]; }
  void apply(std::size_t which, std::uint64_t sweep, ChoiceTape& tape, ProofExec& exec) override {
    exec.for_each_slice(2, [&](std::size_t, std::size_t first, std::size_t last) {
      for (std::size_t half = first; half < last; ++half) {
        auto stream =
            tape.stream(Purpose::test, sweep, static_cast<std::uint32_t>(2 * which + half));
        move(half, which, stream);
      }
    });
  }

 private:
  void move(std::size_t half, std::size_t which, ChoiceTape::Stream& stream) {
    const Piece& piece = scheme_.operators[half][which];
    const std::vector<std::uint32_t>& weights = scheme_.weights[half];
    std::uint32_t& value = value_[half];
    if (piece.kind == Piece::Kind::heat_bath) return draw_from_block(piece, weights, value, stream);
    const auto i = stream.below(static_cast<std::uint32_t>(piece.involutions.size()));
    const std::uint32_t to = piece.involutions[i][value];
    const auto& fault = scheme_.fault;
    const bool faulty = fault && fault->half == half && fault->which == which &&
                        fault->involution == i && fault->value == value;
    if (faulty && stream.below(2) == 0) return;
    if (weights[to] >= weights[value] || stream.bernoulli(weights[to], weights[value])) value = to;
  }
  static void draw_from_block(const Piece& piece, const std::vector<std::uint32_t>& weights,
                              std::uint32_t& value, ChoiceTape::Stream& stream) {
    std::uint32_t sum = 0;
    for (std::size_t v = 0; v < weights.size(); ++v)
      if (piece.block[v] == piece.block[value]) sum += weights[v];
    std::uint32_t drawn = stream.below(sum);
    for (std::uint32_t v = 0; v < weights.size(); ++v) {
      if (piece.block[v] != piece.block[value]) continue;
      if (drawn < weights[v]) {
        value = v;
        return;
      }
      drawn -= weights[v];
    }
  }

  const Scheme scheme_;
  std::uint32_t value_[2] = {0, 0};
};

std::vector<std::uint32_t> random_involution(std::size_t values) {
  std::vector<std::uint32_t> result(values);
  std::iota(result.begin(), result.end(), 0u);
  for (std::size_t v = 0; v + 1 < values; ++v) {
    const auto other = *rc::gen::inRange<std::size_t>(v, values);
    if (result[v] == v && result[other] == other) std::swap(result[v], result[other]);
  }
  return result;
}

Piece random_piece(std::size_t values) {
  Piece piece;
  piece.kind = *rc::gen::element(Piece::Kind::metropolis, Piece::Kind::heat_bath);
  const auto involutions = *rc::gen::inRange(1, 4);
  for (int i = 0; i < involutions; ++i) piece.involutions.push_back(random_involution(values));
  for (std::size_t v = 0; v < values; ++v)
    piece.block.push_back(*rc::gen::inRange<std::uint32_t>(0, 3));
  return piece;
}

Scheme random_scheme() {
  Scheme scheme;
  const auto operators = *rc::gen::inRange(1, 4);
  for (const std::size_t half : {0u, 1u}) {
    const auto values = *rc::gen::inRange<std::size_t>(2, 6);
    for (std::size_t v = 0; v < values; ++v)
      scheme.weights[half].push_back(*rc::gen::inRange<std::uint32_t>(1, 6));
    for (int o = 0; o < operators; ++o) scheme.operators[half].push_back(random_piece(values));
  }
  return scheme;
}

TinyModel model_of(const Scheme& scheme) {
  TinyModel model{.scheme = "test/random",
                  .model = "two halves",
                  .family = "test",
                  .source = "a test",
                  .operators = {},
                  .make = [scheme] { return std::make_unique<RandomSystem>(scheme); }};
  for (std::size_t o = 0; o < scheme.operators[0].size(); ++o)
    model.operators.push_back(
        {std::to_string(o), Claims::detailed_balance | Claims::global_balance});
  return model;
}

/// Verdict called `name` about one operator or about the whole step.
Verdict verdict(const Judgement& judgement, const std::string& name, const std::string& subject) {
  for (const Finding& finding : judgement.findings)
    if (finding.name == name && finding.subject == subject) return finding.verdict;
  return Verdict::not_run;
}

TEST(RandomSchemes, ReversiblePiecesInAnyOrderPass) {
  EXPECT_TRUE(rc::check([] {
    const Scheme scheme = random_scheme();
    for (const Method method : {Method::automatic, Method::plain}) {
      JudgeOptions options;
      options.method = method;
      const Judgement j = judge(model_of(scheme), options);
      for (const Summary& summary : summaries(j))
        if (summary.name != "irreducible" && summary.name != "aperiodic")  // not promised
          RC_ASSERT(summary.verdict == Verdict::pass);
      RC_ASSERT(j.one_step_exact == "0");
    }
  }));
}

TEST(RandomSchemes, OneChangedAcceptanceIsFoundInItsOperator) {
  EXPECT_TRUE(rc::check([] {
    Scheme scheme = random_scheme();
    Scheme::Fault fault;
    fault.half = *rc::gen::inRange<std::size_t>(0, 2);
    fault.which = *rc::gen::inRange<std::size_t>(0, scheme.operators[0].size());
    Piece& piece = scheme.operators[fault.half][fault.which];
    piece.kind = Piece::Kind::metropolis;
    const std::size_t values = scheme.weights[fault.half].size();
    fault.value = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(values - 1));
    fault.involution = piece.involutions.size();  // one that certainly moves the value
    piece.involutions.emplace_back(values);
    std::iota(piece.involutions.back().begin(), piece.involutions.back().end(), 0u);
    std::swap(piece.involutions.back()[fault.value], piece.involutions.back()[fault.value + 1]);
    scheme.fault = fault;
    const Judgement j = judge(model_of(scheme));
    for (std::size_t o = 0; o < scheme.operators[0].size(); ++o) {
      const Verdict expected = o == fault.which ? Verdict::fail : Verdict::pass;
      RC_ASSERT(verdict(j, "detailed balance", std::to_string(o)) == expected);
      RC_ASSERT(verdict(j, "global balance", std::to_string(o)) == expected);
    }
  }));
}

}  // namespace
}  // namespace touchstone::balance
