#include "checkers/explore/library/touchstone_explore.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "checkers/explore/kernels/kernel_answer.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Thread a writes a letter and raises a flag with order `raised`, which thread b awaits.
template <class Raised>
Subject letter(Raised raised) {
  return {
      .name = "letter",
      .build =
          [=](KernelProgram& program) {
            const std::array cells{program.cells.cell("letter", 0), program.cells.cell("flag", 0)};
            program.thread("write", cells, [=](auto& m, auto& cell) {
              m.store(cell[0], 7, order::plain);
              m.store(cell[1], 1, raised);
            });
            program.thread("read", cells, [](auto& m, auto& cell) {
              m.wait_until(cell[1], std::equal_to<>(), 1, order::acquire);
              if (m.load(cell[0], order::plain) != 7) m.abort(0);
            });
          },
      .reasons = {"no letter"}};
}

/// Two threads that add one to a count, in two steps.
Subject lost_count(int rounds) {
  return {.name = "count",
          .build =
              [=](KernelProgram& program) {
                const auto count = program.cells.cell("count", 0);
                for (int thread = 0; thread < 2; ++thread)
                  program.thread("add", count, [=](auto& m, auto& shared) {
                    for (int round = 0; round < rounds; ++round)
                      m.store(shared, m.load(shared, order::relaxed) + 1, order::relaxed);
                  });
              },
          .property =
              [=](std::span<const Value> memory) {
                return memory[0] == 2 * rounds ? std::string() : "a count is lost";
              }};
}

std::vector<Outcome> outcomes(const Answers& answers) {
  std::vector<Outcome> found;
  for (const Answer& one : answers.each) found.push_back(one.outcome);
  return found;
}

std::string text(const Answers& answers) {
  std::ostringstream all;
  all << answers;
  return all.str();
}

TEST(ExploreLibrary, ARightProgramIsRightUnderEachModel) {
  const Answers answers = explore(letter(order::release));
  EXPECT_TRUE(answers.right()) << answers;
  ASSERT_EQ(answers.each.size(), 4u);
  for (const Answer& one : answers.each) EXPECT_GT(one.states, 0u) << one.model;
}

TEST(ExploreLibrary, AnOrderThatIsTooWeakIsSeenWhereItMatters) {
  const Answers answers = explore(letter(order::relaxed));
  EXPECT_THAT(outcomes(answers),
              ElementsAre(Outcome::right, Outcome::right, Outcome::wrong, Outcome::wrong));
  EXPECT_THAT(answers.each[2].text, HasSubstr("data race on letter"));
  EXPECT_THAT(answers.each[3].text, HasSubstr("data race on letter"));
}

TEST(ExploreLibrary, AnAbortHasItsReason) {
  const Subject gives_up{
      .name = "gives up",
      .build =
          [](KernelProgram& program) {
            const auto cell = program.cells.cell("cell", 0);
            program.thread("write", cell, [](auto& m, auto& c) { m.store(c, 1, order::relaxed); });
            program.thread("read", cell, [](auto& m, auto& c) {
              if (m.load(c, order::relaxed) == 1) m.abort(1);
            });
          },
      .reasons = {"never", "it was written"}};
  const Answers answers = explore(gives_up);
  EXPECT_THAT(outcomes(answers), testing::Each(Outcome::wrong));
  for (const Answer& one : answers.each)
    EXPECT_THAT(one.text, HasSubstr("aborts: it was written")) << one.model;
}

TEST(ExploreLibrary, AWrongEndHasAScheduleThatIsRunAgain) {
  const Answers answers = explore(lost_count(1), {.models = {"sc"}});
  ASSERT_TRUE(answers.wrong());
  EXPECT_EQ(answers.each[0].schedule, "a1 b2 a1");
  EXPECT_THAT(text(answers), HasSubstr("replay: replay(..., \"sc\", \"a1 b2 a1\")"));
  EXPECT_TRUE(replay(lost_count(1), "sc", "a1 b2 a1").wrong());
  EXPECT_EQ(replay(lost_count(1), "sc", "a2 b2").outcome(), Outcome::undecided);
}

