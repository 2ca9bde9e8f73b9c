// models/cmc/mass_loss.hpp
// Purpose   Stars that lose mass by a table: where stellar evolution would act on a cluster, with
//           its mass and energy booked.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 4.
// Cost      O(N) per application.
// Not here  Stellar evolution itself, which the paper takes from others.
#pragma once
#include <utility>
#include <vector>

#include "models/cmc/stars.hpp"

namespace touchstone::cluster {

/// The share of its initial mass that a star still has: a polygon in time, constant beyond it.
class MassTable {
 public:
  /// Pairs (time, share). Throws InputError unless times ascend and shares are above 0, at most 1,
  /// and never ascend.
  explicit MassTable(std::vector<std::pair<double, double>> points);
  double share(double time) const;

 private:
  std::vector<std::pair<double, double>> points_;
};

struct MassLoss {
  double mass = 0;
  double energy = 0;  ///< that the cluster has less, kinetic and potential
};

/// Removes the mass that all stars lose between two times: winds leave with the star's velocity.
MassLoss lose_mass(Stars& stars, const MassTable& table, double from, double to);

}  // namespace touchstone::cluster
