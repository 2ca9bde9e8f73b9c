// models/cmc/mass_loss.hpp
// Purpose   Mass that stars lose by a table: where stellar evolution acts on a cluster.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 4.
// Not here  Stellar evolution itself, which the paper takes from others.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace touchstone::cluster {

/// The share of its initial mass that a star still has: a polygon in time, constant beyond it.
class MassTable {
 public:
  /// Pairs (time, share). Throws InputError unless times are finite and ascend, and shares are
  /// above 0, at most 1, and never ascend.
  explicit MassTable(std::vector<std::pair<double, double>> points);
  /// The columns `time`, in the units of reports, and `share` of a file.
  static MassTable of_file(const std::string& path);
  double share(double time) const;
  /// Part of the mass at one time that is left at another.
  double kept(double from, double to) const { return share(to) / share(from); }

 private:
  std::vector<std::pair<double, double>> points_;
};

/// Energy that a cluster has less when only this part of every mass is kept: winds leave with the
/// star's velocity, so that K falls as the mass and W as its square.
inline double lost_energy(double kept, double kinetic, double potential) {
  return (1 - kept) * kinetic + (1 - kept * kept) * potential;
}

}  // namespace touchstone::cluster