TEST(ExploreLibrary, ThreadsThatWaitForEachOtherAreADeadlock) {
  const Subject waits{.name = "waits", .build = [](KernelProgram& program) {
                        const auto flag = program.cells.cell("flag", 0);
                        program.thread("wait", flag, [](auto& m, auto& cell) {
                          m.wait_until(cell, std::equal_to<>(), 1, order::acquire);
                        });
                      }};
  const Answers answers = explore(waits);
  EXPECT_THAT(outcomes(answers), testing::Each(Outcome::wrong));
  EXPECT_THAT(text(answers), HasSubstr("deadlock"));
}

/// A flag that is raised and taken back at once: who looks late waits for ever.
TEST(ExploreLibrary, AMissedSignalIsADeadlockUnderEachModel) {
  const Subject missed{.name = "missed", .build = [](KernelProgram& program) {
                         const auto flag = program.cells.cell("flag", 0);
                         program.thread("raise", flag, [](auto& m, auto& cell) {
                           m.store(cell, 1, order::release);
                           m.store(cell, 0, order::release);
                         });
                         program.thread("wait", flag, [](auto& m, auto& cell) {
                           m.wait_until(cell, std::equal_to<>(), 1, order::acquire);
                         });
                       }};
  const Answers answers = explore(missed);
  EXPECT_THAT(outcomes(answers), testing::Each(Outcome::wrong));
  for (const Answer& one : answers.each) EXPECT_THAT(one.text, HasSubstr("deadlock")) << one.model;
  const Answers again = replay(missed, "views", answers.each[3].schedule);
  EXPECT_TRUE(again.wrong());
  EXPECT_THAT(text(again), HasSubstr("wrong: deadlock\nthread 1 is at line"));
  EXPECT_TRUE(sample(missed, "walk:100", 1, {.models = {"views"}}).wrong());
}

/// Two threads that write again and again, each until it reads what nobody writes.
TEST(ExploreLibrary, AScheduleToALivelockIsRunAgain) {
  const Subject endless{.name = "endless", .build = [](KernelProgram& program) {
                          const auto cell = program.cells.cell("cell", 0);
                          const auto turns = [](auto& m, auto& x, NoState state) {
                            do {
                              state = m.checkpoint(state);
                            } while (m.exchange(x, 1, order::relaxed) != 5);
                          };
                          program.thread("a", cell, NoState{}, turns);
                          program.thread("b", cell, NoState{}, turns);
                        }};
  const Answers answers = explore(endless, {.models = {"sc"}});
  EXPECT_THAT(text(answers), HasSubstr("wrong: livelock"));
  const Answers again = replay(endless, "sc", answers.each[0].schedule);
  EXPECT_TRUE(again.wrong());
  EXPECT_THAT(text(again), HasSubstr("wrong: livelock"));
}

TEST(ExploreLibrary, AProgramThatIsTooLargeIsUndecidedAndSampled) {
  const Options few{.models = {"sc"}, .budget = 20};
  const Answers answers = explore(lost_count(6), few);
  EXPECT_FALSE(answers.right());
  EXPECT_THAT(text(answers), HasSubstr("not decided"));
  EXPECT_TRUE(sample(lost_count(6), "walk:100", 1).wrong());
  EXPECT_EQ(sample(letter(order::release), "pct:2:100", 1).outcome(), Outcome::undecided);
}

TEST(ExploreLibrary, OrdersThatNothingNeedsAreNamed) {
  EXPECT_THAT(unnoticed(letter(order::release)), IsEmpty());
  EXPECT_THAT(unnoticed(letter(order::seq_cst)), ElementsAre("flag.store sc>rel"));
}

/// Every load returns the same value, so only the race tells that the release is needed.
TEST(ExploreLibrary, ViewsNoticeARaceWithoutAWrongValue) {
  const Subject same{
      .name = "same value", .build = [](KernelProgram& program) {
        const std::array cells{program.cells.cell("letter", 0), program.cells.cell("flag", 0)};
        program.thread("write", cells, [](auto& m, auto& cell) {
          m.store(cell[0], 0, order::plain);
          m.store(cell[1], 1, order::release);
        });
        program.thread("read", cells, [](auto& m, auto& cell) {
          m.wait_until(cell[1], std::equal_to<>(), 1, order::acquire);
          (void)m.load(cell[0], order::plain);
        });
      }};
  EXPECT_EQ(unnoticed(same, {.models = {"sc", "tso_x86", "views"}}), unnoticed(same));
  EXPECT_THAT(unnoticed(same), testing::Not(testing::Contains("flag.store rel>rlx")));
}

