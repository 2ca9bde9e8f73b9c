// checkers/balance/distance.hpp
// Purpose   Distance between the distribution that a scheme really samples and the claimed one, in
//           doubles with a proven bound.
// Not here  The same as a fraction (exact_distance.hpp).
#pragma once
#include <algorithm>
#include <cmath>

#include "checkers/balance/chain.hpp"
#include "statistics/exact/stationary.hpp"

namespace touchstone::balance {

template <class Int>
double approximate(const Int& numerator, const Int& denominator) {
  if constexpr (std::is_same_v<Int, Big>)
    return decimal(Rational(numerator, denominator));
  else
    return static_cast<double>(numerator) / static_cast<double>(denominator);
}

template <class Int>
FloatChain float_chain(const Matrix<Int>& matrix) {
  FloatChain chain;
  for (const auto& row : matrix.rows) {
    chain.rows.emplace_back();
    for (const auto& [to, weight] : row)
      chain.rows.back().push_back({to, approximate(weight, matrix.denominator)});
  }
  return chain;
}

/// The claimed distribution, spread evenly over the states that represent a configuration.
template <class Int>
std::vector<double> claimed(const Chain<Int>& chain, const States& states) {
  std::vector<double> result(states.size(), 0.0);
  for (Index c = 0; c < states.configurations(); ++c)
    for (const Index s : chain.classes.members[c])
      result[s] = approximate(Int(states.weight(c)), chain.total_weight) /
                  static_cast<double>(chain.classes.members[c].size());
  return result;
}

/// The distribution that the scheme tends to, over states; error infinite without proof.
template <class Int>
Stationary sampled(const Chain<Int>& chain, const States& states) {
  std::vector<Index> members;
  for (Index s = 0; s < states.size(); ++s)
    if (chain.parts.closed[chain.parts.of[s]] != 0) members.push_back(s);
  return stationary(float_chain(chain.step), claimed(chain, states), members,
                    chain.parts.closed_count() == 1);
}

/// Distance of a distribution over states from the claim.
template <class Int>
Distance distance(const Chain<Int>& chain, const States& states, const Stationary& reached) {
  std::vector<double> p(chain.classes.count(), 0.0);
  for (Index s = 0; s < states.size(); ++s) p[chain.classes.of[s]] += reached.probability[s];
  Distance result;
  double mean = 0;
  double claimed_mean = 0;
  double claimed_square = 0;
  double largest = 0;
  for (Index c = 0; c < chain.classes.count(); ++c) {
    const bool legal = c < states.configurations();
    const double target = legal ? approximate(Int(states.weight(c)), chain.total_weight) : 0.0;
    result.total_variation += std::abs(p[c] - target) / 2;
    if (!legal) continue;
    const auto seen = static_cast<double>(states.system().observe(states.configuration_key(c)));
    mean += p[c] * seen;
    claimed_mean += target * seen;
    claimed_square += target * seen * seen;
    largest = std::max(largest, std::abs(seen));
  }
  result.error = reached.error / 2;
  const double shift = mean - claimed_mean;
  if (std::abs(shift) > largest * (reached.error + 1e-12))  // the error is not infinite then
    result.configurations = 25 * (claimed_square - claimed_mean * claimed_mean) / (shift * shift);
  if (claimed_mean != 0) result.observable = mean / claimed_mean - 1;
  return result;
}

}  // namespace touchstone::balance
