// checkers/balance/models/in_turn.cpp
// Purpose   Hard particles moved in turn, as the program of 1953 did, on a ring: the smallest
//           complete tiny model, the one that docs/balance.md walks through.
// Source    N. Metropolis et al., J. Chem. Phys. 21, 1087 (1953), section II.
#include "models/core/tiny_model.hpp"

namespace touchstone::balance {
namespace {

constexpr int kSites = 7;

class InTurn final : public TinySystem {
 public:
  std::vector<StateKey> configurations() const override {
    std::vector<StateKey> result;
    for (int a = 0; a < kSites; ++a)
      for (int b = 0; b < kSites; ++b)
        if (!touch(a, b)) result.push_back(static_cast<StateKey>(a * kSites + b));
    return result;
  }
  void load(StateKey state) override {
    sites_[0] = static_cast<int>(state) / kSites;
    sites_[1] = static_cast<int>(state) % kSites;
  }
  StateKey key() const override { return static_cast<StateKey>(sites_[0] * kSites + sites_[1]); }

  void apply(std::size_t, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
    auto random = tape.stream(Purpose::metropolis, sweep, 0);
    for (const int i : {0, 1}) {
      const int to = (sites_[i] + static_cast<int>(random.below(5)) + kSites - 2) % kSites;
      if (!touch(to, sites_[1 - i])) sites_[i] = to;
    }
  }

 private:
  static bool touch(int a, int b) { return (a - b + kSites + 1) % kSites < 3; }
  int sites_[2] = {0, 0};
};

const bool registered = register_tiny({.scheme = "variant/metropolis-in-turn",
                                       .model = "ring L=7 N=2",
                                       .family = "mpmc",
                                       .source = "Metropolis et al. 1953, section II",
                                       .operators = {{"sweep", Claims::global_balance}},
                                       .claims = Claims::global_balance,
                                       .make = [] { return std::make_unique<InTurn>(); }});

}  // namespace
}  // namespace touchstone::balance
