// models/longrange/force_on.hpp
// Purpose   The force on one particle of a large system, term by term in long double: what
//           experiments and benchmarks hold a few forces of a scheme against.
// Source    Rocha Filho, equations 3 and 8, the sign of equation 8 put right.
// Cost      O(N) for each particle.
// Not here  All forces (reference/longrange).
#pragma once
#include <cmath>
#include <cstddef>
#include <span>

#include "models/longrange/system.hpp"

namespace touchstone::longrange {

/// Force on particle i of the Ring or the plane; `component` is 0 or 1. `q` as in State::q.
inline long double force_on(const System& system, std::span<const double> q, std::size_t i,
                            std::size_t component) {
  const std::size_t n = q.size() / dimensions(system.model);
  const long double eps = system.softening;
  long double sum = 0;
  for (std::size_t j = 0; j < n; ++j) {  // the term of i itself is 0
    const long double dx = static_cast<long double>(q[i]) - q[j];
    if (system.model == Model::ring) {
      const long double half = std::sin(dx / 2);
      const long double d = 4 * half * half + 2 * eps;
      sum -= std::sin(dx) / (d * std::sqrt(d));
    } else {
      const long double dy = static_cast<long double>(q[n + i]) - q[n + j];
      sum -= 2 * (component == 0 ? dx : dy) / (dx * dx + dy * dy + eps);
    }
  }
  return sum / static_cast<long double>(n);
}

}  // namespace touchstone::longrange
