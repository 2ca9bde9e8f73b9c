// reference/hpmc/metropolis.hpp
// Purpose   Monte Carlo of hard shapes as it is defined: one body after another, all pairs, all
//           images, domains one after another.
// Source    Anderson, Irrgang, Glotzer, Comput. Phys. Commun. 204, 21 (2016), sections 2.1 and 3.4;
//           the law of models/hpmc/registry.hpp.
// Samples   Uniformly, all configurations without overlap; at constant pressure the densities of
//           models/hpmc/boxes/box_moves.hpp.
// Cost      O(N images) for each trial.
// Not here  Overlap of two bodies: the slow algorithms of models/hpmc/bodies/overlap.hpp.
#pragma once
#include <memory>
#include <vector>

#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/boxes/domain_grid.hpp"
#include "models/hpmc/registry.hpp"

namespace touchstone::reference {

/// Every part of a step is virtual: mutants replace one.
class ShapeMetropolis : public shapes::Simulation {
 public:
  ShapeMetropolis(const shapes::Configuration& start, const shapes::RunParameters& parameters);

  void advance(std::uint64_t steps) override;
  shapes::Configuration configuration() const override { return state_; }
  shapes::MoveStats stats() const override { return stats_; }
  std::size_t memory_bytes() const override { return 60 * state_.size(); }

 protected:
  virtual bool reversed(std::uint32_t domain) const {
    return shapes::reverse_order(random_, step_, domain);
  }
  /// Whether a body may be moved to `r` by a domain.
  virtual bool may_go(shapes::Vec3 r, std::uint32_t domain) const {
    return grid_.active(r, domain);
  }
  virtual shapes::Trial propose(std::uint64_t sweep, std::uint32_t tag) const {
    return shapes::draw_trial(random_, sweep, tag, law_);
  }
  virtual shapes::Orientation turned(const shapes::Trial& trial, shapes::Orientation old) const {
    return normalised(trial.turn * old);
  }
  /// Whether body `i`, put at `r` and `q`, overlaps another, or an image of any, itself included.
  virtual bool overlaps_any(std::size_t i, shapes::Vec3 r, const shapes::Orientation& q) const;
  /// Whether a trial without overlap is accepted; what else acts on bodies overrides it.
  virtual bool accepts(std::uint32_t, std::uint64_t, const shapes::Trial&, shapes::Vec3,
                       const shapes::Orientation&) {
    return true;
  }
  virtual void shift();
  virtual shapes::BoxTrial propose_box(std::uint32_t number) const {
    return draw_box_trial(random_, step_, number, state_.box, state_.size(), parameters_.box);
  }

  bool pair_overlaps(std::uint32_t type_a, const shapes::Orientation& a, std::uint32_t type_b,
                     const shapes::Orientation& b, shapes::Vec3 r_ab) const;
  void run_domain(std::uint32_t domain);
  void trial(std::uint32_t tag, std::uint64_t sweep, std::uint32_t domain);
  void move_box();
  void set_box(const shapes::Box& box);

  shapes::Configuration state_;
  shapes::RunParameters parameters_;
  Philox random_;
  shapes::MoveLaw law_;
  std::vector<shapes::Vec3> images_;
  shapes::DomainGrid grid_;
  std::vector<std::unique_ptr<shapes::PairOverlap>> pairs_;  ///< by pair of types, row by row
  std::vector<double> radii_;                                ///< circumradius by type
  shapes::MoveStats stats_;
  std::uint64_t step_ = parameters_.first_step;
};

}  // namespace touchstone::reference
