// checkers/balance/distance.hpp
// Purpose   How far the distribution that a scheme really samples is from the claimed one.
#pragma once
#include <cmath>

#include "checkers/balance/chain.hpp"
#include "checkers/balance/stationary.hpp"

namespace touchstone::balance {

inline constexpr std::size_t kExactStates = 96;  ///< largest exact stationary vector

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

/// Total variation as a fraction: the classes are joined by symmetry; nothing when they are too
/// many, when the memory matters, or when more than one class is never left.
template <class Int>
std::optional<Rational> exact_distance(const Chain<Int>& chain, const States& states) {
  const std::size_t legal = states.configurations();
  if (!chain.forgets() || chain.parts.closed_count() != 1 ||
      !chain.step_lump.matrix.rows[chain.classes.illegal()].empty())
    return std::nullopt;
  Classes orbits;
  orbits.of.assign(legal, States::kIllegal);
  for (Index c = 0; c < legal; ++c) {
    if (orbits.of[c] != States::kIllegal) continue;
    const auto number = static_cast<Index>(orbits.members.size());
    orbits.members.push_back({c});
    orbits.of[c] = number;
    for (const StateKey image : states.system().images(states.configuration_key(c))) {
      const Index i = states.find_configuration(image);
      if (i == States::kIllegal || orbits.of[i] == number) continue;
      orbits.of[i] = number;
      orbits.members.back().push_back(i);
    }
  }
  if (orbits.count() > kExactStates) return std::nullopt;
  Matrix<Int> between = chain.step_lump.matrix;
  between.rows.resize(legal);
  const Lumped<Int> joined = lumped(between, orbits);
  if (!joined.different.empty()) return std::nullopt;  // the scheme lacks the symmetry
  const Components parts = components(graph_of(joined.matrix));
  if (parts.closed_count() != 1) return std::nullopt;
  std::vector<Index> inside;
  std::vector<Index> place(orbits.count(), States::kIllegal);
  for (Index o = 0; o < orbits.count(); ++o)
    if (parts.closed[parts.of[o]] != 0) {
      place[o] = static_cast<Index>(inside.size());
      inside.push_back(o);
    }
  std::vector<std::vector<Rational>> rows(inside.size(), std::vector<Rational>(inside.size(), 0));
  for (std::size_t i = 0; i < inside.size(); ++i)
    for (const auto& [to, weight] : joined.matrix.rows[inside[i]])
      rows[i][place[to]] = ratio(weight, joined.matrix.denominator);
  const std::vector<Rational> pi = exact_stationary(std::move(rows));
  Rational sum = 0;
  for (Index o = 0; o < orbits.count(); ++o) {
    Int weight = 0;
    for (const Index c : orbits.members[o]) weight += Int(states.weight(c));
    const Rational target = ratio(weight, chain.total_weight);
    sum += abs(place[o] == States::kIllegal ? target : Rational(pi[place[o]] - target));
  }
  return Rational(sum / 2);
}

/// Distance of a distribution over states from the claim.
template <class Int>
Distance distance(const Chain<Int>& chain, const States& states, const Stationary& reached) {
  std::vector<double> p(chain.classes.count(), 0.0);
  for (Index s = 0; s < states.size(); ++s) p[chain.classes.of[s]] += reached.probability[s];
  Distance result;
  double mean = 0;
  double claimed_mean = 0;
  for (Index c = 0; c < chain.classes.count(); ++c) {
    const bool legal = c < states.configurations();
    const double target = legal ? approximate(Int(states.weight(c)), chain.total_weight) : 0.0;
    result.total_variation += std::abs(p[c] - target) / 2;
    if (!legal) continue;
    const auto seen = static_cast<double>(states.system().observe(states.configuration_key(c)));
    mean += p[c] * seen;
    claimed_mean += target * seen;
  }
  result.error = reached.error / 2;
  if (claimed_mean != 0) result.observable = mean / claimed_mean - 1;
  return result;
}

}  // namespace touchstone::balance
