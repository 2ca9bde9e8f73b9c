// checkers/explore/litmus/scope_exam_test.cpp
// Purpose   The published programs with scopes, and lines that must be found wrong.
#include "checkers/explore/litmus/scope_exam.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "models/core/errors.hpp"
#include "models/core/source_tree.hpp"

namespace touchstone::explore {
namespace {

using testing::HasSubstr;

std::vector<ScopeAnswer> answers_to(const std::string& lines) {
  const std::string path = testing::TempDir() + "scopes.csv";
  std::ofstream(path) << "name,program,model,published,here,undecided,source\n" << lines;
  return run_scope_exam(path);
}

TEST(ScopeExam, EveryProgramIsAnsweredAsItsLineSays) {
  const auto answers =
      run_scope_exam((source_tree() / "validation/data/litmus_scopes.csv").string());
  std::size_t decided = 0;
  for (const ScopeAnswer& answer : answers) {
    EXPECT_EQ(answer.wrong, "") << answer.name;
    decided += answer.undecided.empty();
  }
  EXPECT_GE(answers.size(), 40u);
  EXPECT_GE(decided, 25u);
}

TEST(ScopeExam, ReportsWrongLines) {
  const std::string passing =
      "\"x.store(1,na); y.store(1,rel@dev) || at(0,1); r0=y.load(acq@dev); if(r0==1){r1=x.load(na)}"
      " exists (r0=1 /\\ r1=0)\",rc11,";
  const std::string narrow =
      "\"x.store(1,na); y.store(1,rel@blk) || at(0,1); r0=y.load(acq@dev); if(r0==1){r1=x.load(na)}"
      " exists (r0=1 /\\ r1=0)\",rc11,";
  const auto answers = answers_to("a," + passing + "forbidden,forbidden,,s\n" +     //
                                  "b," + passing + "allowed,allowed,,s\n" +         //
                                  "c," + passing + "allowed,forbidden,,s\n" +       //
                                  "d," + passing + "forbidden,forbidden,why,s\n" +  //
                                  "e," + narrow + "forbidden,forbidden,,s\n" +      //
                                  "f," + narrow + "allowed,race,it races,s\n");
  ASSERT_EQ(answers.size(), 6u);
  EXPECT_EQ(answers[0].wrong, "");
  EXPECT_THAT(answers[1].wrong, HasSubstr("say forbidden, expected allowed"));
  EXPECT_THAT(answers[2].wrong, HasSubstr("does not say why"));
  EXPECT_THAT(answers[3].wrong, HasSubstr("a difference that is not there"));
  EXPECT_THAT(answers[4].wrong, HasSubstr("say race, expected forbidden"));
  EXPECT_EQ(answers[5].wrong, "");
}

TEST(ScopeExam, BadLinesAreErrors) {
  EXPECT_THROW(answers_to("a,x.store(1@rlx),rc11,allowed,allowed,,s\n"), InputError);
  EXPECT_THROW(answers_to("a,\"x.store(1,rlx@gpu) exists (x=1)\",rc11,allowed,allowed,,s\n"),
               InputError);
  EXPECT_THROW(answers_to("a,\"x.store(1,na@dev) exists (x=1)\",rc11,allowed,allowed,,s\n"),
               InputError);
  EXPECT_THROW(answers_to("a,\"at(0,300); x.store(1,na) exists (x=1)\",rc11,allowed,allowed,,s\n"),
               InputError);
  EXPECT_THROW(answers_to("a,\"x.store(1,na) exists (x=1)\",sc,allowed,allowed,,s\n"), InputError);
  EXPECT_THROW(answers_to("a,\"x.store(1,na)\",rc11,allowed,allowed,,s\n"), InputError);
}

}  // namespace
}  // namespace touchstone::explore
