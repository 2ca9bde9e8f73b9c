#include "checkers/mutants/hpmc/faulty_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace touchstone::mutants {

using shapes::Orientation;
using shapes::Vec3;

FaultyShapes::FaultyShapes(ShapeFault fault, const shapes::Configuration& start,
                           const shapes::RunParameters& p)
    : ShapeMetropolis(start, p), fault_(fault) {
  if (fault_ == ShapeFault::forgotten_image) images_.erase(images_.begin() + 1);
  if (fault_ == ShapeFault::swollen) swell(1.06);
}

void FaultyShapes::swell(double factor) {
  for (double& radius : radii_) radius *= factor;
  pairs_.clear();
  for (const shapes::Body& a : state_.types)
    for (const shapes::Body& b : state_.types)
      pairs_.push_back(shapes::prepare(scaled(a, factor), scaled(b, factor)));
}

bool FaultyShapes::reversed(std::uint32_t domain) const {
  return fault_ != ShapeFault::fixed_order && ShapeMetropolis::reversed(domain);
}

bool FaultyShapes::may_go(Vec3 r, std::uint32_t domain) const {
  if (fault_ == ShapeFault::still) return false;
  return fault_ == ShapeFault::crosses_border || ShapeMetropolis::may_go(r, domain);
}

shapes::Trial FaultyShapes::propose(std::uint64_t sweep, std::uint32_t tag) const {
  shapes::Trial trial = ShapeMetropolis::propose(sweep, tag);
  if (fault_ == ShapeFault::one_sided) trial.step.x = std::abs(trial.step.x);
  if (fault_ == ShapeFault::one_way_rotation) trial.turn.z = std::abs(trial.turn.z);
  if (fault_ == ShapeFault::cube && !trial.rotation) {
    const PhiloxBlock words = random_.stream(Purpose::shape_move, sweep, tag).block(0);
    trial.step = law_.displacement * Vec3{shapes::symmetric_number(words[1]),
                                          shapes::symmetric_number(words[2]),
                                          law_.plane ? 0 : shapes::symmetric_number(words[3])};
  }
  return trial;
}

Orientation FaultyShapes::turned(const shapes::Trial& trial, Orientation old) const {
  if (fault_ == ShapeFault::lost_rotation) return old;
  if (fault_ == ShapeFault::own_frame) return normalised(old * trial.turn);
  if (fault_ != ShapeFault::not_renormalised) return ShapeMetropolis::turned(trial, old);
  const double f = 1 / trial.turn.s;  // the quaternion along (1, t v) as it is
  return Orientation{1, f * trial.turn.x, f * trial.turn.y, f * trial.turn.z} * old;
}

bool FaultyShapes::overlaps_any(std::size_t i, Vec3 r, const Orientation& q) const {
  if (fault_ != ShapeFault::old_own_image) return ShapeMetropolis::overlaps_any(i, r, q);
  for (const Vec3& image : images_)
    for (std::size_t j = 0; j < state_.size(); ++j)
      if ((j != i || image != Vec3{}) &&
          pair_overlaps(state_.type[i], q, state_.type[j], state_.orientations[j],
                        (j == i ? r : state_.centres[j]) + image - r))
        return true;
  return false;
}

void FaultyShapes::shift() {
  if (fault_ == ShapeFault::no_shift) return;
  if (fault_ != ShapeFault::shift_by_domain) return ShapeMetropolis::shift();
  if (!grid_.any_cut()) return;
  for (Vec3& r : state_.centres)
    r = r + grid_.shift(random_, step_ + 1000000 * grid_.domain(state_.box.wrap(r)));
}

shapes::BoxTrial FaultyShapes::propose_box(std::uint32_t number) const {
  shapes::BoxTrial trial = ShapeMetropolis::propose_box(number);
  if ((fault_ == ShapeFault::rigid_space && state_.box.dimensions == 3 &&
       trial.kind == shapes::BoxMove::volume) ||
      (fault_ == ShapeFault::rigid_box && trial.kind == shapes::BoxMove::log_volume)) {
    trial.box = state_.box;
    trial.log_weight = 0;
  }
  if (fault_ == ShapeFault::growing_height)
    trial.box.ly = std::max(trial.box.ly, 2 * state_.box.ly - trial.box.ly);
  const double change = std::log(trial.box.volume() / state_.box.volume());
  const double work = parameters_.box.pressure * (trial.box.volume() - state_.box.volume());
  if (fault_ == ShapeFault::area_pressure) trial.log_weight += (1 - std::numbers::pi / 4) * work;
  if (fault_ == ShapeFault::one_length_work)
    trial.log_weight +=
        work - parameters_.box.pressure * (trial.box.lx - state_.box.lx) * state_.box.ly;
  if (fault_ == ShapeFault::length_factor && trial.kind == shapes::BoxMove::length)
    trial.log_weight += change;
  if (fault_ == ShapeFault::volume_factor && trial.kind == shapes::BoxMove::volume)
    trial.log_weight += change;
  if (fault_ == ShapeFault::log_volume_factor && trial.kind == shapes::BoxMove::log_volume)
    trial.log_weight -= change;
  return trial;
}

}  // namespace touchstone::mutants
