#include "checkers/cmc/after_encounter.hpp"

#include <cmath>

#include "checkers/cmc/block_law.hpp"

namespace touchstone::cmc {

using cluster::Stars;
using Real = long double;

OthersPotential::OthersPotential(const Stars& stars) : stars_(stars) {
  const std::size_t n = stars.size();
  inside_.assign(n + 1, 0);
  outside_.assign(n + 1, 0);
  for (std::size_t k = 0; k < n; ++k) inside_[k + 1] = inside_[k] + stars.mass[k];
  for (std::size_t k = n; k > 0; --k)
    outside_[k - 1] = outside_[k] + Real{stars.mass[k - 1]} / stars.radius[k - 1];
}

Real OthersPotential::without(Real mass, Real own_radius, Real r) const {
  const auto k = static_cast<std::size_t>(
      std::upper_bound(stars_.radius.begin(), stars_.radius.end(), r) - stars_.radius.begin());
  return -inside_[k] / r - outside_[k] + mass / std::max(r, own_radius);
}

Real energy_of_shells(const Stars& s) {
  Real inside = 0, sum = 0;  // half of each pair twice, own shells once
  for (std::size_t i = 0; i < s.size(); ++i) {
    sum -= Real{s.mass[i]} * (inside + Real{s.mass[i]} / 2) / s.radius[i];
    inside += s.mass[i];
  }
  return sum;
}

namespace {

/// Marks stars whose speed may be another than their own work explains: those that could not pay
/// for it, as less than nothing would be left, and those further out that pay in their place, each
/// at most four fifths of its kinetic energy, which is four times what it has afterwards. What the
/// stars of a rank cannot pay, those of the next one do. `owed[j]` is what star j could not pay,
/// below 0 for one that surely could. Marks too many rather than too few.
std::vector<bool> sharing(const Stars& after, const std::vector<Real>& owed, std::size_t ranks) {
  std::vector<bool> shares(after.size(), false);
  const std::vector<std::size_t> border = borders(after.size(), ranks);
  Real left = 0;  // by the rank before
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    Real own = 0;
    for (std::size_t j = border[rank]; j < border[rank + 1]; ++j) {
      const Real most = 2 * Real{after.mass[j]} * after.speed2(j);
      shares[j] = owed[j] >= 0 || own > 0 || left > 0;
      left = std::max(Real{0}, left - most);
      own = owed[j] >= 0 ? own + owed[j] : std::max(Real{0}, own - most);
    }
    left = own;
  }
  return shares;
}

}  // namespace

std::vector<std::optional<Met>> met(const Stars& before, const Stars& after, std::size_t ranks) {
  const OthersPotential old(before), now(after);
  std::vector<std::size_t> place;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before.id[i] >= place.size()) place.resize(before.id[i] + 1, before.size());
    place[before.id[i]] = i;
  }
  std::vector<std::optional<Met>> all(before.size());
  std::vector<Real> owed(after.size(), -1);
  for (std::size_t j = 0; j < after.size(); ++j) {
    const std::size_t i = place.at(after.id[j]);
    const Real m = before.mass.at(i), r0 = before.radius[i], r1 = after.radius[j];
    const Real work = old.without(m, r0, r0) - old.without(m, r0, r1);
    const Real later = now.without(m, r1, r0) - now.without(m, r1, r1);
    Met star{.speed2 = after.speed2(j) - work - later,
             .new_radius = after.radius[j],
             .outwards = after.radial_velocity[j] > 0};
    const Real before_correction = star.speed2 + 2 * work;  // square of the speed, at r1
    const Real scale = std::sqrt(std::max(Real{0}, before_correction) / after.speed2(j));
    star.tangential = r1 * after.tangential_velocity[j] * scale / r0;
    all[i] = star;
    // With the speed of its new position, it has to pay for work - later.
    if (!(after.speed2(j) - work + later > 0)) owed[j] = std::max(Real{0}, m * (work - later) / 2);
  }
  const std::vector<bool> shares = sharing(after, owed, ranks);
  for (std::size_t j = 0; j < after.size(); ++j) all[place.at(after.id[j])]->shares = shares[j];
  return all;
}

Pair pair_at(const Stars& stars, std::size_t i) {
  return {stars.mass[i],
          stars.mass[i + 1],
          stars.radial_velocity[i],
          stars.radial_velocity[i + 1],
          stars.tangential_velocity[i],
          stars.tangential_velocity[i + 1]};
}

}  // namespace touchstone::cmc
