// reference/ecmc/real_legs.hpp
// Purpose   Legs of event chains in double precision with one clock: what a program of a user's
//           would do. Written to be read, not to be fast.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithm 2, with every disk as a candidate.
// Cost      O(active disks times N) per event.
// Not here  The judge of such legs (checkers/ecmc/certified_leg.hpp).
#pragma once
#include "models/disks/chains/real_leg.hpp"

namespace touchstone::reference {

class RealLegs : public disks::RealLegRun {
 public:
  /// Throws InputError for a leg that is not valid.
  explicit RealLegs(const disks::RealLeg& leg);
  void advance(std::uint64_t legs) override;
  disks::RealEnd end() const override;

 protected:
  /// Way of disk i until it meets disk j; infinite if it passes. Virtual, as is what follows, so
  /// that mutants can change it.
  virtual double flight(std::size_t i, std::size_t j) const;
  /// Disk that is active after `from` has met `to`.
  virtual std::size_t next(std::size_t from, std::size_t to) const;
  /// Way that is left after a lifting, which happened `flight` further on.
  virtual double rest(double left, double flight) const { return left - flight; }

  double along(std::size_t i) const;
  double across(std::size_t i) const;
  disks::RealLeg leg_;

 private:
  void move(double way);

  std::uint64_t liftings_ = 0;
};

}  // namespace touchstone::reference
