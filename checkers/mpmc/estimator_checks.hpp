// checkers/mpmc/estimator_checks.hpp
// Purpose   Checks of an estimator of the pressure from the pair correlation at contact: against a
//           known g(r), and against exact results of two and three disks on a torus.
// Source    Anderson et al. 2013, section 4, equations 4-6 ("a systematic error below 1e-5");
//           models/disks/exact_cases.hpp.
// Cost      About 0.3 s for the torus, nothing for the known g(r).
// Not here  The estimator (models/disks/chains/contact_fit.hpp), its mutants (checkers/mutants).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/core/origin.hpp"
#include "models/disks/configuration.hpp"

namespace touchstone {

/// The two halves of the estimator: ordered pairs by distance, and g(1) from them.
struct ContactEstimator {
  std::string name;  ///< "mpmc/..." or "mutant/..."
  std::function<std::vector<double>(const disks::Configuration&)> histogram;
  std::function<double(const std::vector<double>&, std::size_t disks, double density)>
      contact_value;
};

/// The paper's estimator (models/disks/chains/contact_fit.hpp) by this name.
ContactEstimator contact_fit(const char* name);

/// g = exp(-30 (r - 1)) in exactly integrated bins: g(1) = 1 within 1e-5.
CheckResult known_correlation(const ContactEstimator& estimator, const CheckContext&);
/// Histograms of dense configurations in boxes of any shape against counts over all pairs.
CheckResult all_pairs(const ContactEstimator& estimator, const CheckContext& context);
/// P* of direct samples of 2 and 3 disks on a torus against the closed forms.
CheckResult exact_torus_pressure(const ContactEstimator& estimator, const CheckContext& context);

inline constexpr const char* kKnownCorrelation = "estimator/known g(r)";
inline constexpr const char* kAllPairs = "estimator/all pairs";
inline constexpr const char* kExactTorus = "estimator/exact torus";

/// Registers the checks of an estimator as jobs; for a mutant `killed_by` names one of them.
bool register_estimator(const ContactEstimator& estimator,
                        const std::optional<std::string>& killed_by = {},
                        const Origin& origin = {});

}  // namespace touchstone
