#include "checkers/mutants/hpmc/faulty_depletants.hpp"

#include <cmath>

namespace touchstone::mutants {
namespace {

using shapes::Orientation;
using shapes::Vec3;

shapes::DepletantsAndSprings spoiled(DepletantFault fault, shapes::DepletantsAndSprings s) {
  if (fault == DepletantFault::free_anchor && s.springs.anchor == shapes::Anchor::first_body)
    s.springs.anchor = shapes::Anchor::none;
  if (fault == DepletantFault::one_sign)
    std::erase_if(s.springs.symmetry, [](const Orientation& g) { return g.s < 0; });
  return s;
}

}  // namespace

FaultyDepletants::FaultyDepletants(DepletantFault fault, const shapes::Configuration& start,
                                   const shapes::RunParameters& p,
                                   const shapes::DepletantsAndSprings& s)
    : DepletantMetropolis(start, p, spoiled(fault, s)), fault_(fault) {}

bool FaultyDepletants::accepts(std::uint32_t tag, std::uint64_t sweep, const shapes::Trial& trial,
                               Vec3 r, const Orientation& q) {
  if (fault_ == DepletantFault::still ||
      (fault_ == DepletantFault::never_turns && trial.rotation) ||
      (fault_ == DepletantFault::first_stays && tag == 0))
    return false;
  return DepletantMetropolis::accepts(tag, sweep, trial, r, q);
}

double FaultyDepletants::energy(const std::vector<Vec3>& u,
                                const std::vector<Orientation>& q) const {
  const double right = DepletantMetropolis::energy(u, q);
  if (fault_ == DepletantFault::whole_spring) return 2 * right;
  if (fault_ != DepletantFault::first_for_centre ||
      terms_.springs.anchor != shapes::Anchor::centre_of_mass)
    return right;
  double sum = 0;
  for (const Vec3& one : u) sum += norm2(one - u[0]);
  return 0.5 * terms_.springs.spring * sum;
}

bool FaultyDepletants::springs_accept(double change, double uniform) const {
  return DepletantMetropolis::springs_accept(fault_ == DepletantFault::uphill ? -change : change,
                                             uniform);
}

int FaultyDepletants::number_of_depletants(const PhiloxStream& stream, double mean) const {
  if (fault_ == DepletantFault::fixed_number) return static_cast<int>(std::lround(mean));
  if (fault_ == DepletantFault::diameter) mean *= law_.plane ? 4 : 8;
  return DepletantMetropolis::number_of_depletants(stream, mean);
}

Vec3 FaultyDepletants::depletant_place(const PhiloxStream& stream, int k, double radius) const {
  const Vec3 v = DepletantMetropolis::depletant_place(stream, k, radius);
  const double share = norm(v) / radius;
  if (fault_ == DepletantFault::on_surface) return (1 - 1e-9) / share * v;
  // share^d is uniform.
  if (fault_ == DepletantFault::even_radius) return std::pow(share, law_.plane ? 1 : 2) * v;
  return v;
}

bool FaultyDepletants::rejects(std::uint32_t tag, Vec3 r, const Orientation& q, Vec3 p,
                               const Orientation& t) const {
  const Vec3 old_r = state_.centres[tag];
  const Orientation& old_q = state_.orientations[tag];
  const std::uint32_t type = state_.type[tag];
  switch (fault_) {
    case DepletantFault::old_ball:
      return DepletantMetropolis::rejects(tag, r, q, p - r + old_r, t);
    case DepletantFault::forgotten_others:
      return meets(type, q, p - r, t) && !meets(type, old_q, p - old_r, t);
    case DepletantFault::freed_volume:
      return meets(type, old_q, p - r, t) && !meets(type, q, p - r + old_r - r, t);
    case DepletantFault::forgotten_images:
      if (!meets(type, q, p - r, t)) return false;
      for (std::size_t j = 0; j < state_.size(); ++j)
        if (meets(state_.type[j], state_.orientations[j], p - state_.centres[j], t)) return false;
      return true;
    default:
      return DepletantMetropolis::rejects(tag, r, q, p, t);
  }
}

}  // namespace touchstone::mutants
