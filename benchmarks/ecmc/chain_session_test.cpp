#include "benchmarks/ecmc/chain_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

#include "benchmarks/session.hpp"
#include "models/core/errors.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kDisks = 1024;

ChainStart& start() {
  static ChainStart one(Request{}, kDisks);
  return one;
}

/// A correct scheme, seen through one planted fault.
enum class Fault { none, one_lifting_too_many, counts_half, counts_twice, loses_a_disk, overlaps };

class Faulty final : public disks::ChainRun {
 public:
  Faulty(std::unique_ptr<disks::ChainRun> inner, Fault fault)
      : inner_(std::move(inner)), fault_(fault) {}
  void advance(disks::Ticks duration) override {
    inner_->advance(duration);
    ++pieces_;
  }
  std::uint64_t liftings() const override {
    const std::uint64_t n = inner_->liftings();
    if (fault_ == Fault::one_lifting_too_many) return n + 1;
    if (fault_ == Fault::counts_half && pieces_ > 1) return n / 2;
    if (fault_ == Fault::counts_twice && pieces_ > 1) return 2 * n;
    return n;
  }
  disks::Ticks violation() const override { return inner_->violation(); }
  disks::LegEnd end() const override {
    disks::LegEnd end = inner_->end();
    if (pieces_ == 1) return end;
    if (fault_ == Fault::loses_a_disk) end.x.pop_back();
    if (fault_ == Fault::overlaps && pieces_ > 76)  // after those that are verified one by one
      end.x[0] = end.x[1] += disks::kTicksPerSide / 64;
    return end;
  }

 private:
  std::unique_ptr<disks::ChainRun> inner_;
  Fault fault_;
  int pieces_ = 0;
};

std::string verdict_on(Fault fault) {
  disks::ChainScheme scheme = disks::chain_scheme("ecmc/ordered-chains");
  const auto inner = scheme.start;
  scheme.start = [=](const disks::Leg& leg, const disks::ConstraintGraph& graph,
                     const disks::ChainParameters& p) -> std::unique_ptr<disks::ChainRun> {
    return std::make_unique<Faulty>(inner(leg, graph, p), fault);
  };
  TimedChains timed({&scheme, kDisks, 16, 1}, start(), {3, 0.001}, 1);
  for (int k = 0; k < 3; ++k) timed.run();
  return timed.verify();
}

TEST(TimedChains, FindsNothingWrongWithACorrectScheme) { EXPECT_EQ(verdict_on(Fault::none), ""); }
TEST(TimedChains, CatchesOneLiftingTooMany) {
  EXPECT_THAT(verdict_on(Fault::one_lifting_too_many), testing::HasSubstr("piece 1:"));
}
TEST(TimedChains, CatchesMissingLiftings) {
  EXPECT_THAT(verdict_on(Fault::counts_half), testing::HasSubstr("piece 2:"));
}
TEST(TimedChains, CatchesLiftingsCountedTwice) {
  EXPECT_THAT(verdict_on(Fault::counts_twice), testing::HasSubstr("piece 2:"));
}
TEST(TimedChains, VerdictDoesNotDependOnHowManyPiecesAreTimed) {
  const disks::ChainScheme& scheme = disks::chain_scheme("ecmc/word-chains");
  for (const double seconds : {1e-6, 1e-3, 1e-2}) {
    TimedChains timed({&scheme, kDisks, 40, 1}, start(), {1, seconds}, 1);
    timed.run();
    EXPECT_EQ(timed.verify(), "") << seconds;
  }
}
TEST(TimedChains, CatchesALostDisk) {
  EXPECT_THAT(verdict_on(Fault::loses_a_disk), testing::HasSubstr("1023 of 1024"));
}
TEST(TimedChains, CatchesAnOverlap) {
  EXPECT_THAT(verdict_on(Fault::overlaps), testing::HasSubstr("illegal state"));
}

TEST(TimedChains, AWrongResultHasNoRate) {
  disks::ChainScheme scheme = disks::chain_scheme("ecmc/ordered-chains");
  const auto inner = scheme.start;
  scheme.start = [=](const disks::Leg& leg, const disks::ConstraintGraph& graph,
                     const disks::ChainParameters& p) -> std::unique_ptr<disks::ChainRun> {
    return std::make_unique<Faulty>(inner(leg, graph, p), Fault::counts_twice);
  };
  TimedChains timed({&scheme, kDisks, 1, 1}, start(), {1, 0.0001}, 1);
  timed.run();
  const ResultRecord record = rate_record(Request{}, timed, {1e-9, 1e-9, 1e-9, 1e-9});
  EXPECT_EQ(record.verdict, Verdict::fail);
  EXPECT_TRUE(std::isnan(record.value));
}

