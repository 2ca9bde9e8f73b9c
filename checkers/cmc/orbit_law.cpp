#include "checkers/cmc/orbit_law.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <stdexcept>

namespace touchstone::cmc {

OrbitLaw::OrbitLaw(const cluster::Stars& stars, std::size_t star)
    : shells_(cluster::shell_potential(stars)),
      shell_(star + 1),
      mass_(stars.mass[star]),
      energy_(0.5 * stars.speed2(star) + shells_.potential[shell_] + mass_ / stars.radius[star]),
      angular_momentum_(stars.radius[star] * stars.tangential_velocity[star]) {
  std::vector<double> allowed;
  for (std::size_t k = 1; k <= shells_.shells(); ++k)
    if (radial_speed2(shells_.radius[k]) > 0) allowed.push_back(shells_.radius[k]);
  if (allowed.empty() || !(energy_ < 0)) throw std::logic_error("not an orbit with two apsides");
  piece_.push_back(angular_momentum_ == 0 ? 0 : find_root(allowed.front(), 1e-100));
  piece_.insert(piece_.end(), allowed.begin(), allowed.end());
  piece_.push_back(find_root(allowed.back(), 1e9));
  time_.push_back(0);
  for (std::size_t k = 1; k < piece_.size(); ++k)
    time_.push_back(time_.back() + time(piece_[k - 1], piece_[k]));
}

/// Square of the radial speed at r, without the star's own shell.
double OrbitLaw::radial_speed2(double r) const {
  const double potential = shells_.at(r) + mass_ / std::max(r, shells_.radius[shell_]);
  const double across = angular_momentum_ / r;
  return 2 * (energy_ - potential) - across * across;
}

double OrbitLaw::find_root(double allowed, double forbidden) const {
  for (int halving = 0; halving < 200; ++halving) {
    const double middle = std::sqrt(allowed) * std::sqrt(forbidden);
    (radial_speed2(middle) > 0 ? allowed : forbidden) = middle;
  }
  return allowed;
}

double OrbitLaw::time(double from, double to) const {
  if (!(to > from)) return 0;
  const auto density = [&](double s) {  // r = from + (to - from) s^2 (3 - 2 s)
    const double r = from + (to - from) * (s * s * (3 - 2 * s));
    const double q = radial_speed2(r);  // at an apsis its round-off may be all that there is
    return q > 0 ? 6 * (to - from) * s * (1 - s) / std::sqrt(q) : 0;
  };
  return boost::math::quadrature::gauss<double, 20>::integrate(density, 0.0, 1.0);
}

double OrbitLaw::cdf(double r) const {
  if (r <= piece_.front()) return 0;
  if (r >= piece_.back()) return 1;
  const auto above = std::upper_bound(piece_.begin(), piece_.end(), r);
  const auto k = static_cast<std::size_t>(above - piece_.begin()) - 1;
  return std::min(1.0, (time_[k] + time(piece_[k], r)) / time_.back());
}

}  // namespace touchstone::cmc
