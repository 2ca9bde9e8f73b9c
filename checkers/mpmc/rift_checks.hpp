// checkers/mpmc/rift_checks.hpp
// Purpose   Checks of an estimator of the pressure by virtual event chains through a configuration.
// Not here  The estimator (models/disks/chains/static_rift.hpp), its mutants (checkers/mutants).
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "models/core/origin.hpp"
#include "models/disks/chains/static_rift.hpp"

namespace touchstone {

struct RiftEstimator {
  std::string name;  ///< "mpmc/..." or "mutant/..."
  std::function<disks::RiftPressure(const disks::Configuration&, double chain)> pressure;
};

inline constexpr const char* kVirtualChains = "estimator/virtual chains";

/// Registers both checks of an estimator, kExactTorus (estimator_checks.hpp) and kVirtualChains, as
/// jobs; for a mutant `killed_by` names one of them.
bool register_rift(const RiftEstimator& estimator, const std::optional<std::string>& killed_by = {},
                   const Origin& origin = {});

}  // namespace touchstone
