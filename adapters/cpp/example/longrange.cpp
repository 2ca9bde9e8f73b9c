// The Hamiltonian Mean Field model by leapfrog steps. Put your own integrator in its place.
#include <cmath>

#include "touchstone_external.hpp"

/// Members are those of touchstone::external::Longrange; q and p are at the same time.
struct Leapfrog : touchstone::external::Longrange {
  void advance(std::uint64_t steps) {
    const double kick = time_step / static_cast<double>(q.size());
    for (; steps > 0; --steps) {
      for (std::size_t i = 0; i < q.size(); ++i) q[i] += time_step / 2 * p[i];
      double x = 0, y = 0;
      for (const double angle : q) x += std::cos(angle), y += std::sin(angle);
      for (std::size_t i = 0; i < q.size(); ++i)
        p[i] += kick * (y * std::cos(q[i]) - x * std::sin(q[i]));
      for (std::size_t i = 0; i < q.size(); ++i) q[i] += time_step / 2 * p[i];
    }
  }
  // With forces() and energies() the description can claim more (docs/external.md).
};

int main() { return touchstone::external::serve<Leapfrog>(); }
