// checkers/explore/litmus/herd_c_test.cpp
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/explore/litmus/outcomes.hpp"
#include "checkers/explore/litmus/parsers.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

LitmusReport explore_c(const std::string& text) {
  return outcomes_of(parse_litmus("file.litmus", text).at(0), {Model::rc11, 100000, {}});
}
std::vector<std::string> outcomes(const std::string& text) {
  const LitmusReport report = explore_c(text);
  std::vector<std::string> result;
  for (const auto& [outcome, count] : report.outcomes)
    result.push_back(to_text(report.names, outcome));
  return result;
}

const char* const kMessagePassing = R"(C MP+rel+acq
"message passing" (* a comment *)
{ [x]=0; atomic_int y = 0; }
P0 (int* x, atomic_int* y) {
  *x = 1; // plain
  atomic_store_explicit(y, 1, memory_order_release);
}
P1 (int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = 7;
  if (r0 == 1) { r1 = *x; }
}
exists (1:r0=1 /\ 1:r1=0))";

TEST(HerdC, MessagePassing) {
  const LitmusReport report = explore_c(kMessagePassing);
  EXPECT_EQ(report.answer, false);
  EXPECT_THAT(outcomes(kMessagePassing), ElementsAre("1:r0=0 1:r1=7", "1:r0=1 1:r1=1"));
  EXPECT_TRUE(report.races.empty());
}

void expect_error(const std::string& text, const std::string& part) {
  try {
    parse_litmus("file.litmus", text);
    ADD_FAILURE() << "accepted: " << text;
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(part));
  }
}

TEST(HerdC, AWaitingLoopReadsOnlyWhatItWaitsFor) {
  expect_error("C w {} P0 (atomic_int* x, atomic_int* y) { while (atomic_load(x) == *y) ; }",
               "file.litmus:1:69: expected no access to shared memory on the right of a waiting "
               "loop, found '*'");
}

TEST(HerdC, ACommentMustEnd) {
  const std::string thread = "P0 (atomic_int* x) { *x = 1; }\n";
  for (const char* const open : {"(* open\n", "/* open\n"}) {
    expect_error("C c\n{}\n" + thread + open + "P1 (atomic_int* x) { *x = 2; }\n",
                 "file.litmus:4:1: expected 'exists', '~exists', 'forall' or the end of the file, "
                 "found a comment that does not end");
    expect_error("x.store(1,rlx) || y.store(1,rlx) " + std::string(open),
                 "found a comment that does not end");
  }
  EXPECT_EQ(parse_litmus("f", "C c\n{}\n" + thread + "// open").size(), 1u);
}

TEST(HerdC, InitialValuesThatNothingHasAreRefused) {
  const auto with = [](const std::string& initial) {
    return "C i\n{ " + initial + " }\nP0 (atomic_int* x) { int r0; r0 = r0 + *x; }\n";
  };
  EXPECT_THAT(outcomes(with("0:r0=3; x=4;")), ElementsAre("0:r0=7 x=4"));
  expect_error(with("0:r5=3;"), "file.litmus:2:3: expected a register that its thread uses, not");
  expect_error(with("7:r0=1;"), "file.litmus:2:3: expected the number of a thread of this program");
  expect_error(with("0:r0=1; 0:r0=2;"), "file.litmus:2:11: expected each register once");
  expect_error(with("x=1; [x]=2;"), "file.litmus:2:8: expected each variable once");
}

TEST(HerdC, RelaxedMessagePassingRaces) {
  std::string text = kMessagePassing;
  text.replace(text.find("memory_order_acquire"), 20, "memory_order_relaxed");
  const LitmusReport report = explore_c(text);
  EXPECT_EQ(report.answer, true);
  ASSERT_EQ(report.races.size(), 1u);
  EXPECT_THAT(report.races[0], HasSubstr("'*x = 1;' and thread 1 '*x'"));
}

TEST(HerdC, PlainAccessOfAnAtomicIsSequentiallyConsistent) {
  const std::string text = R"(C SB
{}
P0 (atomic_int* x, atomic_int* y) { *x = 1; int r = *y; }
P1 (atomic_int* x, atomic_int* y) { atomic_store(y, 1); int r = atomic_load(x); }
exists (0:r=0 /\ 1:r=0))";
  EXPECT_EQ(explore_c(text).answer, false);
  std::string relaxed = text;
  relaxed.replace(relaxed.find("atomic_load(x)"), 14,
                  "atomic_load_explicit(x, memory_order_relaxed)");
  EXPECT_EQ(explore_c(relaxed).answer, true);
}

TEST(HerdC, UpdatesAndCompareExchangeWriteTheExpectedValueBack) {
  EXPECT_THAT(outcomes(R"(C one
{ x = 5; }
P0 (atomic_int* x) {
  int e = 4;
  int r0 = atomic_compare_exchange_strong_explicit(x, &e, 9, memory_order_acq_rel,
                                                   memory_order_relaxed);
  int r1 = atomic_compare_exchange_strong(x, &e, 6);
  int r2 = atomic_fetch_add_explicit(x, 2, memory_order_relaxed) + 1;
  int r3 = atomic_exchange(x, r2);
  atomic_thread_fence(memory_order_seq_cst);
  if (r3 > 100) r3 = 1; else { r3 = r3 * 2; }
}
locations [0:e; 0:r0; 0:r1; 0:r2; 0:r3; x])"),
              ElementsAre("0:e=5 0:r0=0 0:r1=1 0:r2=7 0:r3=16 x=7"));
}

TEST(HerdC, TheExpectedValueMayBeInSharedMemory) {
  EXPECT_THAT(outcomes(R"(C shared
{ x = 5; e = 4; }
P0 (atomic_int* x, int* e) {
  int r0 = atomic_compare_exchange_strong(x, e, 9);
  int r1 = atomic_compare_exchange_strong_explicit(x, e, 7, memory_order_acq_rel,
                                                   memory_order_acquire);
})"),
              ElementsAre("0:r0=0 0:r1=1 e=5 x=7"));
}

TEST(HerdC, WaitingLoops) {
  EXPECT_THAT(outcomes(R"(C wait
{}
P0 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_release); }
P1 (atomic_int* x) { while (atomic_load_explicit(x, memory_order_acquire) == 0) ; int r = *x; }
)"),
              ElementsAre("1:r=1 x=1"));
}

TEST(HerdC, ErrorsNamePlaceExpectedAndFound) {
  const auto error_of = [](const std::string& body) -> std::string {
    try {
      parse_herd_c("f.litmus", "C t\n{}\nP0 (atomic_int* x) { " + body + " }\n");
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_of("*x = 1;"), "no error");
  EXPECT_THAT(error_of("*y = 1;"), HasSubstr("f.litmus:3:23: expected a pointer parameter"));
  EXPECT_THAT(error_of("r0 = q;"), HasSubstr("expected a local variable declared before"));
  EXPECT_THAT(error_of("atomic_load_explicit(x, memory_order_release);"),
              HasSubstr("an order of a load"));
  EXPECT_THAT(error_of("while (1) { *x = 1; }"), HasSubstr("expected"));
  EXPECT_THAT(error_of("for (;;) ;"), HasSubstr("without loops"));
  EXPECT_THAT(error_of("atomic_frob(x, 1);"), HasSubstr("a function of <stdatomic.h>"));
  EXPECT_THAT(error_of("int r = 1 && *x;"), HasSubstr("no access to shared memory on the right"));
  EXPECT_THROW(parse_herd_c("f", "LISA t\n{}\n"), InputError);
}

}  // namespace
}  // namespace touchstone::explore
