// checkers/mutants/hpmc/faulty_depletants.hpp
// Purpose   Depletants and springs with one fault in them, otherwise the reference.
// Source    Each mutant says where its fault was met (depletant_mutants.cpp).
#pragma once
#include "reference/hpmc/depletant_metropolis.hpp"

namespace touchstone::mutants {

enum class DepletantFault {
  none,
  old_ball,          ///< depletants around the old place: volume that is newly covered is missed
  forgotten_images,  ///< images of bodies keep no depletants out
  forgotten_others,  ///< depletants that other bodies keep out reject it as well
  freed_volume,      ///< rejected by the volume that is set free
  fixed_number,      ///< exactly the mean number, not a Poisson number
  diameter,          ///< the mean taken with the diameter for the radius
  on_surface,        ///< points on the sphere (circle) instead of in it
  even_radius,       ///< radius uniform: points crowd at the centre
  whole_spring,      ///< the half of the harmonic energy forgotten
  first_for_centre,  ///< displacements less that of body 0, not of the centre of mass
  one_sign,          ///< one sign of each quaternion of the symmetry group
  free_anchor,       ///< the body that is held moves
  uphill,            ///< the energy changes sign
  still,             ///< every trial is rejected
  never_turns,       ///< every rotation is rejected
  first_stays,       ///< every move of body 0 is rejected
};

class FaultyDepletants final : public reference::DepletantMetropolis {
 public:
  FaultyDepletants(DepletantFault fault, const shapes::Configuration& start,
                   const shapes::RunParameters& p, const shapes::DepletantsAndSprings& s);

 private:
  bool accepts(std::uint32_t tag, std::uint64_t sweep, const shapes::Trial& trial, shapes::Vec3 r,
               const shapes::Orientation& q) override;
  double energy(const std::vector<shapes::Vec3>& u,
                const std::vector<shapes::Orientation>& q) const override;
  bool springs_accept(double change, double uniform) const override;
  int number_of_depletants(const PhiloxStream& stream, double mean) const override;
  shapes::Vec3 depletant_place(const PhiloxStream& stream, int k, double radius) const override;
  bool rejects(std::uint32_t tag, shapes::Vec3 r, const shapes::Orientation& q, shapes::Vec3 p,
               const shapes::Orientation& t) const override;

  DepletantFault fault_;
};

}  // namespace touchstone::mutants