/// Sequential consistency never comes to the plain store of thread b; views do, and it races where
/// thread a stores to the same cell.
Subject plain_when_weak(bool races) {
  return {.name = "plain when weak", .build = [=](KernelProgram& program) {
            const std::array cells{program.cells.cell("x", 0), program.cells.cell("y", 0),
                                   program.cells.cell("z", 0)};
            program.thread("a", cells, [=](auto& m, auto& cell) {
              m.store(cell[0], 1, order::relaxed);
              m.store(cell[1], 1, order::relaxed);
              if (races) m.store(cell[2], 2, order::relaxed);
            });
            program.thread("b", cells, [](auto& m, auto& cell) {
              if (m.load(cell[1], order::relaxed) == 1 && m.load(cell[0], order::relaxed) == 0)
                m.store(cell[2], 1, order::plain);
            });
          }};
}

TEST(ExploreLibrary, PlainAccessesOfWeakMemoryAreJudgedAlikeByAll) {
  const Options views{.models = {"views"}};
  EXPECT_TRUE(explore(plain_when_weak(false), views).right());
  EXPECT_EQ(sample(plain_when_weak(false), "walk:500", 1, views).outcome(), Outcome::undecided);
  EXPECT_EQ(sample(plain_when_weak(false), "preemptions:2", 1, views).outcome(),
            Outcome::undecided);
  const Answers racy = explore(plain_when_weak(true), views);
  EXPECT_THAT(text(racy), HasSubstr("data race on z"));
  EXPECT_THAT(text(replay(plain_when_weak(true), "views", racy.each[0].schedule)),
              HasSubstr("data race on z"));
  EXPECT_THAT(text(sample(plain_when_weak(true), "walk:500", 1, views)),
              HasSubstr("data race on z"));
}

TEST(ExploreLibrary, ACertificateOfWeakMemoryIsVerified) {
  const Subject subject = plain_when_weak(false);
  Kernel kernel;
  kernel.cases = {{"", [&](KernelProgram& program, int) { subject.build(program); },
                   [](std::span<const Value>) { return std::string(); }}};
  const KernelTask task{kernel, kernel.cases.front(), {}, Judge::views, 100'000};
  const std::string file = testing::TempDir() + "certificate-of-weak-memory";
  std::ostringstream out;
  EXPECT_FALSE(explore_kernel(task, {false, "", file}, out).wrong);
  EXPECT_FALSE(check_kernel_certificate(task, file, out).wrong) << out.str();
}

TEST(ExploreLibrary, BadInputIsRefused) {
  const auto refusal = [](const auto& ask) {
    try {
      ask();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  const Subject good = letter(order::release);
  EXPECT_THAT(refusal([&] { explore(good, {.models = {"arm"}}); }),
              HasSubstr("expected sc, tso_x86, rc11 or views, found 'arm'"));
  EXPECT_THAT(refusal([&] { explore({.name = "empty", .build = nullptr}); }),
              HasSubstr("a program with threads"));
  EXPECT_THAT(refusal([&] { explore({.name = "empty", .build = [](KernelProgram&) {}}); }),
              HasSubstr("a program with threads"));
  EXPECT_THAT(refusal([&] { replay(good, "rc11", "a1"); }), HasSubstr("which have schedules"));
  EXPECT_THAT(refusal([&] { sample(good, "walk:9", 1, {}); }), HasSubstr("which have schedules"));
  EXPECT_THAT(refusal([&] { sample(good, "often", 1); }), HasSubstr("walk:RUNS"));
  EXPECT_THAT(refusal([&] { replay(good, "sc", "c1"); }), HasSubstr("expected"));
}

}  // namespace
}  // namespace touchstone::explore
