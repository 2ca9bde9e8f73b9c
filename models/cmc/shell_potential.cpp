#include "models/cmc/shell_potential.hpp"

#include <algorithm>

namespace touchstone::cluster {

ShellPotential shell_potential(const Stars& stars) {
  const std::size_t n = stars.size();
  ShellPotential p;
  p.radius.resize(n + 2);
  p.inverse_radius.resize(n + 2);
  p.potential.resize(n + 2);
  p.enclosed.resize(n + 2);
  double total = 0;
  for (const double m : stars.mass) total += m;  // equation 3
  p.radius[n + 1] = kOutermost;
  p.inverse_radius[n + 1] = 1 / kOutermost;
  p.potential[n + 1] = 0;
  p.enclosed[n + 1] = total;
  double enclosed = total;
  for (std::size_t k = n; k >= 1; --k) {
    p.radius[k] = stars.radius[k - 1];
    p.inverse_radius[k] = 1 / p.radius[k];
    p.enclosed[k] = enclosed;
    p.potential[k] =
        p.potential[k + 1] - enclosed * (p.inverse_radius[k] - p.inverse_radius[k + 1]);
    enclosed -= stars.mass[k - 1];
  }
  p.radius[0] = kInnermost;
  p.inverse_radius[0] = 1 / kInnermost;
  p.potential[0] = p.potential[1];
  p.enclosed[0] = 0;  // not what the subtractions left over
  return p;
}

std::size_t ShellPotential::interval(double r) const {
  const auto above = std::upper_bound(radius.begin() + 1, radius.end() - 1, r);
  return static_cast<std::size_t>(above - radius.begin()) - 1;
}

double ShellPotential::at(double r) const {
  const std::size_t k = interval(r);
  if (k == 0) return potential[1];
  return potential[k] + enclosed[k] * (inverse_radius[k] - 1 / r);
}

double potential_energy(const Stars& stars, const ShellPotential& potential) {
  double sum = 0;
  for (std::size_t i = 0; i < stars.size(); ++i)
    sum += 0.5 * stars.mass[i] * potential.potential[i + 1];
  return sum;
}

double own_shell_energy(const Stars& stars) {
  double sum = 0;
  for (std::size_t i = 0; i < stars.size(); ++i)
    sum -= 0.5 * stars.mass[i] * stars.mass[i] / stars.radius[i];
  return sum;
}

}  // namespace touchstone::cluster
