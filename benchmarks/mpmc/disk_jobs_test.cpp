// The timings of hard disks, from the registry to the records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "benchmarks/alone.hpp"
#include "benchmarks/mpmc/timed_disks.hpp"
#include "benchmarks/session.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/registry.hpp"
#include "models/disks/start.hpp"

namespace touchstone::benchmarks::mpmc {
namespace {

namespace fs = std::filesystem;

/// A correct scheme, seen through one planted fault.
enum class Fault {
  none,
  counts_once_too_many,
  counts_half,
  counts_fewer_later,
  loses_a_disk,
  overlaps
};

class Faulty final : public disks::Simulation {
 public:
  Faulty(std::unique_ptr<disks::Simulation> inner, Fault fault)
      : inner_(std::move(inner)), fault_(fault) {}
  void advance(std::uint64_t sweeps) override { inner_->advance(sweeps); }
  SweepStats stats() const override {
    SweepStats stats = inner_->stats();
    if (fault_ == Fault::counts_once_too_many) ++stats.trials;
    if (fault_ == Fault::counts_half && stats.trials > 10'000) stats.trials /= 2;
    if (fault_ == Fault::counts_fewer_later && stats.trials > kVerifiedTrials)
      stats.trials -= (stats.trials - kVerifiedTrials) * 3 / 10;
    return stats;
  }
  disks::Configuration configuration() const override {
    disks::Configuration c = inner_->configuration();
    if (fault_ == Fault::loses_a_disk) c.centres.pop_back();
    if (fault_ == Fault::overlaps) c.centres[0] = c.centres[1];
    return c;
  }
  std::size_t memory_bytes() const override { return inner_->memory_bytes(); }

 private:
  static constexpr std::uint64_t kVerifiedTrials = 200'000;  // more than are verified of 1024 disks

  std::unique_ptr<disks::Simulation> inner_;
  Fault fault_;
};

disks::DiskScheme with(Fault fault) {
  return {.info = {.name = "mpmc/checkerboard-faulty", .source = "planted fault"},
          .start =
              [fault](const disks::Configuration& c, const disks::RunParameters& p) {
                return std::make_unique<Faulty>(baseline_of(disks::schemes()).start(c, p), fault);
              },
          .tolerance = 1e-5,
          .trials = disks::DiskScheme::Trials::per_cell};
}

std::vector<ResultRecord> timed_records(const disks::DiskScheme& scheme, int runs,
                                        std::uint64_t warmup, std::uint64_t sweeps) {
  Request request;
  request.runs = runs;
  request.warmup = warmup;
  request.sweeps = sweeps;
  static const CommonStart start = common_start(Request{}, 1024);
  TimedDisks timed(request, {&scheme, 1024, 1}, start);
  return time_alone(timed);
}

std::string verdict_on(Fault fault) { return timed_records(with(fault), 3, 1, 2).back().note; }

TEST(TimedDisks, FindsNothingWrongWithACorrectScheme) { EXPECT_EQ(verdict_on(Fault::none), ""); }
TEST(TimedDisks, CatchesOneTrialMoveTooMany) {
  EXPECT_THAT(verdict_on(Fault::counts_once_too_many), testing::HasSubstr("first sweep"));
}
TEST(TimedDisks, CatchesMissingTrialMoves) {
  EXPECT_THAT(verdict_on(Fault::counts_half), testing::HasSubstr("per sweep"));
}
TEST(TimedDisks, VerdictDoesNotDependOnHowManySweepsAreTimed) {
  for (const std::uint64_t sweeps : {1u, 10u, 200u})
    EXPECT_EQ(timed_records(baseline_of(disks::schemes()), 2, 0, sweeps).back().note, "") << sweeps;
}
// A fault that begins after the sweeps that are verified, and is within the bounds of any state, is
// seen at no number of timed sweeps: else a slower machine would give another verdict.
TEST(TimedDisks, VerdictOnAFaultDoesNotDependOnHowManySweepsAreTimed) {
  for (const std::uint64_t sweeps : {1u, 10u, 200u})
    EXPECT_EQ(timed_records(with(Fault::counts_fewer_later), 2, 0, sweeps).back().note, "")
        << sweeps;
}
TEST(TimedDisks, VerifiesAsManySweepsAsTheNumberOfDisksSays) {
  EXPECT_EQ(verified_sweeps(256), 196u);
  EXPECT_EQ(verified_sweeps(1024), 49u);
  EXPECT_EQ(verified_sweeps(9'241'600), 2u);
}

TEST(CommonStart, IsMeltedUntilItsAcceptanceIsSteady) {
  const CommonStart start = common_start(Request{}, 1024);
  EXPECT_TRUE(start.steady);
  EXPECT_GT(start.steps, 32u);  // in the first 32 sweeps the acceptance of a lattice falls
  Request longer;
  longer.problem_class = ProblemClass::W;
  const CommonStart again = common_start(longer, 1024);
  EXPECT_EQ(again.steps, start.steps);
  EXPECT_EQ(again.configuration.centres[7].x, start.configuration.centres[7].x);
}
TEST(CommonStart, LeavesRatesOpenWhereItIsNotInEquilibrium) {
  const CommonStart start = common_start(Request{}, 1024, 32);
  EXPECT_FALSE(start.steady);
  Request request;
  request.runs = request.warmup = request.sweeps = 1;
  TimedDisks timed(request, {&baseline_of(disks::schemes()), 1024, 1}, start);
  const auto all = time_alone(timed);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all.back().verdict, Verdict::inconclusive);
  EXPECT_TRUE(std::isnan(all.back().value));
  EXPECT_THAT(all.back().note, testing::HasSubstr("not in equilibrium"));
}

TEST(TimedDisks, CatchesALostDisk) {
  EXPECT_THAT(verdict_on(Fault::loses_a_disk), testing::HasSubstr("1023 of 1024"));
}
TEST(TimedDisks, CatchesAnOverlap) {
  EXPECT_THAT(verdict_on(Fault::overlaps), testing::HasSubstr("illegal state"));
}

/// One disk of a lattice moved towards the next one, until they overlap by `depth`.
CommonStart start_with_overlap(double depth) {
  CommonStart start = common_start(Request{}, 1024);
  auto& c = start.configuration;
  c = disks::hexagonal_start(1024, kPackingFraction);
  disks::Vec<double>& moved = c.centres[500];
  const disks::Vec<double> nearest = *std::min_element(
      c.centres.begin() + 501, c.centres.end(),
      [&](auto a, auto b) { return c.box.distance2(moved, a) < c.box.distance2(moved, b); });
  const double now = std::sqrt(c.box.distance2(moved, nearest));
  const double share = 1 - (1 - depth) / now;
  moved = moved + disks::Vec<double>{share * (nearest.x - moved.x), share * (nearest.y - moved.y)};
  start.smallest_distance = std::min(1.0, disks::smallest_distance(c));
  return start;
}

std::string wrong_after(const CommonStart& start) {
  Request request;
  request.runs = request.warmup = request.sweeps = 1;
  const disks::DiskScheme still{
      // tries disks, and moves none
      .info = {.name = "stranger/still", .source = "a scheme that rejects all moves"},
      .start = [](const disks::Configuration& c, disks::RunParameters p) {
        p.max_displacement = 1e-9;
        return disks::scheme("mpmc/metropolis-cell-list").start(c, p);
      }};
  TimedDisks timed(request, {&still, 1024, 1}, start);
  return time_alone(timed).back().note;
}

// The start is melted in single precision: a pair may be nearer than 1 by rounding, and is not a
// fault of a scheme in double precision that has not moved it.
TEST(TimedDisks, RoundingOfTheStartIsNoFaultOfTheScheme) {
  CommonStart start = start_with_overlap(1e-7);
  ASSERT_LT(start.smallest_distance, 1);
  EXPECT_EQ(wrong_after(start), "");
  start.smallest_distance = 1;  // as if the scheme had made it
  EXPECT_THAT(wrong_after(start), testing::HasSubstr("illegal state"));
}

TEST(Records, AWrongResultHasNoRate) {
  const auto all = timed_records(with(Fault::overlaps), 1, 0, 1);
  ASSERT_EQ(all.size(), 3u);
  for (const ResultRecord& record : all) {
    EXPECT_EQ(record.verdict, Verdict::fail);
    EXPECT_TRUE(std::isnan(record.value));
  }
}

// Schemes that nobody expects, with no more fields than they need.
disks::DiskScheme stranger(const std::string& name, Fault fault) {
  return {.info = {.name = name, .source = "a scheme of another name"},
          .start = [fault](const disks::Configuration& c, const disks::RunParameters& p) {
            return std::make_unique<Faulty>(disks::scheme("mpmc/metropolis-cell-list").start(c, p),
                                            fault);
          }};
}
const bool registered =
    disks::register_scheme(stranger("stranger/disks", Fault::none)) &&
    disks::register_scheme(stranger("stranger/overlapping-disks", Fault::overlaps)) &&
    disks::register_scheme(stranger("stranger/miscounting-disks", Fault::counts_once_too_many));

class BenchmarkSession : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(registered);
    set_interrupt(false);
    folder_ = fs::temp_directory_path() / ("touchstone-bench-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    request_.out = (folder_ / "benchmark.jsonl").string();
    request_.filter = "mpmc/checkerboard-reference*";
    request_.disks = {256, 1024};
    request_.runs = 3;
    request_.warmup = 1;
    request_.sweeps = 2;
  }
  void TearDown() override {
    fs::remove_all(folder_);
    set_interrupt(false);
  }
  int run() { return touchstone::benchmarks::run(request_, text_); }

