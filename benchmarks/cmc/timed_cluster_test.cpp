#include "benchmarks/cmc/timed_cluster.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "benchmarks/alone.hpp"
#include "benchmarks/session.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kStars = 1000;

/// A correct scheme, seen through one planted fault.
enum class Fault {
  none,
  other_start,
  loses_a_star_in_thirty,
  tries_half,
  gains_energy,
  rests,
  counts_twice
};

class Faulty final : public cluster::ClusterRun {
 public:
  Faulty(std::unique_ptr<cluster::ClusterRun> inner, Fault fault)
      : inner_(std::move(inner)), fault_(fault) {}
  void step() override {
    if (fault_ != Fault::rests || steps_ < 3) inner_->step();
    ++steps_;
  }
  cluster::StepReport report() const override {
    cluster::StepReport report = inner_->report();
    if (fault_ == Fault::counts_twice) report.trials *= 2;
    if (steps_ < 2) return report;
    if (fault_ == Fault::tries_half) report.trials /= 2;
    if (fault_ == Fault::gains_energy) report.kinetic *= 1.02;
    return report;
  }
  cluster::Stars stars() const override {
    cluster::Stars stars = inner_->stars();
    if (fault_ == Fault::other_start) stars.radial_velocity[7] *= 1 + 1e-15;
    if (fault_ == Fault::loses_a_star_in_thirty && steps_ > 2)
      for (std::size_t i = 0; i < kStars / 30; ++i) stars.radius.pop_back();
    return stars;
  }
  std::vector<cluster::Lfsr113> streams() const override { return inner_->streams(); }
  std::vector<cluster::Work> work() const override { return inner_->work(); }

 private:
  std::unique_ptr<cluster::ClusterRun> inner_;
  Fault fault_;
  int steps_ = 0;
};

std::string note_on(const cluster::ClusterScheme& scheme) {
  Request request;
  request.problem_class = ProblemClass::tiny;
  ClusterStart start(kStars, 1);
  TimedCluster timed(request, {&scheme, kStars, 4, 1}, start);
  return time_alone(timed).back().note;
}

std::string verdict_on(Fault fault) {
  cluster::ClusterScheme scheme = cluster::cluster_scheme("cmc/openmp");
  const auto inner = scheme.start;
  scheme.start = [=](const cluster::Stars& stars,
                     const cluster::ClusterParameters& p) -> std::unique_ptr<cluster::ClusterRun> {
    return std::make_unique<Faulty>(inner(stars, p), fault);
  };
  return note_on(scheme);
}

TEST(TimedCluster, FindsNothingWrongWithACorrectScheme) { EXPECT_EQ(verdict_on(Fault::none), ""); }
TEST(TimedCluster, CatchesAnotherFirstStep) {
  EXPECT_THAT(verdict_on(Fault::other_start), testing::HasSubstr("not those of cmc/reference"));
}
TEST(TimedCluster, CatchesLostStars) {
  EXPECT_THAT(verdict_on(Fault::loses_a_star_in_thirty), testing::HasSubstr("stars are left"));
}
TEST(TimedCluster, CatchesPositionsNotTried) {
  EXPECT_THAT(verdict_on(Fault::tries_half), testing::HasSubstr("positions tried"));
}
TEST(TimedCluster, CatchesEnergy) {
  EXPECT_THAT(verdict_on(Fault::gains_energy), testing::HasSubstr("energy"));
}
TEST(TimedCluster, CatchesStepsNotMade) {
  EXPECT_THAT(verdict_on(Fault::rests), testing::HasSubstr("steps were made"));
}

/// 1000 stars with random numbers of its own, and one planted fault.
std::string verdict_without_bits(Fault fault) {
  cluster::ClusterScheme scheme = cluster::cluster_scheme("cmc/openmp");
  scheme.equals.clear();
  scheme.start = [=, inner = scheme.start](const cluster::Stars& stars,
                                           cluster::ClusterParameters p) {
    p.seed += 12345;
    return std::unique_ptr<cluster::ClusterRun>(std::make_unique<Faulty>(inner(stars, p), fault));
  };
  return note_on(scheme);
}

