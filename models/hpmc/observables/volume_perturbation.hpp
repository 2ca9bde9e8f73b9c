// models/hpmc/observables/volume_perturbation.hpp
// Purpose   Pressure by trial changes of the volume: how often the box could be a little smaller,
//           or a little larger, without an overlap.
// Source    R. Eppenga, D. Frenkel, Mol. Phys. 52, 1303 (1984); P. E. Brumby, A. J. Haslam, E. de
//           Miguel, G. Jackson, Mol. Phys. 109, 169 (2011): bodies that are not convex may overlap
//           when they are moved apart, and both directions count.
// Computes  Z(V') / Z(V) = (V' / V)^N P_V(free at V') / P_V'(free at V), hence
//             beta P = rho - d ln p_c / dV|0 + d ln p_e / dV|0,
//           with p_c(x) and p_e(x) the share of configurations without overlap when all centres are
//           scaled by 1 - x and 1 + x. Values of -ln p / |V' - V| at the centres of `steps` equal
//           parts of the range are fitted by a straight line, taken at 0.
// Cost      All near pairs once for each step: shares no histogram with scale_distribution.hpp.
#pragma once
#include <memory>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/configuration.hpp"

namespace touchstone::shapes {

struct PerturbationParameters {
  double range;  ///< range of x; best where half of the configurations overlap
  int steps = 6;
  bool expand = true;  ///< may be left out for convex bodies
};

class VolumePerturbation {
 public:
  /// Throws InputError for a range outside (0, 0.5] and fewer than 4 or more than 100 steps.
  VolumePerturbation(const std::vector<Body>& types, PerturbationParameters parameters);

  void add(const Configuration& configuration);

  /// beta P / rho of all samples; not finite where no sample was free.
  double compressibility() const { return 1 + part(1) - part(-1); }
  /// Part of beta P / rho that expansions take away.
  double of_expansions() const { return part(-1); }
  std::size_t samples() const { return static_cast<std::size_t>(sums_.back()); }
  /// All that add() sums up. An estimator that is given the sums of another goes on as that one.
  std::vector<double>& sums() { return sums_; }

 private:
  bool overlaps_when_scaled(const Configuration& c, double factor) const;
  double scale(int step) const { return parameters_.range * (step + 0.5) / parameters_.steps; }
  /// 1: by compressions; -1: by expansions.
  double part(int sign) const;

  PerturbationParameters parameters_;
  std::size_t types_;
  double widest_ = 0;
  std::vector<std::unique_ptr<PairOverlap>> pairs_;
  /// Samples that overlap when they are compressed, by step, and when they are expanded; bodies in
  /// all samples; samples.
  std::vector<double> sums_;
  int dimensions_;
};

}  // namespace touchstone::shapes
