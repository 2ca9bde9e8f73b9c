// With no fault planted the faulty bodies are right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include <algorithm>

#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/mutants/hpmc/faulty_portals.hpp"
#include "checkers/mutants/testing.hpp"
#include "checkers/test_effort.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

TEST(FaultyPortals, WithoutAFaultPassEveryCheck) {
  for (const PortalFault fault : {PortalFault::none, PortalFault::none_on_cut})
    for (const hpmc::OverlapCheck& check : checks_of<shapes::OverlapAlgorithm>()) {
      const CheckResult result =
          run_check(check, faulty_portals("faultless", fault),
                    {.effort = std::max(0.2, 0.5 * test_effort())});  // 0.2: pairs near contact
      EXPECT_NE(result.verdict, Verdict::fail) << check.name << ": " << result.detail;
    }
}

}  // namespace
}  // namespace touchstone::mutants
