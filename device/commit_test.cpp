// The commit of an installed program is told to records, unless a launcher has told another.
#include "device/commit.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

namespace touchstone::device {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNames[] = {"TOUCHSTONE_GIT_SHA", "TOUCHSTONE_GIT_DIRTY"};

class Commit : public testing::Test {
 protected:
  Commit() {
    fs::create_directories(folder_);
    for (std::size_t i = 0; i < 2; ++i) {
      if (const char* value = std::getenv(kNames[i])) before_[i] = value;
      unsetenv(kNames[i]);
    }
  }
  ~Commit() override {
    fs::remove_all(folder_);
    for (std::size_t i = 0; i < 2; ++i)
      before_[i] ? setenv(kNames[i], before_[i]->c_str(), 1) : unsetenv(kNames[i]);
  }
  void write(const std::string& text) { std::ofstream(folder_ / "VERSION") << text; }
  static std::string value(const char* name) {
    const char* found = std::getenv(name);
    return found == nullptr ? "none" : found;
  }

  fs::path folder_ = fs::temp_directory_path() / fmt::format("touchstone-commit-{}", getpid());

 private:
  std::optional<std::string> before_[2];
};

TEST_F(Commit, IsThatOfTheInstalledFile) {
  write("0.2.0 abc123 1\n");
  tell_commit(folder_);
  EXPECT_EQ(value("TOUCHSTONE_GIT_SHA"), "abc123");
  EXPECT_EQ(value("TOUCHSTONE_GIT_DIRTY"), "1");
}

TEST_F(Commit, IsNotToldTwice) {
  setenv("TOUCHSTONE_GIT_SHA", "def456", 1);
  write("0.2.0 abc123 1\n");
  tell_commit(folder_);
  EXPECT_EQ(value("TOUCHSTONE_GIT_SHA"), "def456");
  EXPECT_EQ(value("TOUCHSTONE_GIT_DIRTY"), "none");
}

TEST_F(Commit, IsNotMadeUp) {
  tell_commit(folder_);
  EXPECT_EQ(value("TOUCHSTONE_GIT_SHA"), "none");
  write("0.2.0  0\n");  // installed without git
  tell_commit(folder_);
  EXPECT_EQ(value("TOUCHSTONE_GIT_SHA"), "none");
}

}  // namespace
}  // namespace touchstone::device
