// checkers/hpmc/scale_checks.hpp
// Purpose   Checks of the pressure of hard bodies from how far separations can be scaled: recounted
//           over all pairs and images, from curves that are known, and beside the exact pressure
//           of two bodies.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.3.
// Not here  The estimator (models/hpmc/observables/scale_distribution.hpp), its mutants
//           (checkers/mutants).
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/core/origin.hpp"
#include "models/hpmc/observables/scale_distribution.hpp"

namespace touchstone::hpmc {

/// The two halves of the estimator.
struct ScaleEstimator {
  using Types = std::vector<shapes::Body>;
  std::string name;  ///< "hpmc/..." or "mutant/..."
  /// Bins of compressions, those of expansions, and the number of samples.
  std::function<std::vector<double>(const Types&, const shapes::ScaleParameters&,
                                    std::span<const shapes::Configuration> samples)>
      sums;
  /// Z = beta P / rho from such sums.
  std::function<double(const Types&, const shapes::ScaleParameters&, const std::vector<double>&)>
      compressibility;
};

/// The code that ships, by this name.
ScaleEstimator scale_distribution(const char* name);

inline constexpr const char* kAllSeparations = "estimator/all separations";
inline constexpr const char* kKnownCurves = "estimator/known curves";
inline constexpr const char* kTwoBodies = "estimator/two bodies";

/// Registers the checks of an estimator as jobs; for a mutant `killed_by` names one of them.
bool register_scale(const ScaleEstimator& estimator,
                    const std::optional<std::string>& killed_by = {}, const Origin& origin = {});

}  // namespace touchstone::hpmc
