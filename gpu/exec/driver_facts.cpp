#include "gpu/exec/driver_facts.hpp"

#include <dlfcn.h>

#include <array>

namespace touchstone::gpu {
namespace {

/// NVIDIA's management library, which comes with the driver. It is opened at run time, so that a
/// program starts where there is no driver; its functions return 0 for success.
class Nvml {
 public:
  explicit Nvml(const char* library)
      : library_(dlopen(library, RTLD_NOW)), ready_(does("nvmlInit_v2")) {}
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;
  ~Nvml() {
    if (ready_) does("nvmlShutdown");
    if (library_ != nullptr) dlclose(library_);
  }

  /// Calls the function `name`; false where there is none, or where it fails.
  template <class... Arguments>
  bool does(const char* name, Arguments... arguments) const {
    if (library_ == nullptr) return false;
    const auto function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library_, name));
    return function != nullptr && function(arguments...) == 0;
  }

 private:
  void* library_;
  bool ready_;
};

// Values of nvmlClockType_t in nvml.h
constexpr int kProcessorClock = 1;
constexpr int kMemoryClock = 2;

}  // namespace

std::string driver_facts(const std::string& bus_address, const char* library) {
  const Nvml nvml(library);
  std::string text;
  const auto add = [&text](const std::string& fact) { text += (text.empty() ? "" : ", ") + fact; };
  std::array<char, 80> version{};
  if (nvml.does("nvmlSystemGetDriverVersion", version.data(),
                static_cast<unsigned>(version.size())))
    add(std::string("driver ") + version.data());
  void* device = nullptr;
  if (!nvml.does("nvmlDeviceGetHandleByPciBusId_v2", bus_address.c_str(), &device)) return text;
  unsigned found = 0;
  if (nvml.does("nvmlDeviceGetMaxClockInfo", device, kProcessorClock, &found))
    add(std::to_string(found) + " MHz");
  if (nvml.does("nvmlDeviceGetMaxClockInfo", device, kMemoryClock, &found))
    add("memory " + std::to_string(found) + " MHz");
  if (nvml.does("nvmlDeviceGetPowerManagementLimit", device, &found))
    add("power limit " + std::to_string(found / 1000) + " W");
  return text;
}

}  // namespace touchstone::gpu
