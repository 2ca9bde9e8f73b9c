// gpu/longrange/forms.hpp
// Purpose   The forms in which the long-range models run on devices: one line each. What kernels
//           they use, and what they are called.
// Not here  Their registration (schemes.cpp).
#pragma once
#include <string>
#include <vector>

#include "models/longrange/registry.hpp"

namespace touchstone::gpu {

enum class Kernels {
  tiles_double,      ///< TileForces
  tiles_mixed,       ///< TileForces, points and pairs in single precision
  registers_double,  ///< RegisterForces
  registers_single,
  hmf_angle,  ///< HmfPass
  hmf_rotation,
  hmf_persistent  ///< HmfSteps
};

struct LongrangeForm {
  Kernels kernels;
  int devices;
  std::string name;
  std::string source;
  std::string equals = {};  ///< the scheme that it gives bit for bit; empty: judged by itself
  bool is_virtual = false;  ///< its devices are one
};

/// "longrange/...": all forms. `real_devices`: how many the driver has; where two are asked for and
/// there is one, both are virtual, and the name says so.
std::vector<LongrangeForm> longrange_forms(int real_devices);

bool of_hmf(Kernels kernels);
/// The models that these kernels compute.
std::vector<longrange::Model> models_of(Kernels kernels);

}  // namespace touchstone::gpu
