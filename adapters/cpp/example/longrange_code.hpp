// The Hamiltonian Mean Field model by leapfrog steps. It stands for an integrator of yours.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

struct Leapfrog {
  std::vector<double> q, p;
  double time_step = 0;

  void run(std::uint64_t steps) {
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
};
