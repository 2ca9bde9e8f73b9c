// checkers/balance/flows.hpp
// Purpose   Global and detailed balance of a chain between configurations, exactly.
#pragma once
#include "checkers/balance/chain.hpp"

namespace touchstone::balance {

template <class Int>
Int distance_of(const Int& a, const Int& b) {
  return a > b ? Int(a - b) : Int(b - a);
}

/// The configuration whose inflow differs most from its weight, relative to the weight.
struct Imbalance {
  Index configuration = 0;
  Rational relative = 0;  ///< |inflow / weight - 1|; for an illegal one, inflow / total weight
  Rational inflow = 0;    ///< probability, in units of the claimed total
  Rational outflow = 0;
  Index from = 0;  ///< the configuration that sends most into it, itself excluded
};

template <class Int>
std::optional<Imbalance> worst_imbalance(const Matrix<Int>& matrix, const Classes& classes,
                                         const States& states, const Int& total_weight) {
  const std::size_t legal = states.configurations();
  std::vector<Int> inflow(classes.count(), Int(0));
  for (Index x = 0; x < legal; ++x)
    for (const auto& [to, weight] : matrix.rows[x]) inflow[to] += Int(states.weight(x)) * weight;
  std::optional<Imbalance> worst;
  for (Index y = 0; y < classes.count(); ++y) {
    const Int claimed = y < legal ? Int(Int(states.weight(y)) * matrix.denominator) : Int(0);
    if (inflow[y] == claimed) continue;
    const Int scale = y < legal ? claimed : Int(total_weight * matrix.denominator);
    const Rational relative = ratio(distance_of(inflow[y], claimed), scale);
    if (worst && worst->relative >= relative) continue;
    const Int whole = total_weight * matrix.denominator;
    worst = Imbalance{y, relative, ratio(inflow[y], whole), ratio(claimed, whole), y};
  }
  if (!worst) return std::nullopt;
  Int most = 0;
  for (Index x = 0; x < legal; ++x) {
    const Int flow = Int(states.weight(x)) * matrix.at(x, worst->configuration);
    if (x != worst->configuration && flow > most) {
      most = flow;
      worst->from = x;
    }
  }
  return worst;
}

/// The pair of configurations with the most different flows, relative to the larger weight.
struct Asymmetry {
  Index x = 0;
  Index y = 0;
  Rational difference = 0;
  Rational there = 0;  ///< P(x, y)
  Rational back = 0;   ///< P(y, x)
};

template <class Int>
std::optional<Asymmetry> worst_asymmetry(const Matrix<Int>& matrix, const States& states) {
  std::optional<Asymmetry> worst;
  double most = 0;  // only to skip the exact comparison of what is clearly smaller
  const auto legal = static_cast<Index>(states.configurations());
  for (Index x = 0; x < legal; ++x)
    for (const auto& [y, weight] : matrix.rows[x]) {
      if (y == x || y >= legal) continue;
      const Int back = matrix.at(y, x);
      const Int there_flow = Int(states.weight(x)) * weight;
      const Int back_flow = Int(states.weight(y)) * back;
      if (there_flow == back_flow) continue;
      const Int larger = Int(std::max(states.weight(x), states.weight(y)));
      const Rational difference =
          ratio(distance_of(there_flow, back_flow), Int(larger * matrix.denominator));
      const double rough = decimal(difference);
      if (worst && (rough < 0.999 * most || difference <= worst->difference)) continue;
      most = rough;
      worst = Asymmetry{x, y, difference, ratio(weight, matrix.denominator),
                        ratio(back, matrix.denominator)};
    }
  return worst;
}

}  // namespace touchstone::balance
