// The story of a run names the values that the thread was given: threads that are run beside the
// machine on those values do the same operations.
#include "checkers/explore/kernels/provenance.hpp"

#include <gtest/gtest.h>

#include "checkers/explore/kernels/trial.hpp"

namespace touchstone::explore {
namespace {

/// The threads of a program, fed with responses.
class Threads {
 public:
  explicit Threads(const MachineProgram& program) : program_(program) {
    for (const auto& thread : program.threads) {
      locals_.emplace_back(thread->words(), 0);
      thread->start(locals_.back());
    }
  }
  Operation next(std::size_t thread) const {
    return program_.threads[thread]->next(locals_[thread]);
  }
  void respond(std::size_t thread, Value value) {
    program_.threads[thread]->respond(locals_[thread], value);
  }

 private:
  const MachineProgram& program_;
  std::vector<std::vector<Value>> locals_;
};

Value response(const Happened& happened, const Step& step) {
  if (happened.read) return happened.read->value;
  return happened.operation.kind == Kind::choose ? step.choice : 0;
}

void follow(const KernelQuestion& question, Judge judge, const Path& path) {
  Provenance provenance(question, judge);
  Threads threads(question.program());
  const std::size_t count = question.program().threads.size();
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const StateWords& after = path.states[i + 1];
    const Happened happened = provenance.step(path.states[i], path.steps[i], after);
    if (happened.drained) {
      EXPECT_EQ(question.system().value_of(after, happened.wrote->location), happened.wrote->value);
      continue;
    }
    if (question.system().race(after)) return;
    const std::size_t thread = path.steps[i].thread;
    ASSERT_EQ(happened.operation, threads.next(thread));
    threads.respond(thread, response(happened, path.steps[i]));
    for (std::size_t t = 0; t < count; ++t)
      ASSERT_EQ(question.system().next(after, t), threads.next(t)) << path.word << ", step " << i;
    if (!happened.wrote || !happened.newest || happened.buffered) continue;
    EXPECT_EQ(question.system().value_of(after, happened.wrote->location), happened.wrote->value);
  }
}

TEST(Provenance, IsWhatTheThreadsWereGiven) {
  for (const Kernel& each : kernels())
    for (const KernelCase& kernel_case : each.cases)
      for (const Judge judge : {Judge::sc, Judge::tso_x86, Judge::views}) {
        const KernelQuestion question(each, kernel_case, program(kernel_case), judge);
        const BadState at_end = [&](Words state) {
          return question.system().any().ending(state) != Ending::running;
        };
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          const SampleOptions options{.method = SampleMethod::walk, .runs = 1, .seed = seed};
          const SampleResult run = sample(question.system().any(), options, at_end);
          ASSERT_TRUE(run.first_bad);
          follow(question, judge, run.counterexample);
          if (HasFatalFailure()) return;
        }
      }
}

TEST(Provenance, AThreadReadsItsOwnBuffer) {
  const auto build = [](KernelProgram& kernel, int) {
    const auto x = kernel.cells.cell<std::int32_t>("x", 0);
    kernel.thread("writer", x, [](auto& m, auto& cell) {
      m.store(cell, 1, order::relaxed);
      m.load(cell, order::relaxed);
    });
  };
  const Kernel own{.name = "own buffer",
                   .source = "",
                   .shows = "",
                   .cases = {{"one thread", build, [](std::span<const Value>) { return ""; }}},
                   .reasons = {},
                   .faults = {},
                   .mutants = {}};
  const KernelQuestion question(own, own.cases[0], program(own.cases[0]), Judge::tso_x86);
  const Path path = replayed(question.system().any(), "a2 b1");
  follow(question, Judge::tso_x86, path);
  Provenance provenance(question, Judge::tso_x86);
  EXPECT_TRUE(provenance.step(path.states[0], path.steps[0], path.states[1]).buffered);
  const Happened load = provenance.step(path.states[1], path.steps[1], path.states[2]);
  ASSERT_TRUE(load.read && load.read->thread);
  EXPECT_EQ(*load.read->thread, 0u);
  EXPECT_EQ(load.read->value, 1);
}

}  // namespace
}  // namespace touchstone::explore
