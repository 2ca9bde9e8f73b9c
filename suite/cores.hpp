// suite/cores.hpp
// Purpose   Number of processors that this process may use: those that taskset or a scheduler left
//           it, and no more than the processor time that its container may take (control groups of
//           version 2).
#pragma once
#include <string>

namespace touchstone {

/// At least 1.
int available_cores();

/// Processors that a text in the form of cgroup's cpu.max ("200000 100000", "max 100000") stands
/// for, rounded up; 0 where it sets no limit.
int cores_of_quota(const std::string& text);

}  // namespace touchstone
