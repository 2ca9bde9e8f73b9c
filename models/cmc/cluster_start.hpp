// models/cmc/cluster_start.hpp
// Purpose   Start of a cluster, as a user names it: a model for positions and speeds, and a mass
//           function that knows nothing of either.
// Units     N-body units (stars.hpp): masses sum to 1, kinetic and potential energy are 1/4 and
//           -1/2, whatever the units of model and masses.
// Not here  The models (plummer.hpp, sphere.hpp), the masses (mass_function.hpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/cmc/mass_function.hpp"
#include "models/cmc/sphere.hpp"
#include "models/cmc/stars.hpp"

namespace touchstone::cluster {

/// For people and help texts.
inline constexpr const char* kStartText = "plummer, king:W0 (1 to 12) or elson:SLOPE (2.5 to 10)";
inline constexpr const char* kMassesText =
    "equal, kroupa[:LOW:HIGH], salpeter[:LOW:HIGH], two:RATIO:SHARE (heavy over light, share of "
    "the "
    "mass in heavy stars) or file:PATH (column mass)";

struct ClusterStart {
  std::string model = "plummer";
  std::string masses = "equal";

  bool usual() const { return model == "plummer" && masses == "equal"; }
  /// As options that repeat it; empty for the usual start.
  std::string options() const;
};

/// Draws starts of one kind, whose tables are made once.
class StartSampler {
 public:
  /// Throws InputError for a model or masses that do not exist.
  explicit StartSampler(const ClusterStart& wanted);
  /// Throws InputError for fewer than 2 stars. The same seed gives the same stars; those of the
  /// usual start are plummer::sample's.
  Stars operator()(std::size_t stars, std::uint32_t seed) const;
  /// Masses of the stars that this seed draws, in units of the mass function.
  std::vector<double> masses(std::size_t stars, std::uint32_t seed) const;
  const MassFunction& mass_function() const { return masses_; }

 private:
  bool usual_;
  std::optional<Sphere> sphere_;  ///< nothing for Plummer's model, which has closed forms
  MassFunction masses_;
};

/// One start; throws as the sampler does.
Stars start_of_cluster(const ClusterStart& wanted, std::size_t stars, std::uint32_t seed);
/// Throws as the sampler does.
void require_valid(const ClusterStart& wanted);

}  // namespace touchstone::cluster