  fs::path folder_;
  Request request_;
  std::ostringstream text_;
};

TEST_F(BenchmarkSession, WritesThreeRecordsPerEntryAndResumes) {
  EXPECT_EQ(run(), 0);
  const auto first = read_results(request_.out);
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(first.size() % 3, 0u);
  for (const auto& record : first) {
    EXPECT_EQ(record["verdict"], "pass");
    EXPECT_GT(record["value"], 0);
    EXPECT_EQ(record["params"]["runs"], 3);
  }
  request_.resume = true;
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(read_results(request_.out).size(), first.size());  // nothing was timed again
  request_.disks.push_back(576);
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(read_results(request_.out).size(), first.size() / 2 * 3);
}

TEST_F(BenchmarkSession, AnInterruptKeepsFinishedSizes) {
  request_.disks = {256};
  EXPECT_EQ(run(), 0);
  const std::size_t before = read_results(request_.out).size();
  request_.disks = {256, 1024};
  request_.resume = true;
  set_interrupt(true);
  EXPECT_EQ(run(), kInterruptedExit);
  EXPECT_THAT(text_.str(), testing::HasSubstr("--resume"));
  EXPECT_EQ(read_results(request_.out).size(), before);
}

TEST_F(BenchmarkSession, TimesAStrangerCountsAndVerifiesIt) {
  request_.family = "mpmc";
  request_.filter = "stranger/disks";
  request_.threads = 2;  // of which it knows nothing
  list(request_, text_);
  EXPECT_EQ(text_.str(),
            "stranger/disks/disks:256/threads:1\nstranger/disks/disks:1024/threads:1\n");
  EXPECT_EQ(run(), 0);
  const auto all = read_results(request_.out);
  ASSERT_EQ(all.size(), 6u);
  for (const auto& record : all) EXPECT_EQ(record["verdict"], "pass");
  EXPECT_EQ(all.back()["metric"], kRate);
  EXPECT_EQ(all.back()["params"]["attempted_trials"], 3 * 2 * 1024);
}

TEST_F(BenchmarkSession, FailsStrangersWhoseDisksOverlapOrWhoseCountsAreWrong) {
  request_.filter = "stranger/*disks";
  EXPECT_EQ(run(), 1);
  std::set<std::string> failed;
  for (const auto& record : read_results(request_.out)) {
    const bool wrong = record["scheme"] != "stranger/disks";
    if (wrong) failed.insert(record["scheme"]);
    EXPECT_EQ(record["verdict"], wrong ? "fail" : "pass");
    EXPECT_EQ(record["value"].is_null(), wrong);
  }
  EXPECT_THAT(failed,
              testing::ElementsAre("stranger/miscounting-disks", "stranger/overlapping-disks"));
  EXPECT_THAT(text_.str(), testing::HasSubstr("trial moves, expected"));
}

TEST_F(BenchmarkSession, SaysWhatIsLeftOut) {
  request_.filter = "mpmc/metropolis-*";
  request_.disks = {1024, 1600};
  EXPECT_EQ(run(), 0);
  std::string left_out;
  for (const auto& record : read_results(request_.out))
    if (record["verdict"] == "not run")
      left_out += record["facts"]["entry"].get<std::string>() + record["note"].get<std::string>();
  EXPECT_EQ(left_out, "mpmc/metropolis-reference/disks:1600/threads:1all pairs: up to 1024 disks");
  EXPECT_THAT(text_.str(), testing::HasSubstr("not timed: all pairs"));
}

TEST_F(BenchmarkSession, ImpossibleSizesAreBadInput) {
  request_.filter = "mpmc/nothing-like-it";
  EXPECT_THROW(run(), InputError);
}

}  // namespace
}  // namespace touchstone::benchmarks::mpmc
