// reference/hpmc/depletant_metropolis.hpp
// Purpose   Monte Carlo of hard shapes among implicit depletants and on the springs of an Einstein
//           crystal, as it is defined: every depletant against every body, energies summed anew.
// Source    Glaser, Karas, Glotzer, J. Chem. Phys. 143, 184110 (2015), section II; Frenkel, Ladd,
//           J. Chem. Phys. 81, 3188 (1984), equation 12; the law of
//           models/hpmc/depletants_and_springs.hpp.
// Samples   exp(-beta U + z V_free) on the configurations without overlap.
// Cost      O(N images) for each trial and for each depletant.
#pragma once
#include <memory>
#include <vector>

#include "models/hpmc/depletant_law.hpp"
#include "models/hpmc/depletants_and_springs.hpp"
#include "reference/hpmc/metropolis.hpp"

namespace touchstone::reference {

/// Every part of the decision is virtual: mutants replace one.
class DepletantMetropolis : public ShapeMetropolis {
 public:
  DepletantMetropolis(const shapes::Configuration& start, const shapes::RunParameters& parameters,
                      const shapes::DepletantsAndSprings& terms);

 protected:
  bool accepts(std::uint32_t tag, std::uint64_t sweep, const shapes::Trial& trial, shapes::Vec3 r,
               const shapes::Orientation& q) override;

  /// beta U with displacements u and orientations q.
  virtual double energy(const std::vector<shapes::Vec3>& u,
                        const std::vector<shapes::Orientation>& q) const;
  virtual bool springs_accept(double change, double uniform) const;
  /// Whether a trial goes on after the depletants drawn for it.
  virtual bool depletants_accept(std::uint32_t tag, std::uint64_t sweep, shapes::Vec3 r,
                                 const shapes::Orientation& q) const;
  virtual int number_of_depletants(const PhiloxStream& stream, double mean) const {
    return shapes::draw_number_of_depletants(stream, mean);
  }
  virtual shapes::Vec3 depletant_place(const PhiloxStream& stream, int k, double radius) const {
    return shapes::draw_depletant_place(stream, k, radius, law_.plane);
  }
  /// Whether a depletant at p, turned by t, rejects the move of a body to r and q.
  virtual bool rejects(std::uint32_t tag, shapes::Vec3 r, const shapes::Orientation& q,
                       shapes::Vec3 p, const shapes::Orientation& t) const;
  /// Whether it overlaps a body as it is, or an image of one.
  bool meets_any(shapes::Vec3 p, const shapes::Orientation& t) const;
  bool meets(std::uint32_t type, const shapes::Orientation& q, shapes::Vec3 from_body,
             const shapes::Orientation& t) const;
  double reach(std::uint32_t tag) const { return radii_[state_.type[tag]] + depletant_radius_; }

  shapes::DepletantsAndSprings terms_;
  double depletant_radius_;
  std::vector<std::unique_ptr<shapes::PairOverlap>> with_depletant_;  ///< by type
  std::vector<shapes::Vec3> far_images_;  ///< images of bodies that a depletant may meet
  std::vector<shapes::Vec3> path_;        ///< u of each body, from its site
};

}  // namespace touchstone::reference
