// checkers/explore/litmus/exam_test.cpp
// Purpose   The exam with known answers, and every rule of the engine switched off in turn: each
//           must break a litmus test, or the test says nothing about the rule.
#include "checkers/explore/litmus/exam.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "checkers/explore/litmus/outcomes.hpp"
#include "checkers/explore/litmus/parsers.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using testing::HasSubstr;

std::string data_file() {
  return (std::filesystem::path(__FILE__).parent_path() / "../../../validation/data/litmus.csv")
      .lexically_normal()
      .string();
}

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

struct Fault {
  const char* name;
  bool Rules::*rule;
  Model model;
  const char* breaks;  ///< a litmus test whose outcomes or executions change
};

class EngineMutant : public testing::TestWithParam<Fault> {};

TEST_P(EngineMutant, BreaksItsLitmusTest) {
  const Fault& fault = GetParam();
  const LitmusProgram program = parse_one_line(fault.name, fault.breaks);
  SearchOptions options{fault.model, 100000, {}};
  const LitmusReport right = outcomes_of(program, options);
  options.rules.*fault.rule = false;
  const LitmusReport wrong = outcomes_of(program, options);
  EXPECT_NE(right.outcomes, wrong.outcomes);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, EngineMutant,
    testing::Values(
        Fault{"SB", &Rules::stale_reads, Model::rc11,
              "x.store(1,rlx); r0=y.load(rlx) || y.store(1,rlx); r1=x.load(rlx)"},
        Fault{"2+2W", &Rules::insert_in_middle, Model::rc11,
              "x.store(1,rlx); y.store(2,rlx) || y.store(1,rlx); x.store(2,rlx)"},
        Fault{"CAS2", &Rules::update_adjacent, Model::rc11,
              "r0=x.cas(0,1,rlx) || r1=x.cas(0,2,rlx)"},
        Fault{"XCHG3", &Rules::update_adjacent, Model::rc11,
              "r0=x.exchange(1,rlx) || r1=x.exchange(2,rlx) || r2=x.exchange(3,rlx)"},
        Fault{"MP+relseq-rmw", &Rules::release_sequence, Model::rc11,
              "x.store(1,rlx); y.store(1,rel) || t0=y.cas(1,2,rlx) || r0=y.load(acq); "
              "r1=x.load(rlx)"},
        Fault{"MP+relf+acqf", &Rules::acquire_fence, Model::rc11,
              "x.store(1,rlx); fence(rel); y.store(1,rlx) || r0=y.load(rlx); fence(acq); "
              "r1=x.load(rlx)"},
        Fault{"SB+scfences", &Rules::sc_order, Model::rc11,
              "x.store(1,rlx); fence(sc); r0=y.load(rlx) || y.store(1,rlx); fence(sc); "
              "r1=x.load(rlx)"},
        Fault{"n6", &Rules::store_forwarding, Model::tso_x86,
              "x.store(1,rlx); r0=x.load(rlx); r1=y.load(rlx) || y.store(2,rlx); x.store(2,rlx)"},
        Fault{"MP+casfail-rlx", &Rules::failure_order, Model::rc11,
              "x.store(1,rlx); y.store(1,rel) || r0=y.cas(0,5,acq,rlx); r1=x.load(rlx)"},
        Fault{"MP+stale-casfail", &Rules::stale_failing_compare, Model::rc11,
              "x.store(1,rlx); y.store(1,rlx) || r0=y.load(rlx); r1=x.cas(1,6,rlx)"}),
    [](const auto& param) { return "Rule" + std::to_string(param.index); });

}  // namespace
}  // namespace touchstone::explore
