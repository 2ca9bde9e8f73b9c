// With no fault planted the faulty bodies are right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include <memory>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/mutants/cmc/faulty_henon.hpp"
#include "checkers/mutants/testing.hpp"
#include "models/cmc/plummer.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

TEST(FaultyHenon, WithoutAFaultIsRight) {
  const cluster::Stars start = cluster::plummer::sample(300, 3);
  const cluster::ClusterParameters p{.ranks = 3};
  FaultyHenon sound(HenonFault::none, start, p);
  reference::HenonRun reference(start, p);
  for (int step = 0; step < 3; ++step) {
    sound.step();
    reference.step();
    EXPECT_EQ(sound.stars(), reference.stars());
  }
}

}  // namespace
}  // namespace touchstone::mutants
