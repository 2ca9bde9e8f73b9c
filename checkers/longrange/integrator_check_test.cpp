// Every scheme that integrates the long-range models passes every check; the checks' own parts do
// what they say.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>
#include <utility>

#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/dual.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/longrange/truth.hpp"
#include "checkers/task.hpp"
#include "models/longrange/exact.hpp"

namespace touchstone::integrator {
namespace {

using longrange::LongrangeScheme;

std::vector<const LongrangeScheme*> all_schemes() {
  std::vector<const LongrangeScheme*> all;
  for (const LongrangeScheme& scheme : longrange::schemes()) all.push_back(&scheme);
  return all;
}

class EveryIntegrator : public testing::TestWithParam<const LongrangeScheme*> {};

TEST_P(EveryIntegrator, PassesEveryCheck) {
  for (const IntegratorCheck& check : checks_of<longrange::LongrangeScheme>()) {
    const CheckResult result = run_check(check, *GetParam(), {});
    EXPECT_NE(result.verdict, Verdict::fail) << check.name << ": " << result.detail;
    EXPECT_NE(result.verdict, Verdict::inconclusive) << check.name << ": " << result.detail;
  }
}

// Numbers of particles, starts and threads that RapidCheck draws: forces are those of the
// potential, and the same on one thread.
TEST_P(EveryIntegrator, HasTheForcesOfRandomStates) {
  const LongrangeScheme& scheme = *GetParam();
  if (!scheme.available) GTEST_SKIP() << "this machine lacks its vector unit";
  EXPECT_TRUE(rc::check([&] {
    const auto systems = systems_of(scheme, true);
    const auto system = systems[*rc::gen::inRange<std::size_t>(0, systems.size())];
    const auto n = *rc::gen::inRange<std::size_t>(2, 60);
    const auto start = random_state(system, n, *rc::gen::arbitrary<std::uint64_t>());
    const auto threads = *rc::gen::inRange(1, 5);
    const auto found = begin(scheme, start, system, 0.01, threads)->forces();
    RC_ASSERT(found == begin(scheme, start, system, 0.01, 1)->forces());
    const Exact truth = true_forces(system, start);
    const double scale = root_mean_square(truth);
    for (std::size_t i = 0; i < truth.size(); ++i)
      RC_ASSERT(std::abs(static_cast<double>(truth[i] - found[i])) <=
                std::max(1e-11, 200 * scheme.force_error) * scale);
  }));
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryIntegrator, testing::ValuesIn(all_schemes()),
                         [](const auto& instance) {
                           std::string text = instance.param->info.name;
                           std::replace_if(
                               text.begin(), text.end(),
                               [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return text;
                         });

TEST(IntegratorChecks, HaveNamesAndReasons) {
  ASSERT_GE(checks_of<longrange::LongrangeScheme>().size(), 17u);
  for (const IntegratorCheck& check : checks_of<longrange::LongrangeScheme>()) {
    EXPECT_EQ(check.name.rfind("integrator/", 0), 0u) << check.name;
    EXPECT_FALSE(check.shows.empty()) << check.name;
  }
  EXPECT_THROW(check_of<longrange::LongrangeScheme>("integrator/ordr 4"), InputError);
}

/// A right run, but for one force that it tells.
class OneForceIsNaN final : public longrange::Simulation {
 public:
  explicit OneForceIsNaN(std::unique_ptr<longrange::Simulation> right) : right_(std::move(right)) {}
  void advance(std::uint64_t steps) override { right_->advance(steps); }
  longrange::State state() const override { return right_->state(); }
  std::vector<double> forces() const override {
    std::vector<double> all = right_->forces();
    all[all.size() / 2] = std::nan("");
    return all;
  }
  longrange::Energies energies() const override { return right_->energies(); }
  std::size_t memory_bytes() const override { return right_->memory_bytes(); }

 private:
  std::unique_ptr<longrange::Simulation> right_;
};

TEST(IntegratorChecks, ForgetNoNaN) {
  LongrangeScheme scheme = longrange::scheme("longrange/yoshida-reference");
  scheme.start = [right = scheme.start](const longrange::State& start,
                                        const longrange::RunParameters& p) {
    return std::make_unique<OneForceIsNaN>(right(start, p));
  };
  EXPECT_EQ(run_check(check_of<LongrangeScheme>("integrator/many angles"), scheme, {}).verdict,
            Verdict::fail);
}

TEST(IntegratorChecks, ThreadInvarianceIsAskedOfAllThatClaimIt) {
  const IntegratorCheck& check = check_of<LongrangeScheme>("integrator/thread invariance");
  for (const LongrangeScheme& scheme : longrange::schemes()) {
    if (!scheme.available || !has(scheme.info.claims, Claims::thread_invariant)) continue;
    EXPECT_FALSE(excuse(check, scheme, {})) << scheme.info.name;
  }
}

TEST(IntegratorChecks, AreJobsOfTheFamily) {
  const auto jobs = check_jobs({.family = "longrange", .checks = {"integrator/order"}}, {});
  EXPECT_GT(jobs.size(), longrange::schemes().size());  // and the mutants
}

TEST(IntegratorChecks, AnUnclaimedPropertyIsNotClaimed) {
  LongrangeScheme modest = longrange::scheme("longrange/yoshida-reference");
  modest.claims = longrange::IntegratorClaims::model;
  EXPECT_EQ(run_check(check_of<longrange::LongrangeScheme>("integrator/order"), modest, {}).verdict,
            Verdict::not_claimed);
  modest.models = {longrange::Model::ring};
  EXPECT_EQ(
      run_check(check_of<longrange::LongrangeScheme>("integrator/virial"), modest, {}).verdict,
      Verdict::not_run);
  modest.available = false;
  EXPECT_EQ(
      run_check(check_of<longrange::LongrangeScheme>("integrator/pieces"), modest, {}).verdict,
      Verdict::not_run);
}

TEST(Dual, DifferentiatesProductsQuotientsAndFunctions) {
  const Dual<double> x(0.7, 1);
  const Dual<double> y = sin(x * x) / sqrt(x) - log(x + Dual<double>(1));
  const double s = std::sin(0.49);
  EXPECT_NEAR(y.value, s / std::sqrt(0.7) - std::log(1.7), 1e-15);
  EXPECT_NEAR(y.slope,
              1.4 * std::cos(0.49) / std::sqrt(0.7) - s / (2 * 0.7 * std::sqrt(0.7)) - 1 / 1.7,
              1e-15);
}

TEST(Truth, FollowsThePendulum) {
  const Exact end = true_coordinates({longrange::Model::hmf, 0}, {{-1, 1}, {0, 0}}, 3, 2000);
  EXPECT_NEAR(static_cast<double>(end[1] - end[0]), longrange::hmf_pair_separation(2, 3), 1e-13);
}

TEST(Bounds, NotANumberBreaksEveryBound) {
  Bounds bounds;
  EXPECT_EQ(bounds.result().verdict, Verdict::fail);
  bounds.hold(0.5, 1, "half");
  EXPECT_EQ(bounds.result().verdict, Verdict::pass);
  EXPECT_EQ(bounds.result().value, 0.5);
  bounds.hold(std::nan(""), 1, "nothing");
  EXPECT_EQ(bounds.result().verdict, Verdict::fail);
  EXPECT_NE(bounds.result().detail.find("nothing"), std::string::npos);
}

TEST(Distance, OfAnglesDoesNotCountTurns) {
  const double turn = 2 * std::acos(-1.0);
  EXPECT_NEAR(distance({longrange::Model::ring, 0.1}, {{1}, {2}}, {{1 + 3 * turn}, {2}}), 0, 1e-14);
  EXPECT_NEAR(distance({longrange::Model::plane, 0.1}, {{1}, {2}}, {{1 + turn}, {2}}), turn, 1e-14);
}

TEST(Distance, OfWhatIsNotANumberIsInfinite) {
  const longrange::System hmf;
  EXPECT_EQ(distance(hmf, {{1}, {2}}, {{1}, {2.5}}), 0.5);
  EXPECT_EQ(distance(hmf, {{1}, {2}}, {{std::nan("")}, {2}}), HUGE_VAL);
  EXPECT_EQ(distance(hmf, {{1}, {2}}, {{1, 2}, {2, 3}}), HUGE_VAL);
}

}  // namespace
}  // namespace touchstone::integrator
