#include "validation/experiments/ecmc/sweep_timing.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "models/core/interrupt.hpp"
#include "models/disks/start.hpp"

namespace touchstone::validation::ecmc {
namespace {

/// Does nothing for a given time in each sweep.
class Idle final : public disks::Simulation {
 public:
  Idle(const disks::Configuration& start, double seconds) : start_(start), seconds_(seconds) {}
  void advance(std::uint64_t sweeps) override {
    const auto begin = std::chrono::steady_clock::now();
    const std::chrono::duration<double> wait(seconds_ * static_cast<double>(sweeps));
    while (std::chrono::steady_clock::now() - begin < wait) {
    }
  }
  disks::Configuration configuration() const override { return start_; }
  SweepStats stats() const override { return {}; }
  std::size_t memory_bytes() const override { return 0; }

 private:
  disks::Configuration start_;
  double seconds_;
};

disks::DiskScheme idle(double seconds) {
  return {.info = {.name = "ecmc/idle", .source = "test"},
          .start = [seconds](const disks::Configuration& c, const disks::RunParameters&) {
            return std::make_unique<Idle>(c, seconds);
          }};
}

TEST(SweepTiming, TellsSlowFromFast) {
  const disks::DiskScheme fast = idle(1e-4);
  const disks::DiskScheme slow = idle(1e-2);
  const auto seconds =
      seconds_per_sweep({{&fast, 1}, {&slow, 1}}, disks::hexagonal_start(16, 0.3), 1);
  ASSERT_EQ(seconds.size(), 2u);
  EXPECT_GE(seconds[0], 1e-4);  // never less than was waited; more when others want the processor
  EXPECT_GE(seconds[1], 1e-2);
  EXPECT_LT(seconds[0], seconds[1] / 2);
}

TEST(SweepTiming, StopsAfterASignal) {
  const disks::DiskScheme fast = idle(1e-5);
  set_interrupt(true);
  EXPECT_THROW(seconds_per_sweep({{&fast, 1}}, disks::hexagonal_start(16, 0.3), 1), Interrupted);
  set_interrupt(false);
}

}  // namespace
}  // namespace touchstone::validation::ecmc
