#include "optimized/cmc/orbits/prepared_orbits.hpp"

#include <algorithm>

namespace touchstone::optimized {
namespace {

/// Copies padded with zeros: whole vectors are read.
void load(const BlockStars& stars, const Field& field, PreparedOrbits& o) {
  const auto copy = [&](auto from, auto& to) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(o.first);
    std::fill_n(std::copy_n(begin, o.count, to.begin()), kApsisPadding, 0.0);
  };
  copy(stars.mass, o.mass);
  copy(stars.radius, o.radius);
  copy(stars.radial_velocity, o.radial_velocity);
  copy(stars.tangential_velocity, o.tangential_velocity);
  const double* const own = field.records() + Field::kRecord * (stars.first_shell + o.first);
  for (std::size_t i = 0; i < o.count; ++i) {
    const double speed2 = o.radial_velocity[i] * o.radial_velocity[i] +
                          o.tangential_velocity[i] * o.tangential_velocity[i];
    o.energy[i] = own[Field::kRecord * i + 1] + 0.5 * speed2 + o.mass[i] * own[Field::kRecord * i];
    o.own_u[i] = own[Field::kRecord * i];
    const double momentum = o.radius[i] * o.tangential_velocity[i];
    o.angular_momentum[i] = momentum < kLeastAngularMomentum ? 0 : momentum;
  }
  std::fill_n(o.energy.begin() + static_cast<std::ptrdiff_t>(o.count), kApsisPadding, 0.0);
  std::fill_n(o.angular_momentum.begin() + static_cast<std::ptrdiff_t>(o.count), kApsisPadding,
              0.0);
}

void search(std::size_t first_shell, const Field& field, PreparedOrbits& o) {
  best_apsis_kernel().search(
      {.records = field.records(),
       .own = field.records() + Field::kRecord * first_shell,
       .tree = &field.tree(),
       .last = static_cast<std::int64_t>(field.shells()) + 1,
       .stars = static_cast<std::int64_t>(o.count),
       .mass = o.mass.data(),
       .energy = o.energy.data(),
       .angular_momentum = o.angular_momentum.data(),
       .inner = o.inner.data(),
       .outer = o.outer.data(),
       .q_own = o.q_own.data(),
       .q_last = o.q_last.data(),
       .inner_records = {o.inner_shell.record.data(), o.inner_shell.next_radius.data()},
       .outer_records = {o.outer_shell.record.data(), o.outer_shell.next_radius.data()}});
}

void keep(const Field& field, std::size_t k, std::size_t i, auto& shells,
          PreparedOrbits::Shells& to) {
  shells[i] = static_cast<std::int64_t>(k);
  std::copy_n(field.records() + Field::kRecord * k, Field::kRecord,
              to.record.begin() + static_cast<std::ptrdiff_t>(Field::kRecord * i));
  to.next_radius[i] = field.radius(k + 1);
}

/// Searches serially from the centre where the search from the star itself fails, because Q is not
/// above 0 there. False if Q is above 0 nowhere.
bool search_again(const Field& field, std::size_t shell, PreparedOrbits& o, std::size_t i) {
  const auto allowed = [&](std::size_t k) {
    const double turning = o.angular_momentum[i] * field.u(k);
    return 2 * o.energy[i] - 2 * field.felt_at_shell(o.mass[i], shell, k) - turning * turning > 0;
  };
  const std::size_t last = field.shells() + 1;
  std::size_t inside = 0;
  while (inside <= last && !allowed(inside)) ++inside;
  if (inside > last) return false;
  std::size_t below = 0, above = inside;
  while (above - below > 1) {
    const std::size_t middle = (below + above) / 2;
    (allowed(middle) ? above : below) = middle;
  }
  keep(field, below, i, o.inner, o.inner_shell);
  below = inside;
  above = last;
  while (above - below > 1) {
    const std::size_t middle = (below + above) / 2;
    (allowed(middle) ? below : above) = middle;
  }
  keep(field, below, i, o.outer, o.outer_shell);
  return true;
}

/// Fate of a star, decided in the order of the reference.
Fate fate_of(const PreparedOrbits& o, std::size_t i, bool found) {
  if (!(o.energy[i] < 0)) return Fate::leaves;
  if (!found) return Fate::stays;
  if (o.q_last[i] > 0 || o.apocentre[i] >= kTidalRadius) return Fate::leaves;
  return o.turns[i] != 0 ? Fate::moves : Fate::stays;
}

}  // namespace

void prepare_orbits(const BlockStars& stars, const Field& field, std::size_t first,
                    PreparedOrbits& o) {
  o.first = first;
  o.count = std::min(PreparedOrbits::kAtOnce, stars.size() - first);
  const std::size_t shell = stars.first_shell + first;
  load(stars, field, o);
  search(shell, field, o);
  std::array<bool, PreparedOrbits::kAtOnce> found;
  for (std::size_t i = 0; i < o.count; ++i)
    found[i] = o.q_own[i] > 0 || (o.energy[i] < 0 && search_again(field, shell + i, o, i));
  // Nothing pulls the innermost star inside of the next shell, so it comes from the centre's side;
  // only round-off says that it is too slow for its own place. Without angular momentum it stays.
  if (shell == 1 && o.inner[0] == 1 && o.angular_momentum[0] > 0)
    keep(field, 0, 0, o.inner, o.inner_shell);
  best_turning_kernel().turn(shell, o);
  for (std::size_t i = 0; i < o.count; ++i) o.fate[i] = fate_of(o, i, found[i]);
}

}  // namespace touchstone::optimized
