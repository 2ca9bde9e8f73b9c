// gpu/exec/driver_facts.hpp
// Purpose   Settings of the machine that decide about speed: the driver, clocks, limits.
#pragma once
#include <string>

namespace touchstone::gpu {

/// "driver 580.65, 1980 MHz, memory 2619 MHz, power limit 700 W" of device 0: the largest clocks;
/// empty where the management library of the driver (NVML) is missing, and without what it refuses.
std::string driver_facts();

}  // namespace touchstone::gpu
