#include "reference/hpmc/metropolis.hpp"

#include <algorithm>
#include <utility>

#include "models/core/errors.hpp"

namespace touchstone::reference {

using shapes::Orientation;
using shapes::Vec3;

namespace {

const shapes::Configuration& runnable(const shapes::Configuration& start,
                                      const shapes::RunParameters& p) {
  require_runnable(start, p);
  return start;
}

}  // namespace

ShapeMetropolis::ShapeMetropolis(const shapes::Configuration& start, const shapes::RunParameters& p)
    : state_(runnable(start, p)),
      parameters_(p),
      random_(p.seed),
      law_(move_law(start, p)),
      images_(start.box.images(image_range(start, p))),
      grid_(start.box, p.domains, largest_diameter(start)) {
  for (const shapes::Body& a : state_.types) {
    radii_.push_back(circumradius(a));
    for (const shapes::Body& b : state_.types) pairs_.push_back(prepare_trusted(a, b));
  }
  for (Vec3& r : state_.centres) r = state_.box.wrap(r);
  for (std::size_t i = 0; i < state_.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      for (const Vec3& image : images_)
        if ((i != j || image != Vec3{}) &&
            pair_overlaps(state_.type[i], state_.orientations[i], state_.type[j],
                          state_.orientations[j], state_.centres[j] + image - state_.centres[i]))
          throw shapes::OverlapError(j, i);
}

void ShapeMetropolis::advance(std::uint64_t steps) {
  for (; steps > 0; --steps, ++step_) {
    for (std::uint32_t domain = 0; domain < grid_.size(); ++domain) run_domain(domain);
    shift();
    for (Vec3& r : state_.centres) r = state_.box.wrap(r);
    if (parameters_.box.any()) move_box();
  }
}

void ShapeMetropolis::run_domain(std::uint32_t domain) {
  // Who is moved is settled before anybody moves: with several domains nobody leaves its own.
  std::vector<std::uint32_t> own;
  for (std::uint32_t tag = 0; tag < state_.size(); ++tag)
    if (grid_.domain(state_.centres[tag]) == domain) own.push_back(tag);
  if (reversed(domain)) std::reverse(own.begin(), own.end());
  const auto sweeps = static_cast<std::uint64_t>(parameters_.sweeps_per_step);
  for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep)
    for (const std::uint32_t tag : own)
      if (grid_.active(state_.centres[tag], domain)) trial(tag, step_ * sweeps + sweep, domain);
}

void ShapeMetropolis::trial(std::uint32_t tag, std::uint64_t sweep, std::uint32_t domain) {
  const shapes::Trial trial = propose(sweep, tag);
  SweepStats& stats = trial.rotation ? stats_.rotations : stats_.translations;
  ++stats.trials;
  const Orientation old = state_.orientations[tag];
  const Vec3 r = state_.centres[tag] + trial.step;
  const Orientation q = trial.rotation ? turned(trial, old) : old;
  if (!may_go(r, domain) || overlaps_any(tag, r, q)) return;
  if (!accepts(tag, sweep, trial, r, q)) return;
  state_.centres[tag] = r;
  state_.orientations[tag] = q;
  ++stats.accepted;
}

bool ShapeMetropolis::overlaps_any(std::size_t i, Vec3 r, const Orientation& q) const {
  for (const Vec3& image : images_)
    for (std::size_t j = 0; j < state_.size(); ++j) {
      if (j == i && image == Vec3{}) continue;
      // A body meets its own images as it would then be.
      const Vec3 at = (j == i ? r : state_.centres[j]) + image;
      if (pair_overlaps(state_.type[i], q, state_.type[j], j == i ? q : state_.orientations[j],
                        at - r))
        return true;
    }
  return false;
}

bool ShapeMetropolis::pair_overlaps(std::uint32_t type_a, const Orientation& a,
                                    std::uint32_t type_b, const Orientation& b, Vec3 r_ab) const {
  const double reach = radii_[type_a] + radii_[type_b];
  if (norm2(r_ab) > reach * reach) return false;
  return pairs_[type_a * state_.types.size() + type_b]->overlaps(a, b, r_ab);
}

void ShapeMetropolis::shift() {
  if (!grid_.any_cut()) return;
  const Vec3 by = grid_.shift(random_, step_);
  for (Vec3& r : state_.centres) r = r + by;
}

void ShapeMetropolis::set_box(const shapes::Box& box) {
  for (Vec3& r : state_.centres) r = box.wrap(box.from_fractional(state_.box.fractional(r)));
  state_.box = box;
  images_ = box.images(image_range(state_, parameters_));
}

void ShapeMetropolis::move_box() {
  for (int number = 0; number < parameters_.box.per_step; ++number) {
    const shapes::BoxTrial trial = propose_box(static_cast<std::uint32_t>(number));
    SweepStats& stats = stats_.box[static_cast<std::size_t>(trial.kind)];
    ++stats.trials;
    if (!trial.passes()) continue;
    if (!box_is_wide_enough(trial.box, state_, parameters_)) continue;
    const shapes::Configuration before = state_;
    const std::vector<Vec3> images = images_;
    set_box(trial.box);
    bool overlap = false;
    for (std::size_t i = 0; i < state_.size() && !overlap; ++i)
      overlap = overlaps_any(i, state_.centres[i], state_.orientations[i]);
    if (overlap) {
      state_ = before;
      images_ = images;
      continue;
    }
    ++stats.accepted;
    grid_ = shapes::DomainGrid(state_.box, parameters_.domains, largest_diameter(state_));
  }
}

namespace {

const bool registered = shapes::register_shape_scheme(
    {.info = {.name = "hpmc/metropolis-reference",
              .source = "Anderson, Irrgang, Glotzer 2016, sections 2.1 and 3.4",
              .claims =
                  Claims::global_balance | Claims::conserves_particles | Claims::thread_invariant},
     .start = [](const shapes::Configuration& start,
                 const shapes::RunParameters& p) -> std::unique_ptr<shapes::Simulation> {
       return std::make_unique<ShapeMetropolis>(start, p);
     },
     .cuts = true,
     .all_pairs = true,
     .continues = true});

}  // namespace
}  // namespace touchstone::reference
