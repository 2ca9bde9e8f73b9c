// models/cmc/binaries.hpp
// Purpose   Primordial binaries: which stars of a start are binaries, and what each of them is.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2 (stars are
//           single or binary); D. C. Heggie, Mon. Not. R. Astron. Soc. 173, 729 (1975) (eccentric
//           binaries in equilibrium: density 2 e).
// Units     N-body units (stars.hpp): semi-major axes in virial radii, periods in dynamical times.
// Not here  Their meetings with single stars (binary_meetings.hpp).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/cmc/cluster_start.hpp"
#include "models/cmc/stars.hpp"

namespace touchstone::cluster {

/// For people and help texts.
inline constexpr const char* kAxesText =
    "axis:LOW:HIGH or period:LOW:HIGH (uniform in the logarithm) or file:PATH (column "
    "semimajor_axis)";
inline constexpr const char* kEccentricitiesText = "thermal or circular";

/// Primordial binaries, as a user names them.
struct BinaryWords {
  double fraction = 0;                     ///< part of the stars that are binaries
  std::string axes = "axis:1e-5:1e-2";     ///< law of semi-major axes
  std::string eccentricities = "thermal";  ///< law of eccentricities

  /// As options that repeat it; empty without binaries.
  std::string options() const;
};

/// Id of no star.
constexpr std::uint32_t kNoStar = 0xffffffffu;

/// Two stars that are one star of a cluster.
struct Binary {
  std::uint32_t id = 0;             ///< number of the star, whose mass is that of both
  std::array<double, 2> mass = {};  ///< the one that was drawn first, then its companion
  double semimajor_axis = 0;
  double eccentricity = 0;
  /// Id that its other star had before both became a binary, and has again if the binary is lost;
  /// kNoStar for one of the start.
  std::uint32_t companion = kNoStar;
  bool operator==(const Binary&) const = default;
};

/// G m1 m2 / (2 a), above 0.
double binding_energy(const Binary& binary);

/// Distribution of semi-major axes.
class AxisLaw {
 public:
  /// Throws InputError for words that name none, and for binaries that may be wider than the virial
  /// radius of the cluster, 1.
  explicit AxisLaw(const std::string& words);
  /// Axis below which this share of the binaries of a mass has theirs.
  double axis(double share, double mass) const;

 private:
  bool of_periods_ = false;
  double low_ = 0, high_ = 0;      ///< axes or periods, if there is no list
  std::vector<double> list_ = {};  ///< axes of a file, each as likely as another
};

/// A cluster whose stars are single or binary.
struct ClusterOfBinaries {
  Stars stars;
  std::vector<Binary> binaries;  ///< ascending by id
  bool operator==(const ClusterOfBinaries&) const = default;
};

/// Draws starts with binaries. A star of the start is a binary when it gets a companion, whose mass
/// is another of the mass function: positions and speeds know nothing of it, but for the scale.
class BinaryStartSampler {
 public:
  /// Throws InputError for a fraction outside [0, 1] and laws that do not exist.
  BinaryStartSampler(const ClusterStart& start, const BinaryWords& words);
  /// As many binaries as the fraction of all stars, rounded. Without any, the stars of StartSampler
  /// bit for bit. Throws InputError for fewer than 2 stars.
  ClusterOfBinaries operator()(std::size_t stars, std::uint32_t seed) const;

 private:
  StartSampler start_;
  double fraction_;
  AxisLaw axes_;
  bool thermal_;
};

/// Throws InputError as the sampler does.
void require_valid(const ClusterStart& start, const BinaryWords& words);
/// Throws InputError that names the binary, numbered from 1, and `where` it comes from: for numbers
/// that no binary has, ids that do not ascend or that no star has, and masses that are not those
/// of the star. The stars must be valid.
void require_valid(const ClusterOfBinaries& cluster, const std::string& where);

}  // namespace touchstone::cluster
