// gpu/exec/device_status.cpp
// Purpose   The status of a build without CUDA, and the files of the driver.
#include "gpu/exec/device_status.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "models/core/errors.hpp"

namespace touchstone::gpu {

#ifdef TOUCHSTONE_CUDA  // device_status() is in gpu/exec/device_status.cu

bool device_files_exist() {
  std::error_code ignored;
  return std::filesystem::exists("/dev/nvidiactl", ignored) ||
         std::filesystem::exists("/dev/dxg", ignored);  // Windows Subsystem for Linux
}

int device_files() {
  const int count = device_files_in("/dev", std::getenv("CUDA_VISIBLE_DEVICES"));
  return count > 0 ? count : device_files_exist() ? 1 : 0;
}

#else

DeviceStatus device_status() {
  return {false, "not run on a device: built without CUDA (cmake --preset cuda builds with it)"};
}

std::string why_no_device() { return device_status().text; }
std::string why_no_two_devices() { return device_status().text; }
bool device_files_exist() { return false; }
int device_files() { return 0; }

#endif

int device_files_in(const std::string& folder, const char* visible) {
  std::error_code ignored;
  int count = 0;
  while (std::filesystem::exists(folder + "/nvidia" + std::to_string(count), ignored)) ++count;
  if (visible == nullptr) return count;
  int named = 0;
  std::istringstream names(visible);
  // As CUDA reads it: up to a number below 0.
  for (std::string name; std::getline(names, name, ',') && !name.empty() && name.front() != '-';)
    ++named;
  return std::min(count, named);
}

void require_device() {
  if (const std::string reason = why_no_device(); !reason.empty()) throw InputError(reason);
}

}  // namespace touchstone::gpu
