#include "benchmarks/longrange/integrator_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::Model;

constexpr const char* kDirect = "longrange/direct-double-portable";

Request tiny() {
  Request request;
  request.problem_class = ProblemClass::tiny;
  return request;
}

/// A correct scheme, seen through one planted fault.
class Heated final : public lr::Simulation {
 public:
  explicit Heated(std::unique_ptr<lr::Simulation> inner) : inner_(std::move(inner)) {}
  void advance(std::uint64_t steps) override {
    inner_->advance(steps);
    done_ += steps;
  }
  lr::State state() const override { return inner_->state(); }
  lr::Energies energies() const override {
    lr::Energies e = inner_->energies();
    if (done_ > 0) e.kinetic += 1e-3 * std::abs(e.potential);
    return e;
  }
  std::vector<double> forces() const override { return inner_->forces(); }
  std::size_t memory_bytes() const override { return inner_->memory_bytes(); }

 private:
  std::unique_ptr<lr::Simulation> inner_;
  std::uint64_t done_ = 0;
};

TimedIntegrator timed(const lr::LongrangeScheme& scheme, Extent extent, std::size_t n = 256) {
  const IntegratorEntry entry{&scheme, Model::plane, n, 1, extent};
  TimedIntegrator one(entry, cold_start(Model::plane, entry.timed_particles(), 1), 1e-4);
  for (int k = 0; k < 3; ++k) one.run();
  return one;
}

TEST(TimedIntegrator, FindsNothingWrongWithACorrectScheme) {
  EXPECT_EQ(timed(lr::scheme(kDirect), Extent::whole).verify(), "");
}

TEST(TimedIntegrator, CatchesEnergyThatIsNotConserved) {
  lr::LongrangeScheme scheme = lr::scheme(kDirect);
  scheme.start = [inner = scheme.start](const lr::State& start, const lr::RunParameters& p) {
    return std::make_unique<Heated>(inner(start, p));
  };
  const TimedIntegrator one = timed(scheme, Extent::whole);
  EXPECT_THAT(one.verify(), testing::HasSubstr("energy changed"));
  const ResultRecord record = step_record(tiny(), one.entry(), one, {});
  EXPECT_EQ(record.verdict, Verdict::fail);
  EXPECT_TRUE(std::isnan(record.value));
}

TEST(TimedIntegrator, ScalesBySquares) {
  const TimedIntegrator one =
      timed(lr::scheme("longrange/yoshida-reference"), Extent::scaled, 2 * kScaledReference);
  EXPECT_EQ(one.entry().timed_particles(), kScaledReference);
  ASSERT_EQ(one.runs().size(), 3u);
  const benchmarks::Run& run = one.runs()[0];
  EXPECT_DOUBLE_EQ(one.seconds_per_step(2 * kScaledReference)[0],
                   4 * run.seconds / static_cast<double>(run.count));
}

TEST(StepBound, FollowsTheCounts) {
  MachineRates rates;
  rates.vectors = "avx512";
  rates.lanes = 8;
  rates.multiply_add[0] = rates.multiply_add[1] = 1;
  rates.pairs[0][0] = 12;
  lr::LongrangeScheme scheme;
  scheme.info.name = "longrange/direct-double-avx512";
  scheme.info.backend = "avx512";
  const StepBound ring = step_bound({&scheme, Model::ring, 8, 1, Extent::whole}, rates, 0);
  EXPECT_EQ(ring.ports, 3 * 8 * 8 / 8 * 10);
  EXPECT_EQ(ring.mixture, 3 * 8 * 8 / 8 * 12);
  EXPECT_EQ(step_bound({&scheme, Model::plane, 8, 2, Extent::whole}, rates, 0).ports,
            3 * 8 * 8 / 8 * 8 / 2.0);
  scheme.info.name = "longrange/hmf-rotation-avx512";
  const IntegratorEntry hmf{&scheme, Model::hmf, 8, 1, Extent::whole};
  EXPECT_EQ(step_bound(hmf, rates, 1e9).ports, 3 * 19);
  EXPECT_EQ(step_bound(hmf, rates, 1).ports, 3 * 8 * 48);
  scheme.info.backend = "avx2";
  EXPECT_EQ(step_bound(hmf, rates, 1).ports, 0);
}

TEST(MachineRates, AreThere) {
  const MachineRates rates = measure_machine_rates();
  EXPECT_GT(rates.multiply_add[0], 0);
  EXPECT_GT(rates.root_estimate[1], 0);
  EXPECT_GE(rate_records(tiny(), rates).size(), 4u);
  EXPECT_GT(update_bandwidth(1000, 1), 1e6);
}

TEST(IntegratorEntries, LongSumsOfAllPairsAreScaled) {
  Request request = tiny();
  request.problem_class = ProblemClass::S;
  request.threads = 2;
  bool direct = false;
  for (const IntegratorEntry& e : integrator_entries(request, Model::ring, 512'000)) {
    EXPECT_FALSE(e.scheme->emulated) << e.name();
    if (e.scheme->info.name == "longrange/yoshida-reference") {
      EXPECT_EQ(e.timed_particles(), kScaledReference);
      EXPECT_EQ(e.threads, 1);
    }
    if (e.scheme->info.name.rfind("longrange/direct-", 0) == 0) {
      EXPECT_EQ(e.timed_particles(), kScaledDirect) << e.name();
      direct = true;
    }
  }
  EXPECT_TRUE(direct);
}

}  // namespace
}  // namespace touchstone::benchmarks::longrange
