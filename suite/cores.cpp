#include "suite/cores.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <thread>

namespace touchstone {
namespace {

/// Folder of the process in the unified hierarchy of control groups, "/" where nothing is known.
std::string own_group() {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("0::")) return line.substr(3);
  return "/";
}

/// The least quota of the group and those above it; 0: none.
int quota() {
  int least = 0;
  for (std::string group = own_group();; group.erase(group.rfind('/'))) {
    std::ifstream file("/sys/fs/cgroup" + group + "/cpu.max");
    std::string text;
    std::getline(file, text);
    const int cores = cores_of_quota(text);
    if (cores > 0) least = least > 0 ? std::min(least, cores) : cores;
    if (group.rfind('/') == std::string::npos) return least;
  }
}

}  // namespace

int cores_of_quota(const std::string& text) {
  std::istringstream in(text);
  double time = 0, period = 0;
  if (!(in >> time >> period) || !(time > 0) || !(period > 0)) return 0;
  return static_cast<int>(std::min(1024.0, std::ceil(time / period)));
}

int available_cores() {
  cpu_set_t allowed;
  int cores = static_cast<int>(std::thread::hardware_concurrency());
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) cores = CPU_COUNT(&allowed);
  const int limit = quota();
  return std::max(1, limit > 0 ? std::min(cores, limit) : cores);
}

}  // namespace touchstone
