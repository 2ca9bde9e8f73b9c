#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/disks/chains/static_rift.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/chain_store.hpp"
#include "validation/disk_chains.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation {
namespace {

namespace fs = std::filesystem;

DiskChains small_plan() {
  DiskChains plan;
  plan.scheme = "mpmc/checkerboard-reference";
  plan.disks = 24;
  plan.packing_fraction = 0.5;
  plan.equilibration = 20;
  plan.sweeps = 60;
  plan.sample_every = 5;
  plan.segment = 20;
  plan.chains = 3;
  plan.stream = "test";
  plan.observables = {{"rift", [](const disks::Configuration& c) {
                         return disks::static_rift_pressure(c).mean();
                       }}};
  return plan;
}

/// A folder of this test alone, removed afterwards.
class Folder {
 public:
  Folder()
      : path_(fs::temp_directory_path() /
              ("touchstone-" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + "-" +
               std::to_string(::getpid()))) {
    fs::remove_all(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  std::string text() const { return path_.string(); }

 private:
  fs::path path_;
};

void expect_same(const ChainState& a, const ChainState& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.series, b.series);  // bit for bit
  EXPECT_EQ(a.stats.trials, b.stats.trials);
  EXPECT_EQ(a.stats.accepted, b.stats.accepted);
  EXPECT_EQ(a.configuration, b.configuration);
}

/// A plan whose observable raises the interrupt when it is asked for the n-th time.
DiskChains interrupted_plan(int calls) {
  DiskChains plan = small_plan();
  const auto value = plan.observables[0].value;
  plan.observables[0].value = [value, calls](const disks::Configuration& c) mutable {
    if (--calls == 0) set_interrupt(true);
    return value(c);
  };
  return plan;
}

TEST(Chain, HasTheSamplesItWasAskedFor) {
  ChainStore store("", false, 2);
  const auto& chains = store.run(small_plan());
  ASSERT_EQ(chains.size(), 3u);
  for (const ChainState& chain : chains) {
    EXPECT_TRUE(chain.finished);
    EXPECT_EQ(chain.step, 80u);
    EXPECT_EQ(chain.series.at("rift").size(), 12u);
  }
  EXPECT_NE(chains[0].series, chains[1].series);  // independent seeds
}

TEST(Chain, ResultDoesNotDependOnThreads) {
  ChainStore one("", false, 1);
  ChainStore three("", false, 3);
  const auto& a = one.run(small_plan());
  const auto& b = three.run(small_plan());
  for (std::size_t k = 0; k < a.size(); ++k) expect_same(a[k], b[k]);
}

TEST(Chain, InterruptedAndResumedEqualsUninterrupted) {
  ChainStore whole("", false, 1);
  const auto& expected = whole.run(small_plan());
  // 7: in the second segment with samples; 20: in the second chain
  for (const int calls : {1, 7, 20}) {
    const Folder folder;
    set_interrupt(false);
    {
      ChainStore store(folder.text(), false, 1);
      EXPECT_THROW(store.run(interrupted_plan(calls)), Interrupted);
    }
    set_interrupt(false);
    ChainStore resumed(folder.text(), true, 1);
    const auto& chains = resumed.run(small_plan());
    for (std::size_t k = 0; k < chains.size(); ++k) expect_same(chains[k], expected[k]);
  }
}

TEST(Chain, AnotherSegmentLengthIsAnotherChain) {  // the twin: the comparison can fail
  DiskChains other = small_plan();
  other.segment = 40;
  ChainStore store("", false, 1);
  EXPECT_NE(store.run(other)[0].series, store.run(small_plan())[0].series);
  EXPECT_NE(other.key(0), small_plan().key(0));
}

TEST(Chain, CheckpointsAreDroppedWithoutResume) {
  const Folder folder;
  {
    ChainStore store(folder.text(), false, 1);
    store.run(small_plan());
    EXPECT_FALSE(fs::is_empty(folder.text()));
  }
  ChainStore anew(folder.text(), false, 1);
  EXPECT_FALSE(fs::exists(folder.text()));
}

TEST(Chain, SomebodyElsesFilesStay) {
  const Folder folder;
  fs::create_directories(folder.text());
  std::ofstream(folder.text() + "/notes.txt") << "mine";
  ChainStore store(folder.text(), false, 1);
  store.remove_files();
  EXPECT_TRUE(fs::exists(folder.text() + "/notes.txt"));
}

TEST(Chain, DamagedAndForeignCheckpointsAreRefused) {
  const Folder folder;
  fs::create_directories(folder.text());
  const std::string path = folder.text() + "/a.chain";
  const ChainState state = small_plan().begin(0);
  save_chain(path, "key", state);
  expect_same(load_chain(path, "key"), state);
  EXPECT_THROW(load_chain(path, "another key"), InputError);
  fs::resize_file(path, fs::file_size(path) - 5);
  EXPECT_THROW(load_chain(path, "key"), InputError);
  std::ofstream(path, std::ios::trunc) << "";
  EXPECT_THROW(load_chain(path, "key"), InputError);
}

TEST(Chain, LengthsMustBeMultiples) {
  DiskChains plan = small_plan();
  plan.sweeps = 61;
  EXPECT_THROW(plan.begin(0), InputError);
  plan.sweeps = 0;
  EXPECT_THROW(plan.begin(0), InputError);
}

TEST(Chain, ALostDiskIsAnIllegalStateNotAResult) {
  class Loses final : public disks::Simulation {
   public:
    explicit Loses(disks::Configuration c) : c_(std::move(c)) {}
    void advance(std::uint64_t) override {
      if (!c_.centres.empty()) c_.centres.pop_back();
    }
    disks::Configuration configuration() const override { return c_; }
    SweepStats stats() const override { return {1, 1}; }
    std::size_t memory_bytes() const override { return 0; }

   private:
    disks::Configuration c_;
  };
  static const bool once = disks::register_scheme(
      {.info = {.name = "test/loses-disks", .source = "planted fault"},
       .start = [](const disks::Configuration& c,
                   const disks::RunParameters&) { return std::make_unique<Loses>(c); },
       .mutant = true});
  ASSERT_TRUE(once);
  DiskChains plan = small_plan();
  plan.scheme = "test/loses-disks";
  ChainStore store("", false, 2);
  EXPECT_THROW(store.run(plan), IllegalState);
}

TEST(BinMeans, KeepTheMean) {
  EXPECT_EQ(bin_means({1, 2, 3, 4, 5, 6}, 3), (std::vector<double>{1.5, 3.5, 5.5}));
  EXPECT_EQ(bin_means({9, 1, 3, 5, 7}, 2), (std::vector<double>{2, 6}));  // the front is dropped
}

TEST(Seeds, DependOnEveryPart) {
  const std::uint64_t seed = derive_seed(1, "a", 0);
  EXPECT_EQ(seed, derive_seed(1, "a", 0));
  EXPECT_NE(seed, derive_seed(2, "a", 0));
  EXPECT_NE(seed, derive_seed(1, "b", 0));
  EXPECT_NE(seed, derive_seed(1, "a", 1));
}

ChainState synthetic_chain(std::size_t index, double drift) {
  PhiloxStream stream = Philox(5).stream(Purpose::test, index, 0);
  ChainState chain;
  for (int k = 0; k < 100; ++k)
    chain.series["x"].push_back(stream.uniform() + (k < 50 ? 0 : drift));
  return chain;
}

TEST(ChainEstimates, DriftIsSeenAndItsAbsenceToo) {
  std::vector<ChainState> still;
  std::vector<ChainState> moving;
  for (std::size_t k = 0; k < 32; ++k) {
    still.push_back(synthetic_chain(k, 0));
    moving.push_back(synthetic_chain(k, 0.2));
  }
  EXPECT_FALSE(drifts(still, "x"));
  EXPECT_TRUE(drifts(moving, "x"));
  const Estimate mean = chain_estimate(still, "x");
  EXPECT_NEAR(mean.mean, 0.5, 6 * mean.standard_error);
  EXPECT_NEAR(mean.standard_error, std::sqrt(1.0 / 12 / 3200), 0.002);
  EXPECT_THROW(chain_estimate(still, "y"), InputError);
  EXPECT_THROW(chain_estimate({}, "x"), InputError);
}

/// Chains whose values are known, and whose second halves are larger by `drift`.
struct Synthetic final : MarkovChains {
  explicit Synthetic(double by) : drift(by) { chains = 32; }
  std::string key(std::size_t) const override { return "synthetic"; }
  std::uint64_t length() const override { return 1; }
  ChainState begin(std::size_t index) const override {
    ChainState state = synthetic_chain(index, drift);
    state.stats = {1, 1};
    return state;
  }
  void advance(std::size_t, ChainState& state,
               const std::function<void(std::uint64_t)>&) const override {
    state.finished = true;
  }
  double drift;
};

Verdict verdict(double drift, double expected) {
  const Synthetic chains(drift);
  ChainStore store("", false, 1);
  ResultRecord record;
  judge_chains_into(record, store, chains, "x", {expected, 0}, "known", 0.2);
  return record.verdict;
}

TEST(ChainEstimates, AComparisonHasTheSamplesOfTheSmallerSide) {
  const Estimate many{.mean = 1, .standard_error = 0.1, .effective_samples = 1000};
  const Estimate few{.mean = 1, .standard_error = 0.1, .effective_samples = 32};
  for (const auto& [a, b] : {std::pair{many, few}, std::pair{few, many}}) {
    ResultRecord record;
    judge_difference_into(record, a, b, "another", 1);
    EXPECT_EQ(record.n_eff, 32);
  }
}

TEST(ChainEstimates, ADriftWithholdsAPassAndHidesNoFailure) {
  EXPECT_EQ(verdict(0, 0.5), Verdict::pass);
  EXPECT_EQ(verdict(0.2, 0.6), Verdict::inconclusive);
  EXPECT_EQ(verdict(0.2, 0.9), Verdict::fail);
}

}  // namespace
}  // namespace touchstone::validation
