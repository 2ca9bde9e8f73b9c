#include "validation/experiments/mpmc/pinned_sampling.hpp"

#include <gtest/gtest.h>

#include "models/disks/exact_cases.hpp"
#include "validation/chain_store.hpp"

namespace touchstone::validation::mpmc {
namespace {

class PinnedSampling : public testing::Test {
 protected:
  Estimate sample(const FewDisks& system, Pin pin, int threads = 2) {
    Plan plan;
    plan.threads = threads;
    Bench bench{plan, chains_, {}};
    return acceptance(system, pin, 1'000'000, 77, bench);
  }
  static double z(const Estimate& estimate, double exact) {
    return (estimate.mean - exact) / estimate.standard_error;
  }
  ChainStore chains_{"", false, 1};
};

TEST_F(PinnedSampling, AgreesWithTheClosedFormsOnTheTorusAndBetweenWalls) {
  const FewDisks torus{3, 5, disks::Walls::periodic};
  const disks::ExactCase exact = disks::exact_torus(3, 5);
  const Estimate free = sample(torus, Pin::none);
  EXPECT_LT(std::abs(z(free, exact.acceptance)), 4.9);
  const Estimate pressure = contact_pressure(torus, free, sample(torus, Pin::contact));
  EXPECT_LT(std::abs(z(pressure, exact.pressure)), 4.9);
  const FewDisks box{2, 2.5, disks::Walls::hard};
  const Estimate inside = sample(box, Pin::none);
  const Estimate wall = sample(box, Pin::wall);
  const double known = disks::exact_hard_box(2.5, 2.5).pressure;
  EXPECT_LT(std::abs(z(wall_pressure(box, inside, wall), known)), 4.9);
  EXPECT_LT(std::abs(z(contact_pressure(box, inside, sample(box, Pin::contact), wall), known)),
            4.9);
}

TEST_F(PinnedSampling, AForgottenWallTermWouldShow) {  // the twin
  const FewDisks box{2, 2.5, disks::Walls::hard};
  const Estimate without = contact_pressure(box, sample(box, Pin::none), sample(box, Pin::contact));
  EXPECT_GT(std::abs(z(without, disks::exact_hard_box(2.5, 2.5).pressure)), 20);
}

TEST_F(PinnedSampling, DoesNotDependOnThreads) {
  const FewDisks box{4, 1 / 0.3, disks::Walls::hard};
  EXPECT_EQ(sample(box, Pin::none, 1).mean, sample(box, Pin::none, 3).mean);
}

}  // namespace
}  // namespace touchstone::validation::mpmc