TEST(TimedCluster, ComparesMeansWhereBitsAreNotClaimed) {
  EXPECT_EQ(verdict_without_bits(Fault::none), "");
  EXPECT_THAT(verdict_without_bits(Fault::counts_twice),
              testing::HasSubstr("positions tried for each star"));
}

TEST(ClusterBound, CountsArithmeticAndBytes) {
  // 1.5 + 2 x 2 + 1 numbers, 2.5 roots, 2 + 2 divisions for each of ten stars.
  const StepRates rates{1, 10, 100};
  EXPECT_DOUBLE_EQ(step_bound(rates, 1e9, 10, 2, 1).seconds, 10 * (6.5 + 25 + 400));
  EXPECT_DOUBLE_EQ(step_bound(rates, 1e9, 10, 2, 2).seconds, 5 * (6.5 + 25 + 400));
  EXPECT_DOUBLE_EQ(step_bound(rates, 1, 10, 2, 2).seconds, 10 * 248);
  EXPECT_STREQ(step_bound(rates, 0.01, 10, 2, 2).by, "memory");
}

TEST(ClusterBound, IsBelowWhatASchemeTakes) {
  Request request;
  request.problem_class = ProblemClass::tiny;
  ClusterStart start(kStars, 1);
  TimedCluster timed(request, {&cluster::cluster_scheme("cmc/openmp"), kStars, 4, 1}, start);
  const ResultRecord record = time_alone(timed).back();
  const double fraction = record.facts.at("fraction_of_bound").get<double>();
  EXPECT_GT(fraction, 0);
  EXPECT_LT(fraction, 1);
  EXPECT_NEAR(record.params.at("bound_seconds").get<double>(), fraction * record.value, 1e-12);
}

TEST(ClusterEntries, AreSchemesRanksAndThreads) {
  Request request;
  request.threads = 2;
  request.ranks = 6;
  request.filter = "cmc/*";
  std::vector<std::string> names;
  for (const ClusterEntry& entry : cluster_entries(request, 200)) names.push_back(entry.name());
  // Six ranks would have fewer than two bins each.
  EXPECT_THAT(names, testing::UnorderedElementsAre("cmc/openmp/stars:200/ranks:5/threads:1",
                                                   "cmc/openmp/stars:200/ranks:5/threads:2",
                                                   "cmc/ranks/stars:200/ranks:1/threads:1",
                                                   "cmc/ranks/stars:200/ranks:2/threads:1",
                                                   "cmc/ranks/stars:200/ranks:4/threads:1",
                                                   "cmc/reference/stars:200/ranks:5/threads:1"));
}

TEST(ClusterEntries, NameAnotherStart) {
  Request request;
  request.filter = "cmc/openmp";
  request.start = "king:7";
  request.masses = "kroupa";
  const std::vector<ClusterEntry> entries = cluster_entries(request, 1000);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].name(),
            "cmc/openmp/start:king:7/masses:kroupa/stars:1000/ranks:16/threads:1");
  EXPECT_THAT(entries[0].subject().size, testing::HasSubstr("--start king:7 --masses kroupa"));
}

TEST(ClusterEntries, FollowBinariesOrAreLeftOut) {
  Request request;
  request.binaries = {.fraction = 0.1, .axes = "axis:1e-4:1e-2"};
  const std::vector<ClusterEntry> entries = cluster_entries(request, 1000);
  ASSERT_GE(entries.size(), 3u);  // serial, threads, ranks
  for (const ClusterEntry& entry : entries) {
    EXPECT_TRUE(entry.scheme->follows_binaries) << entry.name();
    EXPECT_THAT(entry.name(),
                testing::HasSubstr("/binaries:0.1/axis:1e-4:1e-2/thermal/stars:1000"));
    EXPECT_THAT(entry.subject().size, testing::HasSubstr("--binaries 0.1 --axes axis:1e-4:1e-2"));
    ClusterStart start(1000, 1, {}, request.binaries);
    EXPECT_EQ(entry.scheme->start(start.stars(), start.parameters(entry))->binaries().size(), 100u);
  }
}

