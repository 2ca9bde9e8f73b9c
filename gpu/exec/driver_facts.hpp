// gpu/exec/driver_facts.hpp
// Purpose   Settings of the machine that decide about speed: the driver, clocks, limits.
#pragma once
#include <string>

namespace touchstone::gpu {

/// "driver 580.65, 1980 MHz, memory 2619 MHz, power limit 700 W" of the device at this address of
/// the bus, as "0000:3B:00.0": the largest clocks; empty where the management library of the driver
/// (NVML) is missing, and without what it refuses. (Its numbers of devices are not CUDA's.)
std::string driver_facts(const std::string& bus_address, const char* library = "libnvidia-ml.so.1");

}  // namespace touchstone::gpu
