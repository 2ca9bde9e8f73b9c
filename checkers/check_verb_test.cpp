#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suite/verb.hpp"

namespace touchstone {
namespace {

TEST(CheckVerb, RefusesAFalseAlarmWithoutDigits) {
  for (const char* const chance : {"1e-323", "0", "0.1", "nan"}) {
    const char* const words[] = {
        "program",  "check",        "--scheme",      "mpmc/metropolis-reference",
        "property", "--no-mutants", "--false-alarm", chance};
    testing::internal::CaptureStderr();
    const int code = run_verb("program", "", static_cast<int>(std::size(words)), words);
    const std::string told = testing::internal::GetCapturedStderr();
    EXPECT_EQ(code, 2) << chance;
    EXPECT_THAT(told, testing::HasSubstr("--false-alarm: chance: expected a number from 1e-300"));
  }
}

}  // namespace
}  // namespace touchstone
