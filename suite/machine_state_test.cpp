#include "suite/machine_state.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace touchstone {
namespace {

namespace fs = std::filesystem;

class MachineState : public testing::Test {
 protected:
  MachineState() : root_(fs::path(testing::TempDir()) / ("machine_" + std::to_string(::getpid()))) {
    fs::remove_all(root_);
  }
  ~MachineState() override { fs::remove_all(root_); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  std::string root() const { return root_.string(); }

 private:
  fs::path root_;
};

TEST_F(MachineState, LoadIsThatOfTheLastMinute) {
  write("loadavg", "1.25 0.60 0.40 3/150 4711\n");
  EXPECT_EQ(load_average(root() + "/loadavg"), 1.25);
  EXPECT_EQ(load_average(root() + "/nowhere"), std::nullopt);
}

TEST_F(MachineState, ClockIsTheFastestThatTheSystemSets) {
  EXPECT_EQ(clock_megahertz(root()), std::nullopt);
  write("proc/cpuinfo",
        "processor\t: 0\ncpu MHz\t\t: 2994.375\nprocessor\t: 1\ncpu MHz\t\t: 900\n");
  EXPECT_EQ(clock_megahertz(root()), 2994.375);
  write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1200000\n");
  write("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "3400000\n");
  write("sys/devices/system/cpu/online", "0-1\n");
  EXPECT_EQ(clock_megahertz(root()), 3400);
}

}  // namespace
}  // namespace touchstone
