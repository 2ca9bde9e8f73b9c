// suite/machine_state.hpp
// Purpose   Load of a machine and clock of its processors while something is timed on it: what a
//           reader of a rate has to know.
// Not here  The processor's name and its cores (results.hpp).
#pragma once
#include <optional>
#include <string>

namespace touchstone {

/// Processes that ran or waited for a processor, on average over the last minute; those of this
/// program are among them. None where the system does not say.
std::optional<double> load_average(const std::string& path = "/proc/loadavg");

/// Fastest clock of the processors at this moment, in MHz, under `root`: what the system sets
/// (cpufreq), or what the processor's description says. None where neither is there.
std::optional<double> clock_megahertz(const std::string& root = "");

}  // namespace touchstone
