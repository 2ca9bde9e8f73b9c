// Every check of meetings of binaries passes on every correct scheme, or is not claimed.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "checkers/cmc/scattering/scattering_kind.hpp"
#include "checkers/test_effort.hpp"
#include "models/core/sanitizer.hpp"

namespace touchstone::scattering {
namespace {

using cluster::ScatteringScheme;

class EveryScatteringScheme : public testing::TestWithParam<const ScatteringScheme*> {};

std::vector<const ScatteringScheme*> all_schemes() {
  std::vector<const ScatteringScheme*> all;
  for (const ScatteringScheme& scheme : cluster::scattering_schemes()) all.push_back(&scheme);
  return all;
}

TEST_P(EveryScatteringScheme, PassesEveryCheck) {
  std::size_t passed = 0;
  for (const ScatteringCheck& check : checks_of<ScatteringScheme>()) {
    // Meetings of the reference take most of its time, and no code that other checks do not run.
    if (runs_under_sanitizer() && check.name == "scattering/binaries like the reference") continue;
    const CheckContext context{.effort = test_effort()};
    const auto excused = excuse(check, *GetParam(), context);
    const CheckResult result = run_check(check, *GetParam(), context);
    EXPECT_EQ(result.verdict, excused ? excused->verdict : Verdict::pass)
        << check.name << ": " << result.detail;
    passed += result.verdict == Verdict::pass;
  }
  if (GetParam()->available) {
    EXPECT_GE(passed, 11u);
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryScatteringScheme, testing::ValuesIn(all_schemes()),
                         [](const auto& instance) {
                           std::string text = instance.param->info.name.substr(4);
                           std::replace(text.begin(), text.end(), '-', '_');
                           return text;
                         });

}  // namespace
}  // namespace touchstone::scattering
