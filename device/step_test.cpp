// Steps of a run on a device: here this test program stands for the one that is run.
#include "device/step.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/core/errors.hpp"

namespace touchstone::device {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kTold = "TOUCHSTONE_STEP_ENDS";

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class Step : public testing::Test {
 protected:
  ~Step() override { fs::remove(path_); }
  fs::path path_ = fs::temp_directory_path() / fmt::format("touchstone-step-{}.txt", getpid());
};

TEST_F(Step, KeepsOutputExitCodeAndSeconds) {
  Log log(path_.string());
  EXPECT_EQ(run_step({"--gtest_list_tests"}, log), 0);
  EXPECT_THAT(text_of(path_), HasSubstr("touchstone_gpu --gtest_list_tests\n"));
  EXPECT_THAT(text_of(path_), HasSubstr("KeepsOutputExitCodeAndSeconds"));
  EXPECT_THAT(text_of(path_), HasSubstr("--gtest_list_tests: exit code 0, "));
}

TEST_F(Step, PassesWordsAsTheyAre) {
  Log log(path_.string());
  const std::string odd = "--gtest_filter=it's $HOME \"x\" ; false";
  EXPECT_EQ(run_step({"--gtest_list_tests", odd}, log), 0);
}

TEST_F(Step, TellsOfASignal) {
  Log log(path_.string());
  setenv(kTold, "", 1);
  EXPECT_EQ(run_step({"--gtest_filter=StepItself.EndsAsItIsTold"}, log), 128 + SIGKILL);
  unsetenv(kTold);
}

TEST_F(Step, RefusesALogThatCannotBeWritten) {
  EXPECT_THROW(Log("/no such folder/log"), InputError);
}

/// The step of TellsOfASignal: nothing else tells it to end.
TEST(StepItself, EndsAsItIsTold) {
  if (std::getenv(kTold) != nullptr) kill(getpid(), SIGKILL);
}

}  // namespace
}  // namespace touchstone::device
