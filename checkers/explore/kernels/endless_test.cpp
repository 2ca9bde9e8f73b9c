// Threads that never end, as verdict, in print and replayed: two threads, each of which needs both
// of two locks. Who takes them crosswise and waits is stuck; who gives back what it has and tries
// again may do so for ever, though it could end at any time. No kernel of the list: each try
// writes, and the machine of views keeps what can still be read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "checkers/explore/kernels/kernel_answer.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using testing::HasSubstr;

enum class TwoLocksFault { none, waits_crosswise, tries_crosswise };

template <class Mem>
struct TwoLocks {
  std::array<typename Mem::template Cell<std::int32_t>, 2> taken;
  typename Mem::template Cell<std::int32_t> count;
};

struct Needs {
  std::int32_t first;
};

template <TwoLocksFault fault, class Mem>
void come_through(Mem& m, TwoLocks<Mem>& shared, Needs state) {
  for (;;) {
    state = m.checkpoint(state);
    const auto& first = shared.taken[static_cast<std::size_t>(state.first)];
    const auto& second = shared.taken[static_cast<std::size_t>(1 - state.first)];
    m.wait_exchange(first, 0, 1, order::acquire);
    if constexpr (fault == TwoLocksFault::tries_crosswise) {
      std::int32_t nobody = 0;
      if (!m.compare_exchange(second, nobody, 1, order::acquire, order::relaxed)) {
        m.store(first, 0, order::release);
        continue;
      }
    } else {
      m.wait_exchange(second, 0, 1, order::acquire);
    }
    m.store(shared.count, m.load(shared.count, order::plain) + 1, order::plain);
    m.store(second, 0, order::release);
    m.store(first, 0, order::release);
    return;
  }
}

void build(KernelProgram& kernel, int fault) {
  const TwoLocks<ExploredMemory> shared{kernel.cells.cells("taken", std::array<std::int32_t, 2>{}),
                                        kernel.cells.cell<std::int32_t>("count", 0)};
  with_fault<TwoLocksFault, 3>(fault, [&](auto constant) {
    for (std::int32_t t = 0; t < 2; ++t)
      kernel.thread("thread", shared, Needs{fault == 0 ? 0 : t},
                    [](auto& m, auto& all, Needs state) {
                      come_through<decltype(constant)::value>(m, all, state);
                    });
  });
}

std::string property(std::span<const Value> memory) {
  return memory[2] == 2 ? "" : "a count is lost";
}

const Kernel& two_locks() {
  static const Kernel made{.name = "two locks",
                           .source = "checkers/explore/kernels/endless_test.cpp",
                           .shows = "both threads come through",
                           .cases = {{"2 threads", build, property}},
                           .reasons = {},
                           .faults = {"waits crosswise", "tries crosswise"},
                           .mutants = {}};
  return made;
}

KernelTask task(int fault, Judge judge) {
  const std::string name =
      fault == 0 ? "" : two_locks().faults[static_cast<std::size_t>(fault - 1)];
  return {two_locks(), two_locks().cases[0], {name, fault, {}}, judge, 100'000};
}

std::string wrong(int fault, Judge judge) {
  const KernelTask asked = task(fault, judge);
  const Trial found = trial(asked.kernel, asked.kernel_case, asked.program(), judge);
  EXPECT_TRUE(found.complete);
  return found.wrong;
}

TEST(Endless, StuckThreadsAndThreadsThatTryForEverAreToldApart) {
  for (const Judge judge : {Judge::sc, Judge::tso_x86}) {
    EXPECT_EQ(wrong(0, judge), "");
    EXPECT_EQ(wrong(1, judge), "deadlock");
    EXPECT_EQ(wrong(2, judge), "thread a never ends, under a fair scheduler");
  }
}

std::pair<KernelAnswer, std::string> replayed(const std::string& word) {
  std::ostringstream out;
  const KernelAnswer answer = replay_kernel(task(2, Judge::sc), word, out);
  return {answer, out.str()};
}

TEST(Endless, TheAnswerIsAStemAndALoopThatReplay) {
  std::ostringstream out;
  EXPECT_TRUE(explore_kernel(task(2, Judge::sc), {}, out).wrong);
  const std::string text = out.str();
  EXPECT_THAT(text, HasSubstr("wrong: thread a never ends, under a fair scheduler"));
  const std::size_t begin = text.find("--replay '") + 10;
  const auto [fair, told] = replayed(text.substr(begin, text.find('\'', begin) - begin));
  EXPECT_TRUE(fair.wrong);
  EXPECT_THAT(told, HasSubstr("wrong: a fair scheduler can repeat the loop for ever"));
}

// Stages change no answer.
TEST(Endless, ProgressTellsHowManyStatesToExpect) {
  std::ostringstream with, without, progress;
  explore_kernel(task(0, Judge::sc), {}, without);
  explore_kernel(task(0, Judge::sc), {.progress = &progress, .first_progress = 10}, with);
  EXPECT_EQ(with.str(), without.str());
  EXPECT_THAT(progress.str(), HasSubstr(" states so far, about "));
}

TEST(Endless, AnUnfairLoopIsNoError) {
  const auto [unfair, told] = replayed("a1 b1 (a3)");  // b, which has a lock, is never run
  EXPECT_FALSE(unfair.wrong);
  EXPECT_THAT(told, HasSubstr("only an unfair scheduler"));
}

TEST(Endless, ALoopMustComeBack) {
  for (const char* const word : {"a1 (b1)", "a1 ()", "a1 (b1", "a1 (b1) a1"})
    EXPECT_THROW(replayed(word), InputError) << word;
}

/// Whether a mutant that shows under sc ends with threads that wait, or try again, for ever.
bool waits_for_ever(const Kernel& kernel, const KernelMutant& mutant) {
  for (const KernelCase& kernel_case : kernel.cases) {
    const MachineProgram planted = program(kernel_case, mutant.fault, mutant.mutation);
    const std::string what = trial(kernel, kernel_case, planted, Judge::sc).wrong;
    if (!what.empty())
      return what == "deadlock" || what == "livelock" || what.find("never ends") < what.size();
  }
  return false;
}

// So the judgement of threads that wait for ever sees what it is for.
TEST(Endless, EachKernelThatWaitsHasAMutantThatWaitsForEver) {
  std::vector<std::string> waiting;
  for (const Kernel& kernel : kernels()) {
    const std::vector<KernelMutant> mutants = mutants_of(kernel);
    const bool waits = std::any_of(mutants.begin(), mutants.end(), [](const KernelMutant& mutant) {
      return mutant.mutation.target.waits;
    });
    if (!waits) continue;
    waiting.push_back(kernel.name);
    EXPECT_TRUE(std::any_of(mutants.begin(), mutants.end(), [&](const KernelMutant& mutant) {
      return waits_for_ever(kernel, mutant);
    })) << kernel.name;
  }
  EXPECT_THAT(waiting, testing::IsSupersetOf({"calls", "epoch claims", "grid barrier", "mailbox",
                                              "meeting", "rank mailboxes"}));
}

}  // namespace
}  // namespace touchstone::explore
