#include "suite/machine_state.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace touchstone {
namespace {

namespace fs = std::filesystem;

std::optional<double> number_in(const std::string& path) {
  std::ifstream file(path);
  double number = 0;
  if (!(file >> number)) return std::nullopt;
  return number;
}

/// Clock in MHz of the fastest processor that has a folder of cpufreq; 0: none has one.
double fastest_set(const std::string& folder) {
  double kilohertz = 0;
  std::error_code none;
  for (const fs::directory_entry& one : fs::directory_iterator(folder, none))
    if (const auto found = number_in(one.path().string() + "/cpufreq/scaling_cur_freq"))
      kilohertz = std::max(kilohertz, *found);
  return kilohertz / 1000;
}

/// Largest value of the lines "cpu MHz : 2994.375"; 0: there is none.
double fastest_described(const std::string& path) {
  double megahertz = 0;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (const auto colon = line.find(':'); line.starts_with("cpu MHz") && colon != line.npos)
      megahertz = std::max(megahertz, std::strtod(line.c_str() + colon + 1, nullptr));
  return megahertz;
}

}  // namespace

std::optional<double> load_average(const std::string& path) { return number_in(path); }

std::optional<double> clock_megahertz(const std::string& root) {
  double megahertz = fastest_set(root + "/sys/devices/system/cpu");
  if (!(megahertz > 0)) megahertz = fastest_described(root + "/proc/cpuinfo");
  if (!(megahertz > 0)) return std::nullopt;
  return megahertz;
}

}  // namespace touchstone
