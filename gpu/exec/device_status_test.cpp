// Number of devices as registrations see it, which may not ask the runtime.
#include "gpu/exec/device_status.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace touchstone::gpu {
namespace {

TEST(DeviceFiles, AreCountedAsFarAsTheyAreVisible) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("touchstone-devices-{}", getpid());
  std::filesystem::create_directories(folder);
  const auto found = [&](const char* visible) { return device_files_in(folder.string(), visible); };
  EXPECT_EQ(found(nullptr), 0);
  for (const char* name : {"nvidia0", "nvidia1", "nvidia3", "nvidiactl"})
    std::ofstream(folder / name) << "";
  EXPECT_EQ(found(nullptr), 2);
  EXPECT_EQ(found(""), 0);
  EXPECT_EQ(found("0"), 1);
  EXPECT_EQ(found("1,0"), 2);
  EXPECT_EQ(found("1,-1,0"), 1);
  EXPECT_EQ(found("GPU-8932f937-d72c-4106-c12f-20bd9faed9f6"), 1);
  EXPECT_EQ(found("0,1,2,3"), 2);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace touchstone::gpu
