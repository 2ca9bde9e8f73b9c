#include "reference/ecmc/real_legs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone::reference {

RealLegs::RealLegs(const disks::RealLeg& leg) : leg_(leg) { disks::require_valid(leg); }

double RealLegs::along(std::size_t i) const {
  return leg_.along_x ? leg_.start.centres[i].x : leg_.start.centres[i].y;
}
double RealLegs::across(std::size_t i) const {
  return leg_.along_x ? leg_.start.centres[i].y : leg_.start.centres[i].x;
}

double RealLegs::flight(std::size_t i, std::size_t j) const {
  const disks::Box& box = leg_.start.box;
  const double side = leg_.along_x ? box.width : box.height;
  const double offset =
      std::remainder(across(j) - across(i), leg_.along_x ? box.height : box.width);
  if (!(std::abs(offset) < 1)) return std::numeric_limits<double>::infinity();
  double ahead = along(j) - along(i);
  if (ahead < 0) ahead += side;
  // Disks that touch may overlap by rounding.
  return std::max(0.0, ahead - std::sqrt(1 - offset * offset));
}

std::size_t RealLegs::next(std::size_t, std::size_t to) const { return to; }

void RealLegs::move(double way) {
  for (const std::size_t i : leg_.active) {
    disks::Vec<double>& r = leg_.start.centres[i];
    (leg_.along_x ? r.x : r.y) += way;
    r = leg_.start.box.wrap(r);
  }
}

void RealLegs::advance(std::uint64_t legs) {
  for (double left = static_cast<double>(legs) * leg_.length; left > 0;) {
    double shortest = left;
    std::size_t* from = nullptr;
    std::size_t to = 0;
    for (std::size_t& i : leg_.active)
      for (std::size_t j = 0; j < leg_.start.size(); ++j) {
        if (std::count(leg_.active.begin(), leg_.active.end(), j) > 0) continue;
        const double way = flight(i, j);
        if (way < shortest) shortest = way, from = &i, to = j;
      }
    move(shortest);
    left = from ? rest(left, shortest) : 0;
    if (!from) continue;
    *from = next(*from, to);
    ++liftings_;
  }
}

disks::RealEnd RealLegs::end() const { return {leg_.start.centres, leg_.active, liftings_}; }

namespace {

const bool registered = disks::real_leg_schemes().add(
    {.info = {.name = "ecmc/legs-in-doubles",
              .source = "Li et al. 2021, Algorithm 2, all pairs",
              .claims = Claims::equals_reference | Claims::thread_invariant},
     .start = [](const disks::RealLeg& leg, int) { return std::make_unique<RealLegs>(leg); }});

}  // namespace
}  // namespace touchstone::reference
