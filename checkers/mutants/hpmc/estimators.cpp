// checkers/mutants/hpmc/estimators.cpp
// Purpose   Mutants of the pressure of hard bodies from scaled separations.
#include <algorithm>

#include "checkers/hpmc/scale_checks.hpp"

namespace touchstone::mutants {
namespace {

using hpmc::scale_distribution;
using hpmc::ScaleEstimator;
using Sums = std::vector<double>;
using Types = ScaleEstimator::Types;

/// The ways that separations are stretched are forgotten.
ScaleEstimator all_convex() {
  ScaleEstimator estimator = scale_distribution("mutant/scale-all-convex");
  estimator.compressibility = [of = estimator.compressibility](const Types& types, const auto& p,
                                                               Sums sums) {
    std::fill(sums.begin() + p.bins, sums.end() - 1, 0.0);
    return of(types, p, sums);
  };
  return estimator;
}

/// Spheres and disks alike.
ScaleEstimator always_in_space() {
  ScaleEstimator estimator = scale_distribution("mutant/scale-three-dimensions");
  estimator.compressibility = [of = estimator.compressibility](const Types& types, const auto& p,
                                                               const Sums& sums) {
    return 1 + (of(types, p, sums) - 1) * shapes::dimensions(class_of(types.front())) / 3;
  };
  return estimator;
}

ScaleEstimator last_bin_lost() {
  ScaleEstimator estimator = scale_distribution("mutant/scale-last-bin-lost");
  estimator.sums = [of = estimator.sums](const Types& types, const auto& p, auto samples) {
    Sums sums = of(types, p, samples);
    sums[static_cast<std::size_t>(p.bins) - 1] = 0;
    return sums;
  };
  return estimator;
}

const bool registered =
    register_scale(all_convex(), hpmc::kKnownCurves,
                   Origin::invented("planted fault: unions of spheres count as convex")) &&
    register_scale(always_in_space(), hpmc::kTwoBodies,
                   Origin::invented("seeded fault: 6 in the place of 2 d")) &&
    register_scale(last_bin_lost(), hpmc::kAllSeparations,
                   Origin::invented("seeded fault: a search that ends a bin too early"));

}  // namespace
}  // namespace touchstone::mutants
