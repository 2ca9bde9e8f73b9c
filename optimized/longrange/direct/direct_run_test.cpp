#include <gtest/gtest.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "models/longrange/pair_potential.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/starts.hpp"
#include "optimized/longrange/direct/direct_kernels.hpp"

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

/// -dV/dq, from the definition and in long double.
std::vector<long double> true_forces(const System& system, const std::vector<double>& q) {
  const bool planar = system.model == Model::plane;
  const std::size_t n = planar ? q.size() / 2 : q.size();
  std::vector<long double> f(q.size(), 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const long double dx = static_cast<long double>(q[i]) - q[j];
      if (planar) {
        const long double dy = static_cast<long double>(q[n + i]) - q[n + j];
        const long double weight = 2 / (dx * dx + dy * dy + system.softening) / n;
        f[i] -= dx * weight;
        f[n + i] -= dy * weight;
      } else {
        const long double half = std::sin(dx / 2);
        const long double square = 4 * half * half + 2 * system.softening;
        f[i] -= std::sin(dx) / (square * std::sqrt(square)) / n;
      }
    }
  return f;
}

// 270: more sources than one sum in single precision takes, and targets that are not whole blocks.
TEST(DirectRun, ForcesAreWithinTheirClaim) {
  for (const auto* scheme : direct_schemes())
    for (const Model model : {Model::ring, Model::plane}) {
      const System system{model, 1e-3};
      const State start = model == Model::plane ? longrange::annulus(270, 1, 1.5, 1)
                                                : longrange::cold_circle(270, 1);
      const std::vector<long double> expected = true_forces(system, start.q);
      const std::vector<double> found = scheme->start(start, {.system = system})->forces();
      long double error = 0;
      long double size = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        error += (found[i] - expected[i]) * (found[i] - expected[i]);
        size += expected[i] * expected[i];
      }
      EXPECT_LT(std::sqrt(error / size), scheme->force_error) << scheme->info.name;
    }
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
