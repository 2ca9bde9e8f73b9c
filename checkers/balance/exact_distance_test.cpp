// The exact distance uses symmetries only where the chain has them.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "checkers/balance/distance.hpp"
#include "checkers/balance/given_chain.hpp"
#include "checkers/balance/judge.hpp"

namespace touchstone::balance {
namespace {

/// A given chain on a ring of sites; its images are the rotations of the ring.
class RingSystem final : public TinySystem {
 public:
  explicit RingSystem(GivenChain chain) : sites_(chain.weights.size()), inner_(std::move(chain)) {}
  std::vector<StateKey> configurations() const override { return inner_.configurations(); }
  std::uint64_t weight(StateKey state) const override { return inner_.weight(state); }
  void load(StateKey state) override { inner_.load(state); }
  StateKey key() const override { return inner_.key(); }
  void apply(std::size_t which, std::uint64_t sweep, ChoiceTape& tape, ProofExec& exec) override {
    inner_.apply(which, sweep, tape, exec);
  }
  std::vector<StateKey> images(StateKey state) const override {
    std::vector<StateKey> result;
    for (StateKey by = 0; by < sites_; ++by) result.push_back((state + by) % sites_);
    return result;
  }

 private:
  std::size_t sites_;
  GivenSystem inner_;
};

Judgement judged_on_a_ring(const GivenChain& chain) {
  TinyModel model = given_model(chain);
  model.make = [chain] { return std::make_unique<RingSystem>(chain); };
  return judge(model);
}

/// The other route, for chains that are too large for this one.
Distance distance_by_iteration(const TinyModel& model) {
  const auto system = model.make();
  const Enumeration found = enumerate(model, *system);
  const auto chain = make_chain<Uint128>(found, false);
  return distance(chain, found.states, sampled(chain, found.states));
}

TEST(ExactDistance, AChainWithoutTheSymmetryIsNotJoinedByIt) {
  // One orbit under rotations, so that a chain between orbits would be at distance 0; but state 0
  // is left half as often as the others.
  const GivenChain slow{{{3, 1, 0}, {0, 2, 2}, {2, 0, 2}}, {1, 1, 1}};
  EXPECT_EQ(judged_on_a_ring(slow).distance->exact, "1/6");  // 1/2, 1/4, 1/4
  EXPECT_EQ(judge(given_model(slow)).distance->exact, "1/6");
}

TEST(ExactDistance, IsThatWithoutSymmetryAndWithinTheBoundOfDoubles) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::size_t>(2, 8);
    GivenChain chain;
    chain.weights.assign(n, 1);
    std::vector<std::uint32_t> steps;
    for (std::size_t i = 0; i < n; ++i) steps.push_back(*rc::gen::inRange<std::uint32_t>(1, 5));
    for (std::size_t x = 0; x < n; ++x) {  // a walk that is the same everywhere ...
      chain.rows.emplace_back(n);
      for (std::size_t by = 0; by < n; ++by) chain.rows.back()[(x + by) % n] = steps[by];
    }
    const bool spoilt = *rc::gen::arbitrary<bool>();
    if (spoilt) ++chain.rows[0][*rc::gen::inRange<std::size_t>(0, n)];  // ... or nearly
    const Judgement ring = judged_on_a_ring(chain);
    const Judgement plain = judge(given_model(chain));
    RC_ASSERT(ring.distance && plain.distance);
    RC_ASSERT(ring.distance->exact == plain.distance->exact);
    const Distance iterated = distance_by_iteration(given_model(chain));
    RC_ASSERT(std::abs(iterated.total_variation - plain.distance->total_variation) <=
              iterated.error);
    if (!spoilt) RC_ASSERT(ring.distance->exact == "0");
  }));
}

}  // namespace
}  // namespace touchstone::balance
