// checkers/explore/axioms/search_test.cpp
#include "checkers/explore/axioms/search.hpp"

#include <gtest/gtest.h>

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {
namespace {

/// Two choices among 20 are 400 executions: 1 and then 12 is not 11 and then 2.
TEST(Search, ChoicesOfSeveralDigitsAreToldApart) {
  KernelProgram kernel;
  const auto cell = kernel.cells.cell("cell", 0);
  kernel.thread("choose", cell, [](auto& m, auto& x) {
    const auto first = m.choose(20);
    const auto second = m.choose(20);
    m.store(x, static_cast<std::int32_t>(20 * first + second), order::relaxed);
  });
  const MachineProgram program = kernel.program();
  for (const Model model : {Model::sc, Model::tso_x86, Model::rc11})
    EXPECT_EQ(search(program, {.model = model}, nullptr).executions, 400u);
}

}  // namespace
}  // namespace touchstone::explore
