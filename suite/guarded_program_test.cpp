#include "suite/guarded_program.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace touchstone {
namespace {

struct Ending {
  int code;
  std::string text;
};

Ending ending(const std::function<int()>& body) {
  std::ostringstream errors;
  const int code = guarded_program("program", errors, body);
  return {code, errors.str()};
}

TEST(GuardedProgram, PassesTheCodeOfItsBody) {
  const Ending end = ending([] { return 3; });
  EXPECT_EQ(end.code, 3);
  EXPECT_EQ(end.text, "");
}

TEST(GuardedProgram, SaysWhatWasThrown) {
  const Ending input = ending([]() -> int { throw InputError("file: no number"); });
  EXPECT_EQ(input.code, 2);
  EXPECT_EQ(input.text, "program: file: no number\n");

  const Ending interrupted = ending([]() -> int { throw Interrupted(); });
  EXPECT_EQ(interrupted.code, 130);

  const Ending memory = ending([]() -> int { throw std::bad_alloc(); });
  EXPECT_EQ(memory.code, 1);
  EXPECT_EQ(memory.text, "program: not enough memory\n");
}

TEST(GuardedProgram, SignsWithTheVerbOfTheLauncher) {
  const auto complaint = [] {
    return ending([]() -> int { throw InputError("file: no number"); }).text;
  };
  ASSERT_EQ(::setenv("TOUCHSTONE_SIGNED", "touchstone check", 1), 0);
  EXPECT_EQ(complaint(), "touchstone check: file: no number\n");
  ASSERT_EQ(::setenv("TOUCHSTONE_SIGNED", "", 1), 0);
  EXPECT_EQ(complaint(), "program: file: no number\n");
  ASSERT_EQ(::unsetenv("TOUCHSTONE_SIGNED"), 0);
}

TEST(GuardedProgram, AFaultOfTheProgramIsNoAbortAndNoPass) {
  const Ending fault = ending([]() -> int { throw std::logic_error("registered twice"); });
  EXPECT_EQ(fault.code, 1);
  EXPECT_EQ(fault.text, "program: a fault of the program, not of its input: registered twice\n");
}

TEST(GuardedProgram, AnAnswerThatCouldNotBeWrittenIsNoPass) {
  std::filebuf full;
  ASSERT_NE(full.open("/dev/full", std::ios::out), nullptr);
  std::streambuf* const own = std::cout.rdbuf(&full);
  const auto answer = [](int code) {
    return ending([code] {
      std::cout << "answer";
      return code;
    });
  };
  const Ending end = answer(0), failed = answer(1);
  std::cout.rdbuf(own);  // clears what it says of the last one, too
  EXPECT_EQ(end.code, 2);
  EXPECT_EQ(end.text,
            "program: standard output: an answer could not be written: expected space and "
            "permission, found write error\n");
  EXPECT_EQ(failed.code, 1);
}

}  // namespace
}  // namespace touchstone
