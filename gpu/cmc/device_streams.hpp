// gpu/cmc/device_streams.hpp
// Purpose   Streams of random numbers to a device and back.
#pragma once
#include <vector>

#include "gpu/cmc/rejection.hpp"
#include "models/cmc/lfsr113.hpp"

namespace touchstone::gpu {

inline std::vector<DeviceStream> stream_states(const std::vector<cluster::Lfsr113>& streams) {
  std::vector<DeviceStream> states;
  for (const cluster::Lfsr113& stream : streams) {
    const cluster::Lfsr113::State& z = stream.state();
    states.push_back({z[0], z[1], z[2], z[3]});
  }
  return states;
}
inline std::vector<cluster::Lfsr113> streams_in(const std::vector<DeviceStream>& states) {
  std::vector<cluster::Lfsr113> streams;
  for (const DeviceStream& z : states)
    streams.push_back(cluster::Lfsr113(cluster::Lfsr113::State{z.z0, z.z1, z.z2, z.z3}));
  return streams;
}

}  // namespace touchstone::gpu
