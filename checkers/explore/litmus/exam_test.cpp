// checkers/explore/litmus/exam_test.cpp
// Purpose   The exam with known answers, and every rule of the engine switched off, one at a time.
#include "checkers/explore/litmus/exam.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "checkers/explore/litmus/engine_faults.hpp"
#include "models/core/errors.hpp"
#include "models/core/source_tree.hpp"

namespace touchstone::explore {
namespace {

using testing::HasSubstr;

std::string data_file() { return (source_tree() / "validation/data/litmus.csv").string(); }

std::string temporary(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

TEST(Exam, EveryRowIsExact) {
  std::ostringstream out;
  const ExamResult result = run_exam(data_file(), 1'000'000, out);
  EXPECT_GE(result.rows, 61u);
  EXPECT_EQ(result.wrong, 0u) << out.str();
  EXPECT_EQ(result.undecided, 0u);
}

TEST(Exam, ReportsAWrongRow) {
  std::ostringstream out;
  const std::string path =
      temporary("wrong.csv",
                "name,program,model,executions,allowed_outcomes,data_race\n"
                "a,\"x.store(1,rlx) || r0=x.load(rlx)\",sc,2,r0=0 x=1 ; r0=1 x=1,\n"
                "b,\"x.store(1,rlx) || r0=x.load(rlx)\",sc,3,r0=0 x=1 ; r0=1 x=1,\n"
                "c,\"x.store(1,rlx) || r0=x.load(rlx)\",sc,2,r0=0 x=1,\n"
                "d,\"x.store(1,na) || r0=x.load(rlx)\",rc11,2,r0=0 x=1 ; r0=1 x=1,no\n");
  const ExamResult result = run_exam(path, 1000, out);
  EXPECT_EQ(result.rows, 4u);
  EXPECT_EQ(result.wrong, 3u);
  EXPECT_THAT(out.str(), HasSubstr("wrong.csv:3: b under sc: expected 3 executions"));
}

TEST(Exam, AnyKnownAnswerIsCompared) {
  std::ostringstream out;
  const std::string path = temporary("counts.csv",
                                     "name,program,model,executions\n"
                                     "a,\"x.store(1,rlx) || r0=x.load(rlx)\",sc,2\n"
                                     "b,\"x.store(1,rlx) || r0=x.load(rlx)\",sc,5\n"
                                     "c,\"x.store(1,rlx) || r0=x.load(rlx)\",sc,\n");
  const ExamResult result = run_exam(path, 1000, out);
  EXPECT_EQ(result.rows, 3u);
  EXPECT_EQ(result.wrong, 1u);
  EXPECT_EQ(result.undecided, 1u);  // the row without an answer
  EXPECT_THAT(out.str(), HasSubstr("counts.csv:4: c under sc: no known answer"));
}

TEST(Exam, FillsInATableWithoutAnswers) {
  std::ostringstream out;
  run_exam(temporary("open.csv", "name,program,model\na,\"x.store(1,na) || r0=x.load(na)\",rc11\n"),
           1000, out);
  EXPECT_THAT(out.str(), HasSubstr("a,\"x.store(1,na) || r0=x.load(na)\",rc11,2,"
                                   "r0=0 x=1 ; r0=1 x=1,yes\n"));
}

TEST(Exam, BadTablesAreErrors) {
  std::ostringstream out;
  EXPECT_THROW(run_exam("/nonexistent.csv", 10, out), InputError);
  EXPECT_THROW(run_exam(temporary("c.csv", "name,program\na,b\n"), 10, out), InputError);
  EXPECT_THROW(run_exam(temporary("m.csv", "name,program,model\na,r0=1,sparc\n"), 10, out),
               InputError);
}

TEST(EngineFaults, EveryRuleIsMissedByALitmusTest) {
  EXPECT_GE(engine_faults().size(), 14u);
  for (const EngineFault& fault : engine_faults()) EXPECT_TRUE(caught(fault)) << fault.name;
}

}  // namespace
}  // namespace touchstone::explore
