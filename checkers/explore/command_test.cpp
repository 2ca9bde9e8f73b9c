// checkers/explore/command_test.cpp
#include "checkers/explore/command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <sstream>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using testing::HasSubstr;
using testing::Not;

const char* const kStoreBuffering =
    "x.store(1,rlx); r0=y.load(rlx) || y.store(1,rlx); r1=x.load(rlx)";

struct Answered {
  int code;
  std::string text;
};
Answered run(const ExploreRequest& request) {
  std::ostringstream out;
  const int code = run_explore(request, out);
  return {code, out.str()};
}

std::string file(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

TEST(ExploreCommand, PrintsOutcomesOnePerLine) {
  ExploreRequest request;
  request.programs = {kStoreBuffering};
  request.models = {"tso_x86"};
  request.outcomes = request.executions = true;
  const Answered found = run(request);
  EXPECT_EQ(found.code, 0);
  EXPECT_THAT(found.text, testing::StartsWith("r0=0 r1=0 x=1 y=1\nr0=0 r1=1 x=1 y=1\n"
                                              "r0=1 r1=0 x=1 y=1\nr0=1 r1=1 x=1 y=1\n"
                                              "executions: 4\n"));
}

TEST(ExploreCommand, WritesVerdictsAsJunitDoes) {
  ExploreRequest request;
  request.junit = testing::TempDir() + "explore-junit.xml";
  const auto written = [&](const std::string& words) {
    std::ifstream stream(request.junit);
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(stream), {}), HasSubstr(words));
  };
  request.programs = {"x.store(1,na) || x.store(2,na)"};
  request.strict = true;
  EXPECT_EQ(run(request).code, 1);
  written(R"(tests="1" failures="1" errors="0")");
  written("fail: a race, a deadlock, or a condition that does not hold");
  request.strict = false;
  EXPECT_EQ(run(request).code, 0);
  written(R"(tests="1" failures="0" errors="0")");
  request.budget = 1;
  EXPECT_EQ(run(request).code, 3);
  written("inconclusive: the budget was used up");
  request.programs.clear();
  request.budget = 2'000'000;
  request.kernel.chain = "C4";
  EXPECT_EQ(run(request).code, 0);
  written(R"(classname="Algorithm 5 on C4" name="as printed")");
  request.kernel.chain.clear();
  request.kernel.kernel = "spin lock";
  request.kernel.mutant = "taken in two steps";
  EXPECT_EQ(run(request).code, 1);
  written("fail: something goes wrong");
}

TEST(ExploreCommand, ATableWithoutRowsOrAnswersShowsNothing) {
  const std::string header = "name,program,model,allowed_outcomes\n";
  ExploreRequest request;
  request.files = {file("header.csv", header)};
  EXPECT_EQ(run(request).code, 3);
  request.files = {file("no-answer.csv", header + "a,\"r0=x.load(rlx)\",sc,\n")};
  EXPECT_EQ(run(request).code, 3);
  request.files = {file("answer.csv", header + "a,\"r0=x.load(rlx)\",sc,r0=0 x=0\n")};
  EXPECT_EQ(run(request).code, 0);
}

TEST(ExploreCommand, OnlyWhatIsAskedFor) {
  ExploreRequest request;
  request.programs = {kStoreBuffering};
  request.executions = true;
  const Answered found = run(request);
  EXPECT_THAT(found.text, HasSubstr("executions: 4\n"));
  EXPECT_THAT(found.text, Not(HasSubstr("x=1")));
}

TEST(ExploreCommand, AnswersTheQuestionOfAFileUnderSeveralModels) {
  ExploreRequest request;
  request.files = {file("sb.litmus", std::string(kStoreBuffering) + "\nexists (r0=0 /\\ r1=0)\n")};
  request.models = {"sc", "rc11", "views"};
  const Answered found = run(request);
  EXPECT_EQ(found.code, 0);
  EXPECT_THAT(found.text, HasSubstr("exists (r0=0 /\\ r1=0): no (0 of 3 executions)"));
  EXPECT_THAT(found.text, HasSubstr("exists (r0=0 /\\ r1=0): yes (1 of 4 executions)"));
  EXPECT_THAT(found.text, HasSubstr("exists (r0=0 /\\ r1=0): yes (1 of 4 final states)"));
  EXPECT_THAT(found.text, HasSubstr("bracket: closed"));
}

