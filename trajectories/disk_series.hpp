// trajectories/disk_series.hpp
// Purpose   Observables of equal hard disks, one number for each frame.
// Computes  Pressures beta P d^2 by virtual event chains of two lengths
//           (models/disks/chains/static_rift.hpp), which agree for every length in equilibrium, and
//           by the scale distribution (models/hpmc/observables); g(r) at contact, |psi6|, and the
//           structure factor |sum exp(i k r)|^2 / N at the smallest wave vectors along both sides.
// Not here  Their means and verdicts (series_row.hpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/disks/configuration.hpp"
#include "models/hpmc/observables/scale_distribution.hpp"
#include "trajectories/frame.hpp"

namespace touchstone::trajectories {

/// Length of the short chains, in diameters: they see g(r) at contact, where the long ones (0.1)
/// average over gaps five times as wide.
inline constexpr double kContactChain = 0.02;

/// The disks of a frame in units of their diameter; nothing, and why, where these are no equal
/// disks in a rectangle at least 2 diameters wide.
std::optional<disks::Configuration> equal_disks(const Frame& frame, std::string& why_not);

class DiskSeries {
 public:
  void add(const disks::Configuration& disks);

  std::size_t frames() const { return chains.size(); }
  /// All frames have one box and one number of disks: an ensemble whose pressure is published.
  bool constant() const { return constant_; }
  const disks::Configuration& first() const { return first_; }
  /// Frames in which disks touch all around the box: there no chain ends, and its pressure is
  /// infinite.
  std::size_t closed() const { return closed_; }

  std::vector<double> chains = {};          ///< beta P d^2 by chains of 0.1 d
  std::vector<double> contact_excess = {};  ///< that by chains of 0.02 d, less it
  std::vector<double> scale_excess = {};    ///< that by the scale distribution, less it
  std::vector<double> scale = {};           ///< beta P d^2 by the scale distribution
  std::vector<double> contact = {};         ///< g(r) at contact
  std::vector<double> order = {};           ///< |psi6| of all disks
  std::vector<double> structure = {};       ///< S(k), mean over both sides

 private:
  bool constant_ = true;
  std::size_t closed_ = 0;
  disks::Configuration first_ = {};
  shapes::ScaleDistribution distribution_{{shapes::Disk{0.5}}, shapes::kAllPairs};
};

}  // namespace touchstone::trajectories
