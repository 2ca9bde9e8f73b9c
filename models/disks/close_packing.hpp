// models/disks/close_packing.hpp
// Purpose   The packing fraction that no configuration of equal disks exceeds.
#pragma once
#include <numbers>

namespace touchstone::disks {

/// The densest packing of equal disks: pi / sqrt(12) = 0.9069.
inline constexpr double kClosePacking = std::numbers::pi * std::numbers::inv_sqrt3 / 2;

}  // namespace touchstone::disks
