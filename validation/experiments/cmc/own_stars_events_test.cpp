// Numbers of events in a cluster of the user's own: twice as many collisions, or binaries that
// form, as the reference has do not pass, and too few to tell decide nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "models/cmc/registry.hpp"
#include "validation/chain_store.hpp"
#include "validation/experiments/cmc/own_stars.hpp"

namespace touchstone::validation::cmc {
namespace {

using testing::HasSubstr;

constexpr const char* kCollisions = "collisions for each star of the start";
constexpr const char* kFormed = "binaries that have formed for each star of the start";

/// Planted fault: a right run that says it had twice as many events.
class Twice final : public cluster::ClusterRun {
 public:
  explicit Twice(std::unique_ptr<cluster::ClusterRun> right) : right_(std::move(right)) {}
  void step() override { right_->step(); }
  cluster::StepReport report() const override {
    cluster::StepReport report = right_->report();
    report.meetings.collisions *= 2;
    report.meetings.formed *= 2;
    return report;
  }
  cluster::Stars stars() const override { return right_->stars(); }
  std::vector<cluster::Binary> binaries() const override { return right_->binaries(); }
  std::vector<cluster::Lfsr113> streams() const override { return right_->streams(); }

 private:
  std::unique_ptr<cluster::ClusterRun> right_;
};

const bool registered = cluster::register_cluster_scheme(
    {.info = {.name = "planted/twice as many", .source = "events are counted twice"},
     .start =
         [](const cluster::Stars& stars, const cluster::ClusterParameters& p) {
           return std::make_unique<Twice>(cluster::cluster_scheme("cmc/reference").start(stars, p));
         },
     .follows_binaries = true,
     .follows_collisions = true,
     .follows_formation = true});

struct Judged {
  ResultRecord wrong, right;
};

/// Rows of these events, of the planted fault and of a right scheme, beside the same reference.
Judged judged(const std::string& metric, const std::string& process) {
  const std::string fault = "planted/twice as many", right = "cmc/openmp";
  OwnStars wanted{.stars = 1000, .time = 0.1, .error = 0.02, .schemes = fault + "," + right};
  (metric == kFormed ? wanted.formation : wanted.collisions) = process;
  Plan plan;
  plan.threads = 2;
  ChainStore store("", false, 2);
  Bench bench{plan, store, [](double) {}};
  Judged all;
  for (const Measurement& m : own_point(wanted).experiment.plan(plan)) {
    if (m.record.metric != metric || m.record.scheme == "cmc/reference") continue;
    ResultRecord& record = m.record.scheme == fault ? all.wrong : all.right;
    record = m.record;
    m.measure(record, bench);
  }
  return all;
}

TEST(OwnStarsEvents, TwiceAsManyAsOfTheReferenceFail) {
  ASSERT_TRUE(registered);
  for (const auto& [metric, process] :
       {std::pair{kFormed, "three-body:0.1"}, std::pair{kCollisions, "spheres:3e-3"}}) {
    const auto [wrong, right] = judged(metric, process);
    EXPECT_EQ(wrong.verdict, Verdict::fail) << metric << wrong.note;
    EXPECT_EQ(right.verdict, Verdict::pass) << metric << right.note;
    EXPECT_LT(right.facts.at("smallest_effect").get<double>(), right.expected->value / 2);
    EXPECT_LT(right.expected->value, 0.1) << "an error of so much would have been none before";
  }
}

TEST(OwnStarsEvents, TooFewDecideNothing) {
  const Judged few = judged(kCollisions, "spheres:1e-5");
  const Judged none = judged(kCollisions, "spheres:1e-15");
  for (const auto* record : {&few.wrong, &few.right, &none.wrong, &none.right}) {
    EXPECT_EQ(record->verdict, Verdict::inconclusive) << record->note;
    EXPECT_THAT(record->note, HasSubstr("sees deviations from"));
  }
  EXPECT_EQ(none.right.expected->value, 0);
}

}  // namespace
}  // namespace touchstone::validation::cmc
