// checkers/external/costly_program.hpp
// Purpose   Disks in a program whose start costs much (costly_start.py), for unit tests.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "checkers/disks/disk_kind.hpp"
#include "models/core/source_tree.hpp"
#include "suite/external/schemes.hpp"

namespace touchstone::external {

class CostlyProgram : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / fmt::format("touchstone-costly-{}", ::getpid());
    std::filesystem::create_directories(folder_);
    ::setenv("PYTHONPATH", (source_tree() / "adapters/python/src").c_str(), 1);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// Disks, or other systems, in the program whose start sleeps.
  Description costly(double seconds, const std::string& how = "", bool restarts = true,
                     const std::string& simulates = "disks") {
    const std::filesystem::path file = folder_ / "description.json";
    const std::filesystem::path program = source_tree() / "checkers/external/costly_start.py";
    std::ofstream(file) << fmt::format(
        R"({{"format": "touchstone-external/1", "name": "costly", "simulates": "{}",
            "command": ["python3", "{}", "{}"{}], "restarts": {},
            "claims": ["global balance", "conserves particles"]}})",
        simulates, program.string(), seconds, how.empty() ? "" : ", \"" + how + "\"", restarts);
    return read_description(file.string());
  }
  static CheckResult checked(const std::string& name, const Description& d, double effort = 1) {
    return run_check(check_of<disks::DiskScheme>(name), disk_scheme(d), {.effort = effort});
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace touchstone::external
