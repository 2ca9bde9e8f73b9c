#include <gtest/gtest.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/starts.hpp"

namespace touchstone::optimized {
namespace {

using longrange::Model;
using longrange::RunParameters;

TEST(RingModes, AgreeWithDirectSums) {
  const auto& modes = longrange::scheme("longrange/ring-modes");
  const auto& direct = longrange::scheme("longrange/direct-double-portable");
  const longrange::State start = longrange::cold_circle(150, 1);
  for (const double softening : {1.0, 0.1, 1e-3}) {
    const RunParameters p{.system = {Model::ring, softening}, .time_step = 0.005};
    const auto fast = modes.start(start, p);
    const auto slow = direct.start(start, p);
    const double e = slow->energies().potential;
    EXPECT_NEAR(fast->energies().potential, e, 1e-12 * std::abs(e)) << softening;
    fast->advance(3);
    slow->advance(3);
    for (std::size_t i = 0; i < start.q.size(); ++i)
      EXPECT_NEAR(fast->forces()[i], slow->forces()[i], 1e-12 * (1 + std::abs(slow->forces()[i])))
          << softening;
  }
}

TEST(RingModes, RefuseASofteningThatTheyCannotResolve) {
  const auto& modes = longrange::scheme("longrange/ring-modes");
  const longrange::State start = longrange::cold_circle(5, 1);
  EXPECT_THROW(modes.start(start, {.system = {Model::ring, 1e-7}}), InputError);
  EXPECT_THROW(modes.start(start, {.system = {Model::plane, 0.1}}), InputError);
}

}  // namespace
}  // namespace touchstone::optimized
