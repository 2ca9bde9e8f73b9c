// checkers/explore/litmus/one_line_test.cpp
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/explore/litmus/outcomes.hpp"
#include "checkers/explore/litmus/parsers.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> outcomes(const std::string& text, Model model = Model::rc11) {
  std::vector<std::string> result;
  const LitmusReport report = outcomes_of(parse_one_line("test", text), {model, 100000, {}});
  for (const auto& [outcome, count] : report.outcomes)
    result.push_back(to_text(report.names, outcome));
  return result;
}

std::string error_of(const std::string& text) {
  try {
    parse_one_line("file", text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(OneLine, InitialValuesAndVariablesInAlphabeticalOrder) {
  EXPECT_THAT(outcomes("{z=3, a=-2} b.store(7,rlx); r1=z.load(rlx)"),
              ElementsAre("r1=3 a=-2 b=7 z=3"));
}

TEST(OneLine, RegistersInOrderOfAppearanceAndScratchHidden) {
  EXPECT_THAT(outcomes("r5=x.load(na); t0=x.load(na); r2=r5+t0+4 || r1=2"),
              ElementsAre("r5=0 r2=4 r1=2 x=0"));
}

TEST(OneLine, ExpressionsHaveThePrecedenceOfC) {
  EXPECT_THAT(outcomes("r0=1+2*3-8/2%3; r1=(1+2)*3; r2=1<2==1; r3=~0&6|1^1; r4=-(2)<<3"),
              ElementsAre("r0=6 r1=9 r2=1 r3=6 r4=-16"));
  EXPECT_THAT(outcomes("r0=(0||5&&0); r1=(!3==0||0)"), ElementsAre("r0=0 r1=1"));
}

TEST(OneLine, UpdatesReturnTheOldValue) {
  EXPECT_THAT(outcomes("{x=6} r0=x.fetch_add(-1,rlx); r1=x.exchange(9,acq); r2=x.fetch_sub(2,sc);"
                       "r3=x.fetch_and(5,rel); r4=x.fetch_or(8,acqrel); r5=x.fetch_xor(1,rlx)"),
              ElementsAre("r0=6 r1=5 r2=9 r3=7 r4=5 r5=13 x=12"));
}

TEST(OneLine, CompareAndSwapReturnsSuccess) {
  EXPECT_THAT(outcomes("r0=x.cas(0,4,acqrel); r1=x.cas(0,5,rlx); r2=x.load(rlx)"),
              ElementsAre("r0=1 r1=0 r2=4 x=4"));
}

TEST(OneLine, BranchesLoopsAndBreak) {
  EXPECT_THAT(outcomes("if(0){r0=1}else{r0=2}; repeat(5){t0=t0+1; if(t0==3){break}; r1=r1+10}"),
              ElementsAre("r0=2 r1=20"));
}

TEST(OneLine, ArraysAreIndexedByExpressions) {
  EXPECT_THAT(outcomes("{a[1]=5} r0=a[1].load(rlx); a[r0-3].store(8,rlx); r1=a[2].load(rlx)"),
              ElementsAre("r0=5 r1=8 a[1]=5 a[2]=8"));
  // An element that shows up in some executions only belongs to all outcomes.
  EXPECT_THAT(outcomes("x.store(1,rlx) || t0=x.load(rlx); a[t0].store(3,rlx)"),
              ElementsAre("a[0]=0 a[1]=3 x=1", "a[0]=3 a[1]=0 x=1"));
}

TEST(OneLine, WaitingBlocksAndAssumeDiscards) {
  EXPECT_THAT(outcomes("x.store(2,rel) || await(x>=2,acq); r0=x.load(rlx)"),
              ElementsAre("r0=2 x=2"));
  EXPECT_THAT(outcomes("awaitcas(x,0,1,acq); awaitcas(x,2,3,acq) || awaitcas(x,1,2,rel)"),
              ElementsAre("x=3"));
  EXPECT_THAT(outcomes("x.store(1,rlx) || r0=x.load(rlx); assume(r0==1)"), ElementsAre("r0=1 x=1"));
}

TEST(OneLine, DeadlocksAreCountedAndNotOutcomes) {
  const LitmusReport report =
      outcomes_of(parse_one_line("t",
                                 "await(x==1,rlx); y.store(1,rlx) || await(y==1,rlx); "
                                 "x.store(1,rlx)"),
                  {Model::rc11, 1000, {}});
  EXPECT_EQ(report.search.deadlocks, 1u);
  EXPECT_TRUE(report.outcomes.empty());
}

TEST(OneLine, ErrorsNamePlaceExpectedAndFound) {
  EXPECT_THAT(error_of("x.store(1,rlx"), HasSubstr("file:1:14: expected ')', found the end"));
  EXPECT_THAT(error_of("x.store(1)"), HasSubstr("file:1:10: expected ',', found ')'"));
  EXPECT_THAT(error_of("x.store(1,relaxed)"), HasSubstr("file:1:11: expected a memory order"));
  EXPECT_THAT(error_of("r0=x.load(rel)"), HasSubstr("expected an order of a load"));
  EXPECT_THAT(error_of("x.store(1,acq)"), HasSubstr("expected an order of a store"));
  EXPECT_THAT(error_of("t0=x.fetch_add(1,na)"), HasSubstr("expected an atomic order"));
  EXPECT_THAT(error_of("t0=x.cas(0,1,acq,rel)"), HasSubstr("failed compare-and-swap"));
  EXPECT_THAT(error_of("x.push(1,rlx)"), HasSubstr("expected load, store"));
  EXPECT_THAT(error_of("r0=x.store(1,rlx)"), HasSubstr("expected an access that returns a value"));
  EXPECT_THAT(error_of("r0=r1"), HasSubstr("expected a register that its own thread assigns"));
  EXPECT_THAT(error_of("r0=1 || r0=2"), HasSubstr("an observed register belongs to one thread"));
  EXPECT_THAT(error_of("break"), HasSubstr("'break' needs a 'repeat'"));
  EXPECT_THAT(error_of("x.store(1,rlx) y.store(1,rlx)"), HasSubstr("expected ';', '||'"));
  EXPECT_THAT(error_of("x.store(1,rlx) |"), HasSubstr("found '|'"));
  EXPECT_THAT(error_of("{x=1,x=2} r0=1"), HasSubstr("each variable once"));
  EXPECT_THAT(error_of("x.store(99999999999999999999,rlx)"), HasSubstr("fits 64 bits"));
  EXPECT_THAT(error_of("if(1){x.store(1,rlx)"), HasSubstr("expected '}', found the end"));
  EXPECT_THAT(error_of(" "), HasSubstr("expected a program, found the end"));
  EXPECT_THAT(error_of("x.store(1,rlx) || r0=x[0].load(rlx)"), HasSubstr("no array elsewhere"));
  EXPECT_THAT(error_of("{x[1]=2} x.store(1,rlx)"), HasSubstr("an element of an array"));
  EXPECT_EQ(error_of("x.store(1,rlx);; || "), "no error");
}

TEST(OneLine, TheSmallestAndLargestNumbersAreRead) {
  EXPECT_THAT(outcomes("x.store(-9223372036854775808,rlx); r0=9223372036854775807-3"),
              ElementsAre("r0=9223372036854775804 x=-9223372036854775808"));
  EXPECT_THAT(outcomes("r0=5-3; r1=2*-3; r2= -(-4)"), ElementsAre("r0=2 r1=-6 r2=4"));
  EXPECT_THAT(error_of("r0=9223372036854775808"), HasSubstr("that fits 64 bits"));
  EXPECT_THAT(error_of("r0=-9223372036854775809"), HasSubstr("that fits 64 bits"));
}

TEST(OneLine, DeepNestingIsAnErrorAndNoCrash) {
  const auto many = [](const std::string& text, int times = 300'000) {
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
  };
  const char* const kDeep = "expected at most 200 levels of nesting";
  EXPECT_THAT(error_of("r0=" + many("(") + "1"), HasSubstr(kDeep));
  EXPECT_THAT(error_of("r0=" + many("!") + "1"), HasSubstr(kDeep));
  EXPECT_THAT(error_of("r0=" + many("- ") + "1"), HasSubstr(kDeep));
  EXPECT_THAT(error_of(many("if(1){")), HasSubstr(kDeep));
  EXPECT_THAT(error_of("r0=1 exists " + many("(")), HasSubstr(kDeep));
  EXPECT_THAT(error_of("r0=1 exists " + many("~")), HasSubstr(kDeep));
  EXPECT_THROW(parse_herd_c("f", "C t\n{}\nP0 (int* x) {" + many("{")), InputError);
  EXPECT_EQ(error_of("r0=" + many("(", 100) + "1" + many(")", 100)), "no error");
}

TEST(OneLine, DivisionByZeroIsAnErrorWithItsPlace) {
  try {
    outcomes("r0=4/x.load(rlx)");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a number or a register"));
  }
  try {
    outcomes("t0=x.load(rlx); r0=4/t0");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("test:1:21: division by zero"));
  }
}

/// As in C: the right side counts only if the left one has not decided.
TEST(OneLine, ADivisionThatIsNotAskedForIsNoError) {
  EXPECT_THAT(outcomes("t0=x.load(rlx); r0=(t0!=0 && 4/t0==2); r1=(t0==0 || 4%t0==2)"),
              ElementsAre("r0=0 r1=1 x=0"));
  EXPECT_THAT(outcomes("t0=2; r0=(t0!=0 && 4/t0==2)"), ElementsAre("r0=1"));
  EXPECT_THROW(outcomes("t0=0; r0=(t0==0 && 4/t0==2)"), InputError);
  EXPECT_THROW(outcomes("t0=0; r0=(4/t0==2 && t0!=0)"), InputError);
  EXPECT_THROW(outcomes("t0=0; r0=!(4/t0)+1"), InputError);
}

TEST(OneLine, QuestionsAreAnswered) {
  const auto answer_to = [](const std::string& text) {
    return outcomes_of(parse_one_line("t", text), {Model::sc, 1000, {}}).answer;
  };
  const std::string program = "x.store(1,rlx) || r0=x.load(rlx) ";
  EXPECT_EQ(answer_to(program), std::nullopt);
  EXPECT_EQ(answer_to(program + "exists (r0=1 /\\ x=1)"), true);
  EXPECT_EQ(answer_to(program + "exists (r0=2 \\/ x=2)"), false);
  EXPECT_EQ(answer_to(program + "forall (x=1 /\\ not (r0=5))"), true);
  EXPECT_EQ(answer_to(program + "forall (r0=1)"), false);
  EXPECT_EQ(answer_to(program + "~exists (r0=0)"), false);
  EXPECT_THROW(answer_to(program + "exists (r7=1)"), InputError);
}

TEST(LitmusFile, HoldsProgramsLineByLine) {
  const auto programs = parse_litmus("f",
                                     "# comment\n\nx.store(1,rlx) || r0=x.load(rlx)\n"
                                     "exists (r0=1)\n  r0=1\n");
  ASSERT_EQ(programs.size(), 2u);
  EXPECT_TRUE(programs[0].condition);
  EXPECT_FALSE(programs[1].condition);
  EXPECT_EQ(parse_litmus("f", "C 2+2W\n{}\nP0 (atomic_int* x) { *x = 1; }\n")[0].name, "2+2W");
  EXPECT_THROW(parse_litmus("f", "# nothing\n"), InputError);
  EXPECT_THROW(parse_litmus("f", "exists (x=1)\n"), InputError);
}

}  // namespace
}  // namespace touchstone::explore
