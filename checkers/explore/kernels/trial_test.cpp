// checkers/explore/kernels/trial_test.cpp
#include "checkers/explore/kernels/trial.hpp"

#include <gtest/gtest.h>

namespace touchstone::explore {
namespace {

/// Views alone judge the races of a case that declares more events than execution graphs take.
TEST(Trial, ViewsJudgeRacesOfKernelsThatGraphsDoNotSee) {
  const KernelCase racy{
      "only",
      [](KernelProgram& program, int) {
        const auto cell = program.cells.cell("cell", 0);
        program.thread("write", cell, [](auto& m, auto& x) { m.store(x, 1, order::plain); });
        program.thread("read", cell, [](auto& m, auto& x) { (void)m.load(x, order::plain); });
      },
      [](std::span<const Value>) { return std::string(); }, false};
  Kernel kernel;
  kernel.cases = {racy};
  const Trial found = trial(kernel, racy, program(racy), Judge::views);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.wrong, "data race on cell");
}

}  // namespace
}  // namespace touchstone::explore
