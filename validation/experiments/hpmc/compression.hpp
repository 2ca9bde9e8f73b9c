// validation/experiments/hpmc/compression.hpp
// Purpose   Dense disordered starts of hard bodies: a dilute fluid that shrinks whenever it can.
// Computes  Sweeps and small compressions alternate. (Widening what was compressed too far would
//           not do: concave bodies may overlap when they move apart.)
#pragma once
#include <cstdint>

#include "models/hpmc/configuration.hpp"

namespace touchstone::validation::hpmc {

struct Compression {
  double packing;               ///< packing fraction at the end
  double melting_displacement;  ///< largest move of the sweeps before, a length
  double melting_rotation;      ///< radians
  int melting_steps;
  double displacement;  ///< largest move between compressions
  double rotation;
  std::uint64_t most = 1'000'000;  ///< compressions that are tried
};

/// The bodies at the packing fraction wanted. Throws InputError where `most` compressions do not
/// get there.
shapes::Configuration compressed(shapes::Configuration dilute, const Compression& by,
                                 std::uint64_t seed);

}  // namespace touchstone::validation::hpmc