TEST(ExploreCommand, OpenBracketsSayWhatIsUndecided) {
  ExploreRequest request;
  request.programs = {"x.store(1,sc); r0=y.load(sc) || y.store(1,sc); r1=x.load(sc)"};
  request.models = {"views"};
  EXPECT_THAT(run(request).text, HasSubstr("undecided: r0=0 r1=0 x=1 y=1\n"));
}

TEST(ExploreCommand, TracesShowWhereAStaleValueComesFrom) {
  ExploreRequest request;
  request.programs = {"x.store(1,rlx); y.store(1,rlx) || r0=y.load(rlx); r1=x.load(rlx)"};
  request.trace = true;
  const std::string text = run(request).text;
  EXPECT_THAT(text, HasSubstr("--- r0=1 r1=0 x=1 y=1\nthread 0"));
  EXPECT_THAT(text, HasSubstr("r1=x.load(rlx): x is 0 from the initial value, stale"));
}

TEST(ExploreCommand, TracesAnswerTheQuestionAndShowDeadlocks) {
  ExploreRequest request;
  request.programs = {std::string(kStoreBuffering) + " exists (r0=0 /\\ r1=0)"};
  request.trace = true;
  const std::string text = run(request).text;
  EXPECT_THAT(text, HasSubstr("--- r0=0 r1=0 x=1 y=1"));
  EXPECT_THAT(text, Not(HasSubstr("--- r0=1")));
  request.programs = {"y.store(2,rlx); await(x==1,rlx)"};
  EXPECT_THAT(run(request).text, HasSubstr("--- deadlock: what had happened before\nthread 0\n"
                                           "y.store(2,rlx): y := 2"));
}

