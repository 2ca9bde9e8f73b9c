#include "checkers/explore/kernels/audit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "checkers/explore/kernels/interleaver.hpp"
#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {
namespace {

using namespace order;
using test::interleavings;
using testing::HasSubstr;

struct TwoCells {
  ExploredCell<std::int32_t> x;
  ExploredCell<std::int32_t> y;
};
struct Turns {
  std::int32_t left;
};

/// One thread that writes x, 1 or 2, and one that runs `function` on the cells.
template <class Function>
KernelProgram with_a_writer(const Function& function) {
  KernelProgram kernel;
  const TwoCells cells{kernel.cells.cell<std::int32_t>("x", 0),
                       kernel.cells.cell<std::int32_t>("y", 0)};
  kernel.thread("writer", cells, Turns{2}, [](auto& m, auto& shared, Turns state) {
    for (;;) {
      state = m.checkpoint(state);
      if (state.left == 0) return;
      m.store(shared.x, state.left, relaxed);
      --state.left;
    }
  });
  kernel.thread("audited", cells, Turns{2}, function);
  return kernel;
}

std::string verdict(const KernelProgram& kernel) {
  try {
    interleavings(audited(kernel));
  } catch (const KernelError& error) {
    return error.what();
  }
  return "complete";
}

/// Only exploration, without audit.
std::string unaudited(const KernelProgram& kernel) {
  try {
    interleavings(kernel.program());
  } catch (const KernelError& error) {
    return error.what();
  }
  return "complete";
}

TEST(Audit, ACompleteCheckpointPasses) {
  const auto kernel = with_a_writer([](auto& m, auto& shared, Turns state) {
    for (;;) {
      state = m.checkpoint(state);
      if (state.left == 0) return;
      if (m.load(shared.x, relaxed) != 0) --state.left;
    }
  });
  EXPECT_EQ(verdict(kernel), "complete");
}

TEST(Audit, AVariableThatTheNextStatementNeedsIsMissed) {
  const auto kernel = with_a_writer([](auto& m, auto& shared, Turns state) {
    std::int32_t last = 0;  // live across the checkpoint, and not in the state
    for (;;) {
      state = m.checkpoint(state);
      if (state.left-- == 0) return;
      m.store(shared.y, last, relaxed);
      last = m.load(shared.x, relaxed);
    }
  });
  EXPECT_THAT(verdict(kernel), HasSubstr("live variable is missing"));
}

// The variable is looked at only after the next checkpoint has forgotten it, and it decides about
// a statement of the next round. Run again from the checkpoint the kernel always does the same, so
// that exploration alone says nothing.
TEST(Audit, AVariableThatIsNeededTwoStatementsLaterIsMissed) {
  const auto kernel = with_a_writer([](auto& m, auto& shared, Turns state) {
    bool seen = false;
    for (;;) {
      state = m.checkpoint(state);
      if (state.left-- == 0) return;
      const bool now = m.load(shared.x, relaxed) == 2;
      if (seen) m.store(shared.y, 1, relaxed);
      seen = now;
    }
  });
  EXPECT_EQ(unaudited(kernel), "complete");
  EXPECT_THAT(verdict(kernel), HasSubstr("live variable is missing"));
}

// Histories are compared when they meet: the one that came first has the value that the variable
// has anyway at the start, the one that came later has not, and it is never explored any further.
TEST(Audit, TwoHistoriesThatMeetAreCompared) {
  KernelProgram kernel;
  const TwoCells cells{kernel.cells.cell<std::int32_t>("x", 0),
                       kernel.cells.cell<std::int32_t>("y", 0)};
  kernel.thread("audited", cells, Turns{2}, [](auto& m, auto& shared, Turns state) {
    std::uint32_t coin = 0;
    for (;;) {
      state = m.checkpoint(state);
      if (state.left-- == 0) return;
      m.fence(seq_cst);
      m.store(shared.x, 5, relaxed);
      if (coin == 1) m.store(shared.y, 1, relaxed);
      coin = m.choose(2);
    }
  });
  const auto thread = std::make_shared<AuditedThread>(kernel.threads()[0]);
  std::vector<Value> heads(thread->words());
  thread->start(heads);
  for (const Value response : {0, 0}) thread->respond(heads, response);
  std::vector<Value> tails = heads;
  thread->respond(heads, 0);
  EXPECT_EQ(thread->meetings(), 0u);
  EXPECT_THROW(thread->respond(tails, 1), KernelError);
  EXPECT_EQ(thread->meetings(), 1u);
}

class AuditOfEveryKernel : public testing::TestWithParam<std::string> {};

TEST_P(AuditOfEveryKernel, ItsCheckpointsAreComplete) {
  for (const KernelCase& kernel_case : kernel(GetParam()).cases) {
    KernelProgram kernel;
    kernel_case.build(kernel, 0);
    const MachineProgram program = audited(kernel);
    const auto all = interleavings(program);
    EXPECT_EQ(all.states, interleavings(kernel.program()).states) << "the same states are merged";
  }
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const Kernel& each : kernels()) result.push_back(each.name);
  return result;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Registry, AuditOfEveryKernel, testing::ValuesIn(names()), test_name);

}  // namespace
}  // namespace touchstone::explore
