// The predicates of every check on generated runs, for every registered scheme; and their twins:
// each predicate rejects a planted fault.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cctype>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/disks/standard_runs.hpp"
#include "models/disks/start.hpp"

namespace touchstone::property {
namespace {

using disks::DiskScheme;

/// Any box from two cells per side to a few, any shape, any parameters; cell sides below sqrt(2).
Run generated_run() {
  const auto side = [] {
    const auto cells = *rc::gen::element(2u, 4u, 6u, 8u);
    const double width = *rc::gen::inRange(1010, 1410) / 1000.0;
    return cells * width;
  };
  const double width = side();
  const double height = side();
  const double packing = *rc::gen::inRange(2, 45) / 100.0;
  const auto disks = static_cast<std::size_t>(packing * width * height * 4 / std::numbers::pi);
  RC_PRE(disks >= 1);
  const double exact = static_cast<double>(disks) * std::numbers::pi / 4 / (width * height);
  Run run;
  run.start =
      disks::random_start(disks, exact, {width, height}, *rc::gen::arbitrary<std::uint32_t>());
  run.parameters = {.max_displacement = *rc::gen::element(0.05, 0.16, 0.4, 1.0),
                    .trials_per_cell = *rc::gen::inRange(1, 10),
                    .seed = *rc::gen::arbitrary<std::uint64_t>()};
  run.sweeps = *rc::gen::inRange<std::uint64_t>(1, 12);
  return run;
}

/// A scheme may refuse a generated run (a grid of wider cells); it must not do so too often.
void holds(const Finding& finding) {
  if (finding.violations > 0) RC_FAIL(finding.first);
}

class EveryDiskScheme : public testing::TestWithParam<DiskScheme> {
 protected:
  void SetUp() override {
    if (!GetParam().available) GTEST_SKIP() << "not available on this machine";
  }
  template <class Predicate>
  void check_on_generated_runs(Predicate&& predicate) {
    EXPECT_TRUE(rc::check([&] {
      const property::Run run = generated_run();
      try {
        holds(predicate(run));
      } catch (const CannotRun& reason) {
        RC_DISCARD(reason.what());
      }
    }));
  }
};

TEST_P(EveryDiskScheme, KeepsDisksApart) {
  check_on_generated_runs([&](const property::Run& run) { return legal(GetParam(), run); });
}
TEST_P(EveryDiskScheme, KeepsDisksInsideTheBox) {
  check_on_generated_runs(
      [&](const property::Run& run) { return inside_the_box(GetParam(), run); });
}
TEST_P(EveryDiskScheme, ConservesParticles) {
  check_on_generated_runs(
      [&](const property::Run& run) { return conserves_particles(GetParam(), run); });
}
TEST_P(EveryDiskScheme, IsDecidedByItsSeed) {
  check_on_generated_runs(
      [&](const property::Run& run) { return same_seed_same_trajectory(GetParam(), run); });
}
TEST_P(EveryDiskScheme, SaysWhatItsSimulationsAre) {
  const DiskScheme& scheme = GetParam();
  const auto simulation = scheme.start(disks::hexagonal_start(72, 0.6), {});
  EXPECT_EQ(simulation->rift() != nullptr, scheme.measures_rift);
  if (simulation->stages() != nullptr) {
    EXPECT_EQ(scheme.trials, DiskScheme::Trials::per_cell);
  }
  EXPECT_GE(scheme.info.lanes, 1);
}
TEST_P(EveryDiskScheme, CountsItsTrials) {
  if (!GetParam().trial_moves) {  // liftings: none is rejected, and a sweep has some
    const auto simulation = GetParam().start(disks::hexagonal_start(72, 0.6), {});
    simulation->advance(1);
    EXPECT_GT(simulation->stats().trials, 72u);
    EXPECT_EQ(simulation->stats().accepted, simulation->stats().trials);
    return;
  }
  check_on_generated_runs(
      [&](const property::Run& run) { return trials_counted(GetParam(), run); });
}
TEST_P(EveryDiskScheme, DoesNotDependOnThreads) {
  if (!has(GetParam().info.claims, Claims::thread_invariant)) GTEST_SKIP() << "not claimed";
  check_on_generated_runs([&](property::Run run) {
    run.sweeps = std::min<std::uint64_t>(run.sweeps, 2);
    return thread_invariant(GetParam(), run, {*rc::gen::element(2, 3, 4, 7)});
  });
}
TEST_P(EveryDiskScheme, EqualsItsReference) {
  if (!has(GetParam().info.claims, Claims::equals_reference)) GTEST_SKIP() << "not claimed";
  const DiskScheme& other = disks::scheme(GetParam().equals);
  check_on_generated_runs([&](const property::Run& run) { return equals(GetParam(), other, run); });
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryDiskScheme, testing::ValuesIn(disks::schemes()),
                         [](const auto& instance) {
                           std::string text = instance.param.info.name;
                           std::replace_if(
                               text.begin(), text.end(),
                               [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return text;
                         });

/// Some generated run shows the fault (RapidCheck is asked to fail, quietly).
template <class Predicate>
bool rejected(const char* mutant, Predicate predicate) {
  const DiskScheme& scheme =
      mutants::mutant_of<disks::DiskScheme>(std::string("mutant/") + mutant).scheme;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (Run run : standard_runs({.seed = seed}))
      if (predicate(scheme, run).violations > 0) return true;
  return false;
}

TEST(PredicatesReject, PlantedFaults) {
  EXPECT_TRUE(rejected("missing-diagonal-neighbour", legal));
  EXPECT_TRUE(rejected("positions-not-wrapped", inside_the_box));
  EXPECT_TRUE(rejected("overflow-dropped", conserves_particles));
  EXPECT_TRUE(rejected("hidden-counter-in-key", same_seed_same_trajectory));
  EXPECT_TRUE(rejected("seed-ignored", different_seeds_differ));
  EXPECT_TRUE(rejected("thread-in-key", [](const DiskScheme& scheme, const property::Run& run) {
    return thread_invariant(scheme, run);
  }));
  EXPECT_TRUE(rejected("empty-cells-counted", trials_counted));
}

TEST(PredicatesReject, ALooseReferenceAndAMovingCrystal) {
  const DiskScheme& reference = disks::scheme("mpmc/checkerboard-reference");
  const DiskScheme& other = disks::scheme("mpmc/checkerboard-reference-fixed-colours");
  EXPECT_GT(equals(other, reference, standard_runs({})[5]).violations, 0u);
  const DiskScheme& drifting =
      mutants::mutant_of<disks::DiskScheme>("mutant/origin-not-shifted").scheme;
  EXPECT_GT(rejects(drifting, jammed_runs({})[0]).violations, 0u);
  property::Run loose = jammed_runs({})[0];
  loose.start = disks::hexagonal_start(72, 0.6, disks::kHexagonal72);
  EXPECT_GT(rejects(reference, loose).violations, 0u);  // moves are accepted: that is seen
}

}  // namespace
}  // namespace touchstone::property
