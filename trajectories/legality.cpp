#include "trajectories/legality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/hpmc/bodies/shrunk.hpp"
#include "models/hpmc/boxes/neighbour_cells.hpp"
#include "trajectories/placing.hpp"

namespace touchstone::trajectories {
namespace {

using shapes::Body;

/// A quaternion whose four numbers are off by d each is off by 2 d, its turn by twice that angle.
constexpr double kAngleOfRounding = 4;

bool is_round(const Body& body) {
  return class_of(body) == shapes::BodyClass::disk || class_of(body) == shapes::BodyClass::ball;
}

/// A box that a body spans so often is in another unit of length: its own images overlap by far,
/// and there are too many of them to be looked at.
constexpr double kMostBoxes = 10;

void require_common_unit(const Frame& frame, double widest) {
  const shapes::Box& box = frame.state.box;
  const auto sides = box.plane_distances();
  const double side = *std::min_element(sides.begin(), sides.begin() + box.dimensions);
  if (!(widest <= kMostBoxes * side))
    throw input_error(frame.where, "box",
                      fmt::format("{:.6g} or more, a tenth of the widest body (are --diameter and "
                                  "the box in one unit?)",
                                  widest / kMostBoxes),
                      fmt::format("{:.6g}", side));
}

/// Sides of the box between two bodies that meet, at most: one, where no centre is outside of it.
double most_sides(const Frame& frame) {
  if (frame.outside == 0) return 1;
  double low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
  for (const shapes::Vec3& turns : frame.turns) {
    const double by[3] = {turns.x, turns.y, turns.z};
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], by[k]);
      high[k] = std::max(high[k], by[k]);
    }
  }
  return 1 + std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
}

/// Bodies further apart than so many diameters are no neighbours, whatever cells they are in.
constexpr double kNear = 2;

std::string depth_of(const shapes::OverlapAnswer& answer) {
  return std::isnan(answer.margin) ? "" : fmt::format(", margin {:.3g}", answer.margin);
}

}  // namespace

void Legality::prepare(const Frame& frame) {
  const double across = frame.rounding + most_sides(frame) * frame.box_rounding / 2;
  const bool known = types_number_ == frame.types_number && !radii_.empty();
  if (known && frame.rounding <= rounding_ && across <= across_ &&
      frame.turn_rounding <= turn_rounding_)
    return;
  types_number_ = frame.types_number;
  rounding_ = std::max(rounding_, frame.rounding);
  across_ = std::max(across_, across);
  turn_rounding_ = std::max(turn_rounding_, frame.turn_rounding);
  const std::vector<Body>& types = frame.state.types;
  radii_.clear();
  pairs_of_types_.clear();
  for (const Body& body : types) radii_.push_back(circumradius(body));
  for (const Body& a : types)
    for (const Body& b : types) pairs_of_types_.push_back(prepare_trusted(a, b));
  shrunk_ = shrunk_pairs(frame.state, rounding_);
  shrunk_across_ = shrunk_pairs(frame.state, across_);
}

std::vector<std::unique_ptr<shapes::PairOverlap>> Legality::shrunk_pairs(
    const shapes::Configuration& state, double rounding) {
  const double moved = std::sqrt(state.box.dimensions) * rounding + tolerance_ / 2;
  double smallest = INFINITY, most = 0;
  std::vector<Body> smaller;
  for (std::size_t k = 0; k < state.types.size(); ++k) {
    const double turned = kAngleOfRounding * turn_rounding_ * radii_[k];
    const bool round = is_round(state.types[k]);
    smaller.push_back(shrunk(state.types[k], moved + (round ? 0 : turned)));
    smallest = std::min(smallest, 2 * radii_[k]);
    most = std::max(most, 2 * moved + (round ? 0 : 2 * turned));
  }
  open_share_ = std::max(open_share_, most / smallest);
  std::vector<std::unique_ptr<shapes::PairOverlap>> pairs;
  for (const Body& a : smaller)
    for (const Body& b : smaller) pairs.push_back(prepare_trusted(a, b));
  return pairs;
}

bool Legality::crosses(const Frame& frame, std::size_t i, std::size_t j, shapes::Vec3 r) {
  if (frame.box_rounding == 0) return false;
  const std::vector<shapes::Vec3>& centres = frame.state.centres;
  const shapes::Vec3 sides =
      whole_sides(frame.state.box, r - (centres[j] - centres[i])) + frame.turns[i] - frame.turns[j];
  return norm2(sides) > 0;
}

std::size_t Legality::add(const Frame& frame) {
  prepare(frame);
  const std::size_t before = overlaps_;
  const double widest = 2 * *std::max_element(radii_.begin(), radii_.end());
  require_common_unit(frame, widest);
  const shapes::NeighbourCells cells(frame.state, widest);
  for (std::size_t i = 0; i < frame.state.size(); ++i) {
    check_interrupt();
    cells.around(i, [&](std::size_t j, shapes::Vec3 r) {
      if (j >= i) meet(frame, i, j, r);  // a pair is the same from both sides
    });
  }
  bad_frames_ += overlaps_ > before ? 1 : 0;
  return overlaps_ - before;
}

void Legality::meet(const Frame& frame, std::size_t i, std::size_t j, shapes::Vec3 r) {
  const shapes::Configuration& c = frame.state;
  const double contact = radii_[c.type[i]] + radii_[c.type[j]];
  if (is_round(c.types[c.type[i]]) && is_round(c.types[c.type[j]]))
    if (norm(r) < kNear * contact) closest_ = std::min(closest_, norm(r) / contact);
  const double reach = contact * (1 + 1e-9);
  if (!(norm2(r) <= reach * reach)) return;
  ++pairs_;
  const std::size_t pair = c.type[i] * c.types.size() + c.type[j];
  const auto& qi = c.orientations[i];
  const auto& qj = c.orientations[j];
  if (!pairs_of_types_[pair]->overlaps(qi, qj, r)) return;
  const auto& smaller = crosses(frame, i, j, r) ? shrunk_across_ : shrunk_;
  if (!smaller[pair]->overlaps(qi, qj, r)) {
    ++within_rounding_;
    return;
  }
  ++overlaps_;
  if (first_.empty())
    first_ =
        fmt::format("{}: bodies {} and {} (the first is 0) overlap, {:.9g} apart{}", frame.where, i,
                    j, norm(r), depth_of(pairs_of_types_[pair]->answer(qi, qj, r)));
}

}  // namespace touchstone::trajectories
