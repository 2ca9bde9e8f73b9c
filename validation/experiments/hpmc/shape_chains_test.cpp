// Chains of hard shapes that are cut and continued are the same chains, bit for bit.
#include "validation/experiments/hpmc/shape_chains.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "validation/experiments/hpmc/schemes.hpp"

namespace touchstone::validation::hpmc {
namespace {

namespace fs = std::filesystem;
using shapes::Configuration;
using shapes::RunParameters;
using shapes::ShapeScheme;

Configuration pentagons() { return shapes::simple_lattice(shapes::named_body("pentagon"), 6, 0.4); }
constexpr shapes::BoxMoves kBoxMoves{.pressure = 3, .max_volume = 1.5};

/// The configuration after 3 + 4 steps; the second run is told that `known` steps were made.
Configuration in_two(const ShapeScheme& scheme, RunParameters p, std::uint64_t known) {
  const auto first = scheme.start(pentagons(), p);
  first->advance(3);
  p.first_step = known;
  const auto second = scheme.start(first->configuration(), p);
  second->advance(4);
  return second->configuration();
}

void expect_same(const Configuration& a, const Configuration& b) {
  EXPECT_TRUE(a.box == b.box);
  EXPECT_TRUE(a.centres == b.centres);
  EXPECT_TRUE(a.orientations == b.orientations);
}

TEST(ShapeSchemes, ThatContinueGoOnBitForBit) {
  int continued = 0;
  for (const ShapeScheme& scheme : shapes::shape_schemes()) {
    if (!scheme.continues || !scheme.available) continue;
    SCOPED_TRACE(scheme.info.name);
    const RunParameters p =
        with_domains(scheme, {.max_displacement = 0.15, .seed = 3, .box = kBoxMoves});
    const auto whole = scheme.start(pentagons(), p);
    whole->advance(7);
    expect_same(in_two(scheme, p, 3), whole->configuration());
    EXPECT_FALSE(in_two(scheme, p, 0).centres == whole->configuration().centres);  // the twin
    ++continued;
  }
  EXPECT_GE(continued, 6);
}

/// 10 steps of equilibration, then two halves of 10, in segments of 4.
ShapeChains chains(const ShapeScheme& scheme, const BeginChain& observer, double segment = 4) {
  ChainRun run{.start = pentagons(),
               .parameters = {.max_displacement = 0.2, .box = kBoxMoves},
               .equilibration = 10,
               .samples = 10,
               .name = "test"};
  run.prepare = [start = run.start](std::size_t, std::uint64_t) { return start; };
  run.trials_of_segment = segment * run.trials_of_step();
  return {scheme, run, 1, observer};
}

/// Raises the interrupt when a segment is begun for the n-th time.
ShapeScheme interrupted_at(int begun) {
  ShapeScheme scheme = serial_scheme();
  scheme.start = [begun](const Configuration& c, const RunParameters& p) mutable {
    if (--begun == 0) set_interrupt(true);
    return serial_scheme().start(c, p);
  };
  return scheme;
}

class ShapeChainsTest : public testing::Test {
 protected:
  ShapeChainsTest()
      : folder_(fs::temp_directory_path() / ("touchstone-shapes-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
  }
  ~ShapeChainsTest() override {
    set_interrupt(false);
    fs::remove_all(folder_);
  }
  static void expect_same(const ChainState& a, const ChainState& b) {
    EXPECT_EQ(a.step, b.step);
    EXPECT_EQ(a.series, b.series);
    EXPECT_EQ(a.configuration, b.configuration);
    EXPECT_EQ(a.stats.accepted, b.stats.accepted);
  }
  /// Runs two chains until an interrupt, and to their ends in another session.
  std::vector<ChainState> interrupted(const BeginChain& observer, int begun) {
    const ShapeScheme scheme = interrupted_at(begun);
    ChainStore first(folder_.string(), false, 1);
    EXPECT_THROW(first.run(chains(scheme, observer), 2), Interrupted);
    set_interrupt(false);
    ChainStore second(folder_.string(), true, 1);
    return second.run(chains(serial_scheme(), observer), 2);
  }

  fs::path folder_;
};

TEST_F(ShapeChainsTest, InterruptedAndResumedEqualsUninterrupted) {
  for (const BeginChain& observer : {scale_distribution_of(pentagons().types), density_of(36),
                                     trial_volumes_of(pentagons().types, {.range = 0.004})}) {
    ChainStore store("", false, 1);
    const auto whole = store.run(chains(serial_scheme(), observer), 2);
    EXPECT_EQ(whole[0].series.at(kShapeValue).size(), 2u);
    EXPECT_NE(whole[0].series, whole[1].series);
    // while it is prepared; in the first half; in the second; in the second chain
    for (const int begun : {2, 5, 7, 11}) {
      const auto resumed = interrupted(observer, begun);
      for (const std::size_t k : {0u, 1u}) expect_same(resumed[k], whole[k]);
    }
  }
}

TEST_F(ShapeChainsTest, SegmentsAreNoPartOfTheLaw) {
  const BeginChain observer = scale_distribution_of(pentagons().types);
  ChainStore store("", false, 1), other("", false, 1);
  const auto& whole = store.run(chains(serial_scheme(), observer, 1000), 1);
  expect_same(other.run(chains(serial_scheme(), observer, 7), 1)[0], whole[0]);
}

TEST_F(ShapeChainsTest, SchemesThatDoNotContinueRunInOneSegment) {
  ShapeScheme scheme = interrupted_at(2);
  scheme.continues = false;
  ChainStore store("", false, 1);
  EXPECT_TRUE(store.run(chains(scheme, density_of(36)), 1)[0].finished);
}

TEST_F(ShapeChainsTest, AnOverlapIsAnIllegalStateNotBadInput) {
  ShapeScheme scheme = serial_scheme();
  scheme.start = [](Configuration c, const RunParameters& p) {
    if (p.first_step > 0) c.centres[0] = c.centres[1];
    return serial_scheme().start(c, p);
  };
  ChainStore store("", false, 1);
  EXPECT_THROW(store.run(chains(scheme, density_of(36)), 1), IllegalState);
}

TEST_F(ShapeChainsTest, ADamagedCheckpointIsRefusedByName) {
  interrupted(density_of(36), 3);
  const fs::path file = *fs::directory_iterator(folder_);
  fs::resize_file(file, fs::file_size(file) - 3);
  ChainStore store(folder_.string(), true, 1);
  try {
    store.run(chains(serial_scheme(), density_of(36)), 2);
    FAIL() << "the file was taken";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(file.string()));
    EXPECT_THAT(error.what(), testing::HasSubstr("damaged checkpoint (delete it"));
  }
}

}  // namespace
}  // namespace touchstone::validation::hpmc