TEST(ExploreCommand, WritesGraphs) {
  ExploreRequest request;
  request.programs = {"x.store(1,rlx) || r0=x.exchange(2,rlx)"};
  request.dot = testing::TempDir() + "graph";
  run(request);
  std::ifstream in(request.dot + "1.dot");
  const std::string dot{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(dot, HasSubstr("digraph execution"));
  EXPECT_THAT(dot, HasSubstr("label=rf"));
  request.dot = "/nonexistent/folder/graph";
  EXPECT_THROW(run(request), InputError);
}

TEST(ExploreCommand, ABudgetThatIsUsedUpIsNeverAPass) {
  ExploreRequest request;
  request.programs = {kStoreBuffering};
  request.budget = 5;
  const Answered found = run(request);
  EXPECT_EQ(found.code, 3);
  EXPECT_THAT(found.text, HasSubstr("not decided: budget exceeded after 5 graphs"));
  request.models = {"views"};
  EXPECT_EQ(run(request).code, 3);
}

TEST(ExploreCommand, StrictFailsOnRacesDeadlocksAndQuestions) {
  ExploreRequest request;
  request.strict = true;
  for (const char* const text : {"x.store(1,na) || r0=x.load(na)", "await(x==1,rlx)",
                                 "x.store(1,rlx) || r0=x.load(rlx) forall (r0=1)",
                                 "x.store(1,rlx) || r0=x.load(rlx) ~exists (r0=0)"}) {
    request.programs = {text};
    EXPECT_EQ(run(request).code, 1) << text;
  }
  request.programs = {"x.store(1,rlx) || r0=x.load(rlx) forall (x=1)"};
  EXPECT_EQ(run(request).code, 0);
}

TEST(ExploreCommand, StrictHoldsForViewsToo) {
  ExploreRequest request;
  request.strict = true;
  request.models = {"views"};
  request.programs = {"x.store(1,rlx) || r0=x.load(rlx) ~exists (r0=0)"};
  EXPECT_EQ(run(request).code, 1);
  request.programs = {"x.store(1,rlx) || r0=x.load(rlx) ~exists (r0=7)"};
  EXPECT_EQ(run(request).code, 0);
}

TEST(ExploreCommand, ViewsJudgeRacesAndDeadlocksByTheirBracket) {
  ExploreRequest request;
  request.strict = true;
  request.models = {"views"};
  request.programs = {"x.store(1,na); y.store(1,rlx) || r0=y.load(rlx); if(r0==1){r1=x.load(na)}"};
  const Answered racy = run(request);
  EXPECT_EQ(racy.code, 1);
  EXPECT_THAT(racy.text, HasSubstr("races: 1\nrace: x (both sites: --model rc11)\n"));
  EXPECT_THAT(racy.text, HasSubstr("r0=1 r1=0 x=1 y=1\n"));  // outcomes are those of all runs
  request.programs = {"x.store(1,na); y.store(1,rel) || r0=y.load(acq); if(r0==1){r1=x.load(na)}"};
  const Answered ordered = run(request);
  EXPECT_EQ(ordered.code, 0);
  EXPECT_THAT(ordered.text, HasSubstr("races: 0\n"));
  // With seq_cst as acq_rel both may read 0, and then nobody writes z: only the weak variant waits.
  request.programs = {
      "x.store(1,sc); t0=y.load(sc); if(t0==1){z.store(1,rlx)} || y.store(1,sc); "
      "t0=x.load(sc); if(t0==1){z.store(1,rlx)} || await(z==1,rlx)"};
  const Answered open = run(request);
  EXPECT_EQ(open.code, 1);
  EXPECT_THAT(open.text, HasSubstr("deadlocks: undecided, ask rc11\n"));
}

TEST(ExploreCommand, AnOpenQuestionIsUndecidedWhenTheBudgetEnds) {
  ExploreRequest request;
  request.budget = 1;
  request.programs = {std::string(kStoreBuffering) + " ~exists (r0=0)"};
  EXPECT_THAT(run(request).text, HasSubstr("~exists (r0=0): undecided (0 of 0 executions seen)"));
}

TEST(ExploreCommand, StatesTheAssumptionAboutLoadBuffering) {
  ExploreRequest request;
  request.programs = {"r0=x.load(rlx); y.store(1,rlx) || r1=y.load(rlx); x.store(1,rlx)"};
  EXPECT_THAT(run(request).text,
              HasSubstr("assumed: thread 0 does not execute 'y.store(1,rlx)' before "
                        "'r0=x.load(rlx)' (and 1 more pairs)"));
  for (const char* const unordered :
       {"r0=x.load(rlx); if(r0==1){r2=1}; y.store(1,rlx)",
        "r0=x.load(rlx); if(r0==1){r2=1} else {r2=3}; y.store(1,rlx)",
        "r0=x.load(rlx); if(r0==1){y.store(1,rlx)} else {y.store(1,rlx)}",
        "r0=x.load(rlx); repeat(2){ if(r0==1){break} }; y.store(1,rlx)",
        "r0=x.load(rlx); y.store(1+(r0-r0),rlx)", "r0=x.load(rlx); y.store(r0^r0,rlx)",
        "r0=x.load(rlx); y.store(0*(r0+1),rlx)", "r0=x.load(rlx); if((r0&0)==0){y.store(1,rlx)}"}) {
    request.programs = {unordered};
    EXPECT_THAT(run(request).text, HasSubstr("assumed: thread 0")) << unordered;
  }
  for (const char* const ordered :
       {"r0=x.load(rlx); if(r0==1){y.store(1,rlx)} else {y.store(2,rlx)}",
        "r0=x.load(rlx); if(r0==1){if(r0<2){r2=1}; y.store(1,rlx)}",
        "r0=x.load(rlx); if(r0==1){t2=1} else {t2=2}; y.store(t2,rlx)",
        "r0=x.load(rlx); y.store(r0-1,rlx)", "r0=x.load(acq); y.store(1,rlx)",
        "r0=x.load(rlx); y.store(1,rel)", "r0=x.load(rlx); y.store(r0,rlx)",
        "r0=x.load(rlx); if(r0==1){y.store(1,rlx)}", "r0=x.load(rlx); fence(acq); y.store(1,rlx)",
        "await(x==1,rlx); y.store(1,rlx)", "r0=x.load(rlx); t0=r0*2; a[t0].store(1,rlx)",
        "r0=x.load(rlx); x.store(1,rlx)"}) {
    request.programs = {ordered};
    EXPECT_THAT(run(request).text, Not(HasSubstr("load buffering"))) << ordered;
  }
  request.programs = {"r0=x.load(rlx); if(r0==1){t0=1}else{t1=r0; r0=0}; t1=0; y.store(t1,rlx)"};
  EXPECT_THAT(run(request).text, HasSubstr("load buffering"));  // both ways store the same
}

TEST(ExploreCommand, BadInputIsAnError) {
  ExploreRequest request;
  EXPECT_THROW(run(request), InputError);
  request.files = {"/nonexistent.litmus"};
  EXPECT_THROW(run(request), InputError);
  request.files = {};
  request.programs = {kStoreBuffering};
  request.models = {"rc12"};
  try {
    run(request);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("nearest: rc11"));
  }
}

TEST(ExploreCommand, TooLongForGraphsIsAnErrorThatSaysSo) {
  ExploreRequest request;
  request.programs = {"repeat(100){x.store(1,rlx)}"};
  try {
    run(request);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("at most 64 events"));
  }
}

}  // namespace
}  // namespace touchstone::explore
