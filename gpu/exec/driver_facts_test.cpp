// Facts of the device at an address, from a library that stands for the driver's: two boards.
#include "gpu/exec/driver_facts.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace touchstone::gpu {
namespace {

// The board on bus 3B is slower than the other.
constexpr const char* kTwoBoards = R"(
#include <cstring>
static int boards[2];
static bool slow(void* device) { return device == &boards[0]; }
extern "C" {
int nvmlInit_v2() { return 0; }
int nvmlShutdown() { return 0; }
int nvmlSystemGetDriverVersion(char* text, unsigned) { std::strcpy(text, "580.65"); return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned, void** device) { *device = &boards[0]; return 0; }
int nvmlDeviceGetHandleByPciBusId_v2(const char* address, void** device) {
  *device = &boards[std::strcmp(address, "0000:3B:00.0") == 0 ? 0 : 1];
  return std::strlen(address) > 0 ? 0 : 2;
}
int nvmlDeviceGetMaxClockInfo(void* device, int type, unsigned* found) {
  *found = type == 2 ? 2619 : slow(device) ? 1410 : 1980;
  return 0;
}
int nvmlDeviceGetPowerManagementLimit(void* device, unsigned* found) {
  *found = slow(device) ? 400000 : 700000;
  return 0;
}
})";

TEST(DriverFacts, AreThoseOfTheBoardAtTheAddress) {
  const std::string name =
      (std::filesystem::temp_directory_path() / fmt::format("touchstone-boards-{}", getpid()))
          .string();
  const std::string library = name + ".so";
  std::ofstream(name + ".cpp") << kTwoBoards;
  ASSERT_EQ(std::system(fmt::format("c++ -shared -fPIC {0}.cpp -o {0}.so", name).c_str()), 0);
  EXPECT_EQ(driver_facts("0000:3B:00.0", library.c_str()),
            "driver 580.65, 1410 MHz, memory 2619 MHz, power limit 400 W");
  EXPECT_EQ(driver_facts("0000:86:00.0", library.c_str()),
            "driver 580.65, 1980 MHz, memory 2619 MHz, power limit 700 W");
  EXPECT_EQ(driver_facts("", library.c_str()), "driver 580.65");
  EXPECT_EQ(driver_facts("0000:3B:00.0", "no such library"), "");
  std::filesystem::remove(library);
  std::filesystem::remove(name + ".cpp");
}

}  // namespace
}  // namespace touchstone::gpu
