// models/disks/chains/rift_pressure.hpp
// Purpose   A pressure by event chains, along each side of the box.
// Not here  Where it comes from: frozen configurations (static_rift.hpp), running chains
//           (rift_average.hpp).
#pragma once

namespace touchstone::disks {

/// beta P d^2 from the chains along +x, along +y, and their mean.
struct RiftPressure {
  double x = 0;
  double y = 0;
  double mean() const { return (x + y) / 2; }
};

}  // namespace touchstone::disks
