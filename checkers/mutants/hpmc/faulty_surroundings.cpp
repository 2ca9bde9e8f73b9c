#include "checkers/mutants/hpmc/faulty_surroundings.hpp"

#include <cmath>

namespace touchstone::mutants {
namespace {

using shapes::Orientation;
using shapes::Vec3;

shapes::Surroundings spoiled(SurroundingFault fault, shapes::Surroundings s) {
  if (fault == SurroundingFault::free_anchor && s.springs.anchor == shapes::Anchor::first_body)
    s.springs.anchor = shapes::Anchor::none;
  if (fault == SurroundingFault::one_sign)
    std::erase_if(s.springs.symmetry, [](const Orientation& g) { return g.s < 0; });
  return s;
}

}  // namespace

FaultySurroundings::FaultySurroundings(SurroundingFault fault, const shapes::Configuration& start,
                                       const shapes::RunParameters& p,
                                       const shapes::Surroundings& s)
    : SurroundedMetropolis(start, p, spoiled(fault, s)), fault_(fault) {}

double FaultySurroundings::energy(const std::vector<Vec3>& u,
                                  const std::vector<Orientation>& q) const {
  const double right = SurroundedMetropolis::energy(u, q);
  if (fault_ == SurroundingFault::whole_spring) return 2 * right;
  if (fault_ != SurroundingFault::first_for_centre ||
      surroundings_.springs.anchor != shapes::Anchor::centre_of_mass)
    return right;
  double sum = 0;
  for (const Vec3& one : u) sum += norm2(one - u[0]);
  return 0.5 * surroundings_.springs.spring * sum;
}

bool FaultySurroundings::springs_accept(double change, double uniform) const {
  return SurroundedMetropolis::springs_accept(fault_ == SurroundingFault::uphill ? -change : change,
                                              uniform);
}

int FaultySurroundings::number_of_depletants(const PhiloxStream& stream, double mean) const {
  if (fault_ == SurroundingFault::fixed_number) return static_cast<int>(std::lround(mean));
  if (fault_ == SurroundingFault::diameter) mean *= law_.plane ? 4 : 8;
  return SurroundedMetropolis::number_of_depletants(stream, mean);
}

Vec3 FaultySurroundings::depletant_place(const PhiloxStream& stream, int k, double radius) const {
  const Vec3 v = SurroundedMetropolis::depletant_place(stream, k, radius);
  const double share = norm(v) / radius;
  if (fault_ == SurroundingFault::on_surface) return (1 - 1e-9) / share * v;
  // share^d is uniform.
  if (fault_ == SurroundingFault::even_radius) return std::pow(share, law_.plane ? 1 : 2) * v;
  return v;
}

bool FaultySurroundings::rejects(std::uint32_t tag, Vec3 r, const Orientation& q, Vec3 p,
                                 const Orientation& t) const {
  const Vec3 old_r = state_.centres[tag];
  const Orientation& old_q = state_.orientations[tag];
  const std::uint32_t type = state_.type[tag];
  switch (fault_) {
    case SurroundingFault::old_ball:
      return SurroundedMetropolis::rejects(tag, r, q, p - r + old_r, t);
    case SurroundingFault::forgotten_others:
      return meets(type, q, p - r, t) && !meets(type, old_q, p - old_r, t);
    case SurroundingFault::freed_volume:
      return meets(type, old_q, p - r, t) && !meets(type, q, p - r + old_r - r, t);
    case SurroundingFault::forgotten_images:
      if (!meets(type, q, p - r, t)) return false;
      for (std::size_t j = 0; j < state_.size(); ++j)
        if (meets(state_.type[j], state_.orientations[j], p - state_.centres[j], t)) return false;
      return true;
    default:
      return SurroundedMetropolis::rejects(tag, r, q, p, t);
  }
}

}  // namespace touchstone::mutants
