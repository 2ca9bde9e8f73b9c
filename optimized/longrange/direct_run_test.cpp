#include <gtest/gtest.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "models/longrange/pair_potential.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/starts.hpp"
#include "optimized/longrange/direct_kernels.hpp"

namespace touchstone::optimized {
namespace {

using longrange::Model;
using longrange::RunParameters;
using longrange::State;
using longrange::System;

std::vector<const longrange::LongrangeScheme*> direct_schemes() {
  std::vector<const longrange::LongrangeScheme*> all;
  for (const auto& scheme : longrange::schemes())
    if (scheme.info.name.rfind("longrange/direct-", 0) == 0 && scheme.available)
      all.push_back(&scheme);
  return all;
}

TEST(DirectRun, EveryKernelHasThreePrecisions) {
  EXPECT_GE(direct_schemes().size(), 3u);
  EXPECT_EQ(direct_kernels().back().backend, std::string("portable"));
}

// Far more sources than a sum in single precision takes, and a last one that is not full.
TEST(DirectRun, PotentialIsInDoubleWhateverThePairsAre) {
  const State disc = longrange::annulus(270, 1e-3, 40, 1);  // products of eight leave [1e-30, 1e30]
  const State circle = longrange::cold_circle(270, 1);
  for (const auto* scheme : direct_schemes())
    for (const Model model : {Model::ring, Model::plane}) {
      const System system{model, 1e-3};
      const State& start = model == Model::plane ? disc : circle;
      const double found = scheme->start(start, {.system = system})->energies().potential;
      const double expected = longrange::potential_energy<double>(system, start);
      EXPECT_NEAR(found, expected, 1e-10) << scheme->info.name;
    }
}

TEST(DirectRun, RefusesWhatItsNumbersCannotHold) {
  const State near = longrange::annulus(5, 1, 2, 1);
  const State far = longrange::annulus(5, 1e7, 2e7, 1);
  for (const auto* scheme : direct_schemes()) {
    const RunParameters plane{.system = {Model::plane, 1e-3}};
    const RunParameters hard{.system = {Model::plane, 1e-20}};
    EXPECT_THROW(scheme->start(far, plane), InputError) << scheme->info.name;
    if (scheme->force_error > 1e-9)
      EXPECT_THROW(scheme->start(near, hard), InputError) << scheme->info.name;
    else
      EXPECT_NO_THROW(scheme->start(near, hard)) << scheme->info.name;
  }
}

TEST(DirectRun, ThreadsShareTheTargets) {
  const State start = longrange::annulus(500, 1, 1.5, 1);
  for (const auto* scheme : direct_schemes()) {
    RunParameters p{.system = {Model::plane, 1e-3}};
    const auto alone = scheme->start(start, p);
    p.threads = 3;
    const auto team = scheme->start(start, p);
    alone->advance(2);
    team->advance(2);
    EXPECT_EQ(alone->state(), team->state()) << scheme->info.name;
    EXPECT_EQ(alone->energies().potential, team->energies().potential) << scheme->info.name;
  }
}

}  // namespace
}  // namespace touchstone::optimized
