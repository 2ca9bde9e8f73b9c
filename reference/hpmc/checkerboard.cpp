// reference/hpmc/checkerboard.cpp
// Purpose   The checkerboard of hard shapes as it is defined: one cell after another, one body
//           after another, all pairs, all images.
// Source    Anderson, Irrgang, Glotzer, Comput. Phys. Commun. 204, 21 (2016), section 2.5.2; the
//           law of models/hpmc/boxes/cell_grid.hpp.
// Samples   Uniformly, all configurations without overlap; at constant pressure the densities of
//           models/hpmc/boxes/box_moves.hpp.
// Cost      O(N images) for each trial.
// Not here  Overlap of two bodies: the slow algorithms of models/hpmc/bodies/overlap.hpp.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/boxes/cell_grid.hpp"
#include "models/hpmc/registry.hpp"

namespace touchstone::reference {
namespace {

using shapes::Configuration;
using shapes::GridCell;
using shapes::Orientation;
using shapes::RunParameters;
using shapes::Vec3;

class ShapeCheckerboard final : public shapes::Simulation {
 public:
  ShapeCheckerboard(const Configuration& start, const RunParameters& p)
      : state_(start),
        parameters_(p),
        random_(p.seed),
        law_(move_law(start, p)),
        diameter_(largest_diameter(start)) {
    for (const shapes::Body& a : state_.types) {
      radii_.push_back(circumradius(a));
      for (const shapes::Body& b : state_.types) pairs_.push_back(prepare_trusted(a, b));
    }
    for (Vec3& r : state_.centres) r = state_.box.wrap(r);
    set_box(state_.box);
    for (std::size_t i = 0; i < state_.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j)
        if (meet(i, state_.centres[i], state_.orientations[i], j)) throw shapes::OverlapError(j, i);
  }

  void advance(std::uint64_t steps) override {
    for (; steps > 0; --steps, ++step_) {
      grid_.set_origin(random_, step_);
      const std::vector<Vec3> before = state_.centres;
      for (Vec3& r : state_.centres) r = grid_.home(r);
      const auto sweeps = static_cast<std::uint64_t>(parameters_.sweeps_per_step);
      for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep)
        for (const int colour : grid_.order(random_, step_ * sweeps + sweep))
          for (int k = 0; k < grid_.active(); ++k)
            run_cell(grid_.of_colour(colour, k), step_ * sweeps + sweep);
      for (std::size_t i = 0; i < state_.size(); ++i)
        state_.centres[i] = grid_.wrapped(before[i], state_.centres[i]);
      for (int number = 0; parameters_.box.any() && number < parameters_.box.per_step; ++number)
        move_box(static_cast<std::uint32_t>(number));
    }
  }
  Configuration configuration() const override { return state_; }
  shapes::MoveStats stats() const override { return stats_; }
  std::size_t memory_bytes() const override { return 60 * state_.size(); }

 private:
  void run_cell(GridCell cell, std::uint64_t sweep) {
    std::vector<std::uint32_t> own;
    for (std::uint32_t tag = 0; tag < state_.size(); ++tag)
      if (grid_.cell(state_.centres[tag]) == cell) own.push_back(tag);
    if (shapes::reverse_order(random_, sweep, grid_.number(cell)))
      std::reverse(own.begin(), own.end());
    for (const std::uint32_t tag : own) trial(tag, sweep, cell);
  }

  void trial(std::uint32_t tag, std::uint64_t sweep, GridCell cell) {
    const shapes::Trial trial = draw_trial(random_, sweep, tag, law_);
    SweepStats& stats = trial.rotation ? stats_.rotations : stats_.translations;
    ++stats.trials;
    const Orientation old = state_.orientations[tag];
    const Vec3 r = state_.centres[tag] + trial.step;
    const Orientation q = trial.rotation ? normalised(trial.turn * old) : old;
    if (!grid_.stays(r, cell)) return;
    for (std::size_t j = 0; j < state_.size(); ++j)
      if (meet(tag, r, q, j)) return;
    state_.centres[tag] = r;
    state_.orientations[tag] = q;
    ++stats.accepted;
  }

  /// Whether body i, put at r and q, overlaps body j or an image; its own images as it would be.
  bool meet(std::size_t i, Vec3 r, const Orientation& q, std::size_t j) const {
    const std::uint32_t a = state_.type[i];
    const std::uint32_t b = state_.type[j];
    const double reach = radii_[a] + radii_[b];
    for (const Vec3& image : images_) {
      if (i == j && image == Vec3{}) continue;
      const Vec3 r_ab = (i == j ? r : state_.centres[j]) + image - r;
      if (norm2(r_ab) > reach * reach) continue;
      if (pairs_[a * state_.types.size() + b]->overlaps(q, i == j ? q : state_.orientations[j],
                                                        r_ab))
        return true;
    }
    return false;
  }

  void set_box(const shapes::Box& box) {
    state_.box = box;
    images_ = box.images(diameter_ * (1 + 1e-9));
    grid_ = shapes::CellGrid(box, diameter_, state_.size());
  }

  void move_box(std::uint32_t number) {
    const shapes::BoxTrial trial =
        draw_box_trial(random_, step_, number, state_.box, state_.size(), parameters_.box);
    SweepStats& stats = stats_.box[static_cast<std::size_t>(trial.kind)];
    ++stats.trials;
    if (!trial.passes() || !box_is_wide_enough(trial.box, state_, parameters_)) return;
    const Configuration before = state_;
    for (Vec3& r : state_.centres)
      r = trial.box.wrap(trial.box.from_fractional(before.box.fractional(r)));
    set_box(trial.box);
    bool overlap = false;
    for (std::size_t i = 0; i < state_.size() && !overlap; ++i)
      for (std::size_t j = 0; j <= i && !overlap; ++j)
        overlap = meet(i, state_.centres[i], state_.orientations[i], j);
    if (overlap) {
      state_ = before;
      set_box(before.box);
    } else {
      ++stats.accepted;
    }
  }

  Configuration state_;
  RunParameters parameters_;
  Philox random_;
  shapes::MoveLaw law_;
  double diameter_;
  std::vector<double> radii_;
  std::vector<std::unique_ptr<shapes::PairOverlap>> pairs_;  ///< by pair of types, row by row
  std::vector<Vec3> images_;
  shapes::CellGrid grid_;
  shapes::MoveStats stats_;
  std::uint64_t step_ = parameters_.first_step;
};

const bool registered = shapes::register_shape_scheme(
    {.info = {.name = "hpmc/checkerboard-reference",
              .source = "Anderson, Irrgang, Glotzer 2016, section 2.5.2",
              .claims =
                  Claims::global_balance | Claims::conserves_particles | Claims::thread_invariant,
              .timed = false},
     .start = [](const Configuration& start,
                 const RunParameters& p) -> std::unique_ptr<shapes::Simulation> {
       require_runnable(start, p);
       shapes::require_no_domains("hpmc/checkerboard-reference", p.domains);
       return std::make_unique<ShapeCheckerboard>(start, p);
     },
     .all_pairs = true,
     .confined = true,
     .continues = true});

}  // namespace
}  // namespace touchstone::reference
