// The timings of event chains, from the registry to the records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

#include "benchmarks/alone.hpp"
#include "benchmarks/ecmc/chain_roofline.hpp"
#include "benchmarks/ecmc/preparations.hpp"
#include "benchmarks/ecmc/timed_chains.hpp"
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

Request tiny() {
  Request request;
  request.problem_class = ProblemClass::tiny;
  return request;
}

ResultRecord timed_record(const disks::ChainScheme& scheme, std::size_t active,
                          const Request& request = tiny()) {
  TimedChains timed(request, {&scheme, kDisks, active, 1}, start());
  return time_alone(timed).back();
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

/// With no more fields than it needs.
disks::ChainScheme with(const std::string& name, Fault fault) {
  return {.info = {.name = name, .source = "a scheme of another name"},
          .start = [fault](const disks::Leg& leg, const disks::ConstraintGraph& graph,
                           const disks::ChainParameters& p) -> std::unique_ptr<disks::ChainRun> {
            return std::make_unique<Faulty>(
                disks::chain_scheme("ecmc/ordered-chains").start(leg, graph, p), fault);
          }};
}

std::string verdict_on(Fault fault) { return timed_record(with("ecmc/faulty", fault), 16).note; }

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
  for (const ProblemClass one : {ProblemClass::tiny, ProblemClass::S, ProblemClass::W}) {
    Request request;
    request.problem_class = one;
    request.runs = 1;
    EXPECT_EQ(timed_record(scheme, 40, request).note, "") << info(one).name;
  }
}
TEST(TimedChains, CatchesALostDisk) {
  EXPECT_THAT(verdict_on(Fault::loses_a_disk), testing::HasSubstr("1023 of 1024"));
}
TEST(TimedChains, CatchesAnOverlap) {
  EXPECT_THAT(verdict_on(Fault::overlaps), testing::HasSubstr("illegal state"));
}

TEST(TimedChains, AWrongResultHasNoRate) {
  const ResultRecord record = timed_record(with("ecmc/faulty", Fault::counts_twice), 1);
  EXPECT_EQ(record.verdict, Verdict::fail);
  EXPECT_TRUE(std::isnan(record.value));
}

TEST(ChainStart, MeanFreePathIsNearThatOfTheFluid) {
  // 0.0768 / sqrt(N) of the side in equilibrium; longer while some order of the lattice is left
  const double path = static_cast<double>(disks::mean_free_path(kDisks)) / disks::kTicksPerSide;
  EXPECT_NEAR(start().expected(1).per_side * path, 1, 0.3);
}

TEST(Preparation, CatchesAnotherNumberOfArrows) {
  const Request request;
  std::size_t arrows = 6;
  TimedPreparation graph(request,
                         {"ecmc/near-graph", 2, 1,
                          [&arrows](const ChainStart&) {
                            return PreparationEntry::Work{[&arrows] { return arrows; }, 6};
                          }},
                         start());
  graph.run();
  EXPECT_EQ(graph.records().back().verdict, Verdict::pass);
  arrows = 5;
  graph.run();
  EXPECT_EQ(graph.records().back().verdict, Verdict::fail);
  EXPECT_THAT(graph.records().back().note, testing::HasSubstr("5 arrows, expected 6"));
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

const bool registered =
    disks::register_chain_scheme(with("stranger/chains", Fault::none)) &&
    disks::register_chain_scheme(with("stranger/wrong-chains", Fault::counts_twice));

class ChainBenchmarks : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(registered);
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

TEST_F(ChainBenchmarks, TimeAStrangerCountAndVerifyIt) {
  request_.filter = "stranger/chains";
  request_.threads = 2;  // of which it knows nothing
  benchmarks::list(request_, text_);
  EXPECT_THAT(text_.str(), testing::HasSubstr("stranger/chains/disks:256/active:16/threads:1\n"));
  EXPECT_THAT(text_.str(), testing::Not(testing::HasSubstr("threads:2")));
  EXPECT_EQ(benchmarks::run(request_, text_), 0);
  std::multiset<std::string> metrics;
  for (const auto& record : read_results(request_.out)) {
    EXPECT_EQ(record["verdict"], "pass") << record;
    if (record["metric"] == kLiftingRate) {
      EXPECT_GT(record["params"]["liftings"], 0);
    }
    metrics.insert(record["metric"].get<std::string>());
  }
  EXPECT_EQ(metrics.count(kLiftingRate), 3u);  // with 1, 8 and 16 active disks
  EXPECT_EQ(metrics.count(kPreparation), 1u);
}

TEST_F(ChainBenchmarks, FailAStrangerWhoseCountIsWrong) {
  request_.filter = "stranger/wrong-chains";
  EXPECT_EQ(benchmarks::run(request_, text_), 1);
  for (const auto& record : read_results(request_.out)) {
    const bool rate = record["metric"] == kLiftingRate;
    EXPECT_EQ(record["verdict"], rate ? "fail" : "pass");
    EXPECT_EQ(record["value"].is_null(), rate);
  }
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
