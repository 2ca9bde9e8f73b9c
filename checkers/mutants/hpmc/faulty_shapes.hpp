// checkers/mutants/hpmc/faulty_shapes.hpp
// Purpose   Monte Carlo of hard shapes with one fault in it, otherwise the reference.
// Source    The mistakes that Anderson, Irrgang and Glotzer 2016 name (section 3.4), and other such
//           pitfalls: each mutant says which (shape_mutants.cpp).
#pragma once
#include "reference/hpmc/metropolis.hpp"

namespace touchstone::mutants {

enum class ShapeFault {
  none,
  fixed_order,        ///< forward in every step
  crosses_border,     ///< moves end in frozen space
  forgotten_image,    ///< one nearest image is not looked at
  old_own_image,      ///< a body meets its own images as it was before the trial
  shift_by_domain,    ///< each domain draws its own shift
  not_renormalised,   ///< quaternions keep the length of the product
  one_sided,          ///< translations never go to lower x
  cube,               ///< translations in the cube, not in the ball
  one_way_rotation,   ///< rotations never go back
  lost_rotation,      ///< rotations are counted, and not made
  swollen,            ///< bodies are larger by a few per cent in every overlap test
  own_frame,          ///< rotations about axes of the body, not of the world
  volume_factor,      ///< N + 1 for V moves
  log_volume_factor,  ///< N for ln V moves
  length_factor,      ///< N + 1 for moves of lengths
  area_pressure,      ///< beta P in units of the area of a disk of diameter 1
  one_length_work,    ///< work of one of the lengths of a plane box only
  growing_height,     ///< the second length never shrinks
  no_shift,           ///< the same bodies are near a border for ever
  still,              ///< every trial is rejected
  rigid_space,        ///< V moves in three dimensions are accepted, and not made
  rigid_box,          ///< ln V moves are accepted, and not made
};

class FaultyShapes final : public reference::ShapeMetropolis {
 public:
  FaultyShapes(ShapeFault fault, const shapes::Configuration& start,
               const shapes::RunParameters& p);

 private:
  bool reversed(std::uint32_t domain) const override;
  bool may_go(shapes::Vec3 r, std::uint32_t domain) const override;
  shapes::Trial propose(std::uint64_t sweep, std::uint32_t tag) const override;
  shapes::Orientation turned(const shapes::Trial& trial, shapes::Orientation old) const override;
  bool overlaps_any(std::size_t i, shapes::Vec3 r, const shapes::Orientation& q) const override;
  void shift() override;
  shapes::BoxTrial propose_box(std::uint32_t number) const override;
  void swell(double factor);

  ShapeFault fault_;
};

}  // namespace touchstone::mutants
