#include "models/disks/registry.hpp"

#include <gtest/gtest.h>

#include "models/core/errors.hpp"

namespace touchstone::disks {
namespace {

TEST(RunParameters, TrialsThatNoCounterHasRoomForAreRefused) {
  EXPECT_NO_THROW(require_valid(RunParameters{.trials_per_cell = 1'000'000}));
  EXPECT_THROW(require_valid(RunParameters{.trials_per_cell = 8'388'608}), InputError);
  EXPECT_THROW(require_valid(RunParameters{.trials_per_cell = 0}), InputError);
}

}  // namespace
}  // namespace touchstone::disks
