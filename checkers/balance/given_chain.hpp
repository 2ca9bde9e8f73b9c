// checkers/balance/given_chain.hpp
// Purpose   A chain given by integer rows as a tiny model, for tests of the checker itself.
#pragma once
#include <numeric>
#include <vector>

#include "models/core/tiny_model.hpp"

namespace touchstone::balance {

/// Row x: state y follows with probability row[y] / sum of row. `weights` is the claim.
struct GivenChain {
  std::vector<std::vector<std::uint32_t>> rows;
  std::vector<std::uint64_t> weights;
};

class GivenSystem final : public TinySystem {
 public:
  explicit GivenSystem(GivenChain chain) : chain_(std::move(chain)) {}
  std::vector<StateKey> configurations() const override {
    std::vector<StateKey> result(chain_.weights.size());
    std::iota(result.begin(), result.end(), StateKey{0});
    return result;
  }
  std::uint64_t weight(StateKey state) const override { return chain_.weights[state]; }
  void load(StateKey state) override { state_ = state; }
  StateKey key() const override { return state_; }
  void apply(std::size_t, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
    const auto& row = chain_.rows[state_];
    const std::uint32_t sum = std::accumulate(row.begin(), row.end(), 0u);
    std::uint32_t drawn = tape.stream(Purpose::test, sweep, 0).below(sum);
    StateKey to = 0;
    for (; drawn >= row[to]; ++to) drawn -= row[to];
    state_ = to;
  }

 private:
  GivenChain chain_;
  StateKey state_ = 0;
};

inline TinyModel given_model(GivenChain chain) {
  return {.scheme = "test/given",
          .model = "given chain",
          .family = "test",
          .source = "a test",
          .operators = {{"all", Claims::detailed_balance | Claims::global_balance}},
          .claims = Claims::global_balance,
          .make = [chain] { return std::make_unique<GivenSystem>(chain); }};
}

}  // namespace touchstone::balance