TEST(ChainStart, MeanFreePathIsNearThatOfTheFluid) {
  // 0.0768 / sqrt(N) of the side in equilibrium; longer while some order of the lattice is left
  const double path = static_cast<double>(disks::mean_free_path(kDisks)) / disks::kTicksPerSide;
  EXPECT_NEAR(start().expected(1).per_side * path, 1, 0.3);
}

TEST(Preparation, CatchesAnotherNumberOfArrows) {
  std::size_t arrows = 6;
  Preparation graph(
      "ecmc/near-graph", 2, 1, [&] { return arrows; }, 6);
  graph.run();
  EXPECT_EQ(graph.verify(), "");
  arrows = 5;
  graph.run();
  EXPECT_THAT(graph.verify(), testing::HasSubstr("5 arrows, expected 6"));
}

TEST(Roofline, FollowsTheCounts) {
  const ChainRooflineCosts costs{1, 10, 50, 70};
  EXPECT_NEAR(roofline_instructions(false), 25, 0.5);
  EXPECT_NEAR(roofline_instructions(true), 36, 0.5);
  EXPECT_DOUBLE_EQ(chain_roofline(costs, {.active = 1}),
                   200);  // waits for two loads and for itself
  EXPECT_DOUBLE_EQ(chain_roofline(costs, {.active = 4}), 50);
  EXPECT_DOUBLE_EQ(chain_roofline(costs, {.active = 100}), roofline_instructions(true));
  EXPECT_DOUBLE_EQ(chain_roofline(costs, {.exchange = true, .active = 100, .threads = 2}), 35);
}

TEST(Roofline, CostsArePositive) {
  const ChainRooflineCosts costs = measure_chain_roofline_costs();
  for (const double cost : {costs.instruction, costs.dependent, costs.load, costs.exchange}) {
    EXPECT_GT(cost, 0);
  }
}

class ChainBenchmarks : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("touchstone-chains-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    request_.problem_class = ProblemClass::tiny;
    request_.out = (folder_ / "benchmark.jsonl").string();
    request_.disks = {256};
    request_.filter = "ecmc/*-chain";  // single and cells
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
  Request request_;
  std::ostringstream text_;
};

TEST_F(ChainBenchmarks, WriteRatesAndPreparationsAndResume) {
  EXPECT_EQ(benchmarks::run(request_, text_), 0);
  std::multiset<std::string> metrics;
  for (const auto& record : read_results(request_.out)) {
    EXPECT_EQ(record["family"], "ecmc");
    EXPECT_EQ(record["verdict"], "pass") << record;
    EXPECT_GT(record["value"], 0);
    metrics.insert(record["metric"].get<std::string>());
  }
  EXPECT_EQ(metrics.count(kLiftingRate), 2u);
  EXPECT_EQ(metrics.count(kPreparation), 2u);
  request_.resume = true;
  EXPECT_EQ(benchmarks::run(request_, text_), 0);
  EXPECT_EQ(read_results(request_.out).size(), metrics.size());  // nothing was timed again
}

TEST_F(ChainBenchmarks, ListWhatTheyTime) {
  request_.filter = "*";
  request_.family = "ecmc";
  request_.disks = {4096};
  request_.threads = 4;
  benchmarks::list(request_, text_);
  for (const char* line : {"ecmc/single-chain/disks:4096/active:1/threads:1\n",
                           "ecmc/word-chains/disks:4096/active:40/threads:4\n",
                           "ecmc/word-chains/disks:4096/active:40/threads:2\n",
                           "ecmc/tag-chains-sequential/disks:4096/active:40/threads:1\n",
                           "ecmc/ordered-chains/disks:4096/active:512/threads:1\n"})
    EXPECT_THAT(text_.str(), testing::HasSubstr(line));
  for (const char* name :
       {"mpmc/", "reference", "local-time", "interleaved-chains/disks:4096/active:8/threads:2",
        "single-chain/disks:4096/active:8", "sequential/disks:4096/active:8"})
    EXPECT_THAT(text_.str(), testing::Not(testing::HasSubstr(name)));
}

TEST_F(ChainBenchmarks, UnknownFiltersNameTheNearest) {
  for (const auto& [filter, nearest] :
       {std::pair{"ecmc/word-chain", "'ecmc/word-chains'"},
        std::pair{"mpmc/checkerboard-openmq", "'mpmc/checkerboard-openmp'"}}) {
    request_.filter = filter;
    try {
      benchmarks::run(request_, text_);
      FAIL() << filter;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(nearest));
    }
  }
  request_.family = "ecmc";
  request_.filter = "mpmc/checkerboard-openmp";
  EXPECT_THROW(benchmarks::run(request_, text_), InputError);
}

}  // namespace
}  // namespace touchstone::benchmarks::ecmc
