// checkers/external/hostile_test.cpp
// Programs of a user's that harm the suite: it ends them, in bounded memory and with a clear error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

#include "models/core/source_tree.hpp"
#include "suite/external/program.hpp"

namespace touchstone::external {
namespace {

using testing::HasSubstr;

constexpr std::size_t kMebibyte = 1 << 20;

Command hostile(const std::string& fault, double seconds = 60) {
  const auto program = source_tree() / "checkers/external/hostile_programs.py";
  return {.words = {"python3", program.string(), fault}, .timeout_seconds = seconds};
}

/// The words of the fault that a start ends with.
std::string fault_of(const Command& command, const std::string& request = "start\n") {
  try {
    Program program(command);
    program.start(request);
    program.start("start again\n");
  } catch (const ProgramFault& fault) {
    return fault.what();
  }
  return "none";
}

/// Largest memory that was in use up to now, in mebibytes.
long peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

/// Whether it runs, or waits; a dead one may stay in the table of processes.
bool is_alive(const std::string& number) {
  std::ifstream file("/proc/" + number + "/stat");
  std::string id, name, state;
  return file >> id >> name >> state && state != "Z" && state != "X";
}

/// Waits until a process is gone, however long a busy machine takes to end it. One that was not
/// killed goes on for an hour, and the limit of the whole test ends it.
void wait_for_end_of(const std::string& number) {
  while (is_alive(number)) ::usleep(1000);
}

TEST(Hostile, GigabytesOfAnswersAreNotTaken) {
  const long before = peak_memory();
  EXPECT_THAT(fault_of(hostile("flood")), HasSubstr("found '0123456789abcde'"));
  EXPECT_THAT(fault_of(hostile("flood"), "start\n" + std::string(32 * kMebibyte, '1') + "\n"),
              HasSubstr("found 'a mebibyte of others'"));
  EXPECT_LT(peak_memory(), before + 200);
}

TEST(Hostile, GigabytesOfMessagesAreShownInPart) {
  const long before = peak_memory();
  testing::internal::CaptureStderr();
  Program(hostile("noise")).start("start\n");
  const std::string shown = testing::internal::GetCapturedStderr();
  EXPECT_GE(shown.size(), kMebibyte);
  EXPECT_LT(shown.size(), kMebibyte + kMebibyte / 4);
  EXPECT_THAT(shown.substr(shown.size() - 100), HasSubstr("further messages are not shown\n"));
  EXPECT_LT(peak_memory(), before + 200);
}

TEST(Hostile, MessagesWithoutEndAreNotWaitedForLonger) {
  testing::internal::CaptureStderr();
  EXPECT_THAT(fault_of(hostile("shouts", 1)), HasSubstr("no answer to 'start' within 1 s"));
  EXPECT_LT(testing::internal::GetCapturedStderr().size(), kMebibyte + kMebibyte / 4);
}

TEST(Hostile, WhatAProgramLeavesBehindIsEnded) {
  std::vector<std::string> numbers;
  {
    Program program(hostile("lingers"));
    numbers = program.ask("start\n");
    ASSERT_EQ(numbers.size(), 4u);
    for (const std::string& number : numbers) EXPECT_TRUE(is_alive(number)) << number;
  }
  for (const std::string& number : numbers) wait_for_end_of(number);
}

TEST(Hostile, AProgramThatWasSilentIsNotAskedAgain) {
  const Command command = hostile("silent", 0.2);
  EXPECT_THAT(fault_of(command), HasSubstr("no answer to 'start' within 0.2 s"));
  for (int again = 0; again < 2; ++again)
    EXPECT_THAT(fault_of(command), HasSubstr("was not asked again, since there was no answer to "
                                             "'start' within 0.2 s"));
  EXPECT_THAT(fault_of(hostile("silent", 0.1)), HasSubstr("no answer")) << "another command";
}

}  // namespace
}  // namespace touchstone::external