TEST(ClusterEntries, FollowCollisionsOrAreLeftOut) {
  Request request;
  request.collisions = "spheres:1e-2";
  const std::vector<ClusterEntry> entries = cluster_entries(request, 1000);
  ASSERT_GE(entries.size(), 3u);  // serial, threads, ranks
  for (const ClusterEntry& entry : entries) {
    EXPECT_TRUE(entry.scheme->follows_collisions) << entry.name();
    EXPECT_THAT(entry.name(), testing::HasSubstr("/collisions:spheres:1e-2/stars:1000"));
    EXPECT_THAT(entry.subject().size, testing::HasSubstr("--collisions spheres:1e-2"));
    ClusterStart start(1000, 1);
    const auto run = entry.scheme->start(start.stars(), start.parameters(entry));
    run->step();
    EXPECT_GT(run->report().meetings.collisions, 0u);
  }
}

TEST(ClusterEntries, FollowBinariesThatFormOrAreLeftOut) {
  Request request;
  request.formation = "three-body:0.1";
  const std::vector<ClusterEntry> entries = cluster_entries(request, 100);
  ASSERT_GE(entries.size(), 3u);  // serial, threads, ranks
  for (const ClusterEntry& entry : entries) {
    EXPECT_TRUE(entry.scheme->follows_formation) << entry.name();
    EXPECT_THAT(entry.name(), testing::HasSubstr("/formation:three-body:0.1/stars:100"));
    EXPECT_THAT(entry.subject().size, testing::HasSubstr("--formation three-body:0.1"));
    ClusterStart start(100, 1);
    EXPECT_NE(start.parameters(entry).binaries, nullptr);
    const auto run = entry.scheme->start(start.stars(), start.parameters(entry));
    for (int step = 0; step < 3; ++step) run->step();
    EXPECT_GT(run->report().meetings.formed, 0u);
  }
}

TEST(ClusterJobs, TimeThreadsPhasesAndBytesAndAreResumed) {
  const fs::path out = fs::temp_directory_path() / fmt::format("touchstone-cmc-{}.jsonl", getpid());
  fs::remove(out);
  Request request;
  request.problem_class = ProblemClass::tiny;
  request.family = "cmc";
  request.filter = "cmc/*";
  request.threads = 1;
  request.out = out.string();
  std::ostringstream text;
  ASSERT_EQ(run(request, text), 0) << text.str();
  auto written = read_results(request.out);
  const std::size_t all = written.size();  // also meetings, and orbits alone
  std::erase_if(written, [](const auto& r) { return r.at("metric") != "seconds per step"; });
  ASSERT_EQ(written.size(), cluster_entries(request, kStars).size());
  for (const nlohmann::json& r : written) {
    EXPECT_GT(r.at("value").get<double>(), 0);
    // The reference keeps none, and a device none for so few stars.
    const auto scheme = r.at("scheme").get<std::string>();
    if (scheme == "cmc/reference" || cluster::cluster_scheme(scheme).many_blocks) continue;
    double phases = 0;
    for (const auto& [name, seconds] : r.at("params").at("phase_seconds").items())
      phases += seconds.get<double>();
    EXPECT_GT(phases, 0);
    const auto& bytes = r.at("params").at("bytes");
    // A rank sends its radii and masses to all others, and more.
    if (r.at("scheme") == "cmc/ranks")
      EXPECT_GE(bytes.at("all_gather").get<int>() + 2000,
                16 * 1000 / r.at("ranks").get<int>() * (r.at("ranks").get<int>() - 1));
    else
      EXPECT_EQ(bytes.at("all_gather"), 0);
  }
  request.resume = true;
  ASSERT_EQ(run(request, text), 0);
  EXPECT_EQ(read_results(request.out).size(), all);
  fs::remove(out);
}

}  // namespace
}  // namespace touchstone::benchmarks::cmc
