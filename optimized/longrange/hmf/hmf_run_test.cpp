#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "models/longrange/registry.hpp"
#include "models/longrange/starts.hpp"
#include "optimized/longrange/hmf/hmf_kernels.hpp"

namespace touchstone::optimized {
namespace {

using longrange::RunParameters;
using longrange::State;

std::vector<const longrange::LongrangeScheme*> hmf_schemes() {
  std::vector<const longrange::LongrangeScheme*> all;
  for (const auto& scheme : longrange::schemes())
    if (scheme.info.name.rfind("longrange/hmf-", 0) == 0 && scheme.available)
      all.push_back(&scheme);
  return all;
}

TEST(HmfRun, EveryKernelHasBothForms) {
  EXPECT_GE(hmf_schemes().size(), 2u);
  EXPECT_EQ(hmf_kernels().back().backend, std::string("portable"));
}

// So fast, and so far away, that angles leave the range of the short polynomials.
TEST(HmfRun, FollowsFastParticlesFarAway) {
  State start = longrange::water_bag(37, 3, 0, 1);
  for (std::size_t i = 0; i < start.q.size(); ++i) {
    start.p[i] = 40.0 * static_cast<double>(i) - 700;
    if (i % 3 == 0) start.q[i] += 3e6;
  }
  const RunParameters p{.time_step = 0.1};
  for (const auto* scheme : hmf_schemes()) {
    const auto run = scheme->start(start, p);
    run->advance(5);
    // Forces are at most 1 and kicks at most dt, so these particles hardly notice them.
    const State end = run->state();
    for (std::size_t i = 0; i < start.q.size(); ++i) {
      EXPECT_NEAR(end.p[i], start.p[i], 0.5);
      EXPECT_NEAR(std::cos(end.q[i]), std::cos(start.q[i] + 0.5 * start.p[i]), 0.2)
          << scheme->info.name << ' ' << i;
    }
  }
}

// One particle too fast for the short polynomials changes the way of all of them, hardly more.
TEST(HmfRun, BothWaysToTurnAgree) {
  State with_a_fast_one = longrange::water_bag(2000, 2, 1, 1);
  State slow = with_a_fast_one;
  with_a_fast_one.p.back() = 3.0;  // its largest rotation is 0.51
  slow.p.back() = 2.5;             // 0.43
  for (const auto* scheme : hmf_schemes()) {
    const auto far = scheme->start(with_a_fast_one, {.time_step = 0.1});
    const auto near = scheme->start(slow, {.time_step = 0.1});
    far->advance(1);
    near->advance(1);
    const State a = far->state();
    const State b = near->state();
    for (std::size_t i = 0; i + 1 < a.q.size(); ++i)  // the field differs by 0.05 / 2000 at most
      EXPECT_NEAR(a.q[i], b.q[i], 1e-6) << scheme->info.name << ' ' << i;
  }
}

TEST(HmfRun, SinesStayOnTheCircle) {
  for (const auto* scheme : hmf_schemes()) {
    const auto run = scheme->start(longrange::water_bag(64, 2, 1, 1), {.time_step = 0.1});
    const double e0 = run->energies().total();
    run->advance(600);
    EXPECT_NEAR(run->energies().total(), e0, 1e-4 * e0) << scheme->info.name;
    const double m = longrange::magnetisation(run->state().q).length();
    EXPECT_NEAR(run->energies().potential, 32 * (1 - m * m), 1e-11) << scheme->info.name;
  }
}

/// A particle that is alone has no potential energy, however often it turns by how much.
TEST(HmfRun, OneParticleStaysOnTheCircle) {
  for (const auto* scheme : hmf_schemes())
    for (double momentum = 0.01; momentum < 40; momentum *= 1.7) {
      const auto run = scheme->start({{1.1}, {momentum}}, {.time_step = 0.1});
      run->advance(6400);
      EXPECT_NEAR(run->energies().potential, 0, 1e-15) << scheme->info.name << ' ' << momentum;
    }
}

/// Particles at rest that the kick of a pass turns far in the same pass: the form that turns sines
/// and cosines moves them as the one that keeps angles, at any time step.
TEST(HmfRun, BothFormsFollowHardKicks) {
  const auto both = hmf_schemes();
  for (const double speed : {0.0, 0.3})
    for (double step = 0.1; step < 4; step *= 1.3) {
      const State start = longrange::water_bag(37, 1, speed, 2);
      std::vector<State> ends;
      for (const auto* scheme : both) {
        const auto run = scheme->start(start, {.time_step = step});
        run->advance(1);
        ends.push_back(run->state());
      }
      for (const State& end : ends)
        for (std::size_t i = 0; i < end.q.size(); ++i) {
          EXPECT_NEAR(std::sin((end.q[i] - ends[0].q[i]) / 2), 0, 1e-12) << step;
          EXPECT_NEAR(end.p[i], ends[0].p[i], 1e-12) << step;
        }
    }
}

TEST(HmfRun, ThreadsShareTheChunks) {
  const State start = longrange::water_bag(50000, 2, 1, 1);
  for (const auto* scheme : hmf_schemes()) {
    const auto alone = scheme->start(start, {.time_step = 0.1});
    const auto team = scheme->start(start, {.time_step = 0.1, .threads = 3});
    alone->advance(2);
    team->advance(2);
    EXPECT_EQ(alone->state(), team->state()) << scheme->info.name;
    EXPECT_EQ(alone->forces(), team->forces()) << scheme->info.name;
  }
}

}  // namespace
}  // namespace touchstone::optimized
