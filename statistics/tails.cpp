#include "statistics/tails.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "models/core/errors.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void require_probability(double p) {
  if (!(p > 0 && p < 1))
    throw input_error("tails", "probability", "a number in (0, 1)", std::to_string(p));
}

void require_positive(double degrees) {
  if (!(degrees > 0))
    throw input_error("tails", "degrees of freedom", "a positive number", std::to_string(degrees));
}

}  // namespace

double normal_two_sided(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

double normal_upper_quantile(double p) {
  require_probability(p);
  return boost::math::quantile(boost::math::complement(boost::math::normal(), p));
}

double student_two_sided(double t, double degrees) {
  if (std::isnan(t) || std::isnan(degrees)) return kNaN;
  require_positive(degrees);
  if (std::isinf(degrees)) return normal_two_sided(t);
  if (std::isinf(t)) return 0;
  const boost::math::students_t student(degrees);
  return 2 * boost::math::cdf(boost::math::complement(student, std::abs(t)));
}

double student_upper_quantile(double p, double degrees) {
  require_probability(p);
  if (!(degrees > 0)) return kInfinity;
  if (std::isinf(degrees)) return normal_upper_quantile(p);
  return boost::math::quantile(boost::math::complement(boost::math::students_t(degrees), p));
}

double chi_squared_upper(double x, double degrees) {
  if (std::isnan(x)) return kNaN;
  require_positive(degrees);
  if (x <= 0) return 1;
  if (std::isinf(x)) return 0;
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(degrees), x));
}

double fisher_upper(double x, double numerator_degrees, double denominator_degrees) {
  if (std::isnan(x)) return kNaN;
  require_positive(numerator_degrees);
  require_positive(denominator_degrees);
  if (x <= 0) return 1;
  if (std::isinf(x)) return 0;
  const boost::math::fisher_f fisher(numerator_degrees, denominator_degrees);
  return boost::math::cdf(boost::math::complement(fisher, x));
}

double binomial_upper(std::uint64_t successes, std::uint64_t trials, double probability) {
  if (successes > trials || !(probability >= 0 && probability <= 1))
    throw InputError("tails: binomial: needs successes <= trials and a probability in [0, 1]");
  if (successes == 0) return 1;
  const boost::math::binomial binomial(static_cast<double>(trials), probability);
  return boost::math::cdf(boost::math::complement(binomial, static_cast<double>(successes - 1)));
}

double binomial_lower(std::uint64_t successes, std::uint64_t trials, double probability) {
  if (successes > trials || !(probability >= 0 && probability <= 1))
    throw InputError("tails: binomial: needs successes <= trials and a probability in [0, 1]");
  // Not by the failures: 1 - probability has no digits left of a small one.
  return boost::math::cdf(boost::math::binomial(static_cast<double>(trials), probability),
                          static_cast<double>(successes));
}

}  // namespace touchstone
