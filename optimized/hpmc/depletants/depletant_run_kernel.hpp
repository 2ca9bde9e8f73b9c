// optimized/hpmc/depletants/depletant_run_kernel.hpp
// Purpose   A serial run of hard shapes among implicit depletants and on the springs of an Einstein
//           crystal, with a tree of boxes; energies change by what one body changes.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.2; Glaser, Karas, Glotzer 2015, section II;
//           the law of models/hpmc/depletants_and_springs.hpp.
// Cost      O(log N) for each trial, and the bodies near it for each depletant: those in reach are
//           looked up once for all depletants of a trial, and the one that kept the last depletant
//           out is asked first.
// Not here  Depletants and springs themselves (implicit_terms.hpp), domains and moves of the box
//           (domain_run_kernel.hpp).
#pragma once
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "models/hpmc/depletants_and_springs.hpp"
#include "optimized/hpmc/depletants/implicit_terms.hpp"
#include "optimized/hpmc/screen/pair_tests.hpp"
#include "optimized/hpmc/tree/box_tree_kernel.hpp"

namespace touchstone::optimized {

template <class PairTest>
class DepletantRun final : public shapes::Simulation {
 public:
  DepletantRun(const shapes::Configuration& start, const shapes::RunParameters& p,
               const shapes::DepletantsAndSprings& s)
      : state_(runnable(start, p, s)),
        parameters_(p),
        random_(p.seed),
        law_(move_law(start, p)),
        overlap_(start),
        depletant_(start, s.depletants),
        springs_(start, s.springs),
        fugacity_(s.depletants.fugacity),
        depletant_radius_(fugacity_ > 0 ? circumradius(s.depletants.body) : 0) {
    for (const shapes::Body& body : state_.types) type_radii_.push_back(circumradius(body));
    for (const std::uint32_t type : state_.type) radii_.push_back(type_radii_[type]);
    widest_ = largest_diameter(start) / 2;
    images_ = state_.box.images(image_range(start, p) + 2 * depletant_radius_);
    const auto w = state_.box.plane_distances();
    const double path = p.sweeps_per_step * p.max_displacement;
    for (std::size_t k = 0; k < 3; ++k)
      inside_[k] = std::isfinite(w[k]) ? 0.5 - 2 * (widest_ + path + depletant_radius_) / w[k]
                                       : std::numeric_limits<double>::infinity();
    plant();
    for (std::uint32_t i = 0; i < state_.size(); ++i)
      for_each_near(state_.centres[i], widest_, [&](std::uint32_t j, shapes::Vec3 r, bool home) {
        if ((j != i || !home) && overlap_(state_.type[i], state_.orientations[i], state_.type[j],
                                          state_.orientations[j], r))
          throw shapes::OverlapError(std::min(i, j), std::max(i, j));
        return false;
      });
  }

  void advance(std::uint64_t steps) override {
    const auto sweeps = static_cast<std::uint64_t>(parameters_.sweeps_per_step);
    const auto count = static_cast<std::uint32_t>(state_.size());
    for (; steps > 0; --steps, ++step_) {
      plant();
      const bool reversed = shapes::reverse_order(random_, step_, 0);
      for (std::uint64_t sweep = step_ * sweeps; sweep < (step_ + 1) * sweeps; ++sweep)
        for (std::uint32_t k = 0; k < count; ++k) trial(reversed ? count - 1 - k : k, sweep);
    }
    for (shapes::Vec3& r : state_.centres) r = state_.box.wrap(r);
  }
  shapes::Configuration configuration() const override { return state_; }
  shapes::MoveStats stats() const override { return stats_; }
  std::size_t memory_bytes() const override {
    return tree_.memory_bytes() + state_.size() * (sizeof(shapes::Vec3) * 2 + 48);
  }

 private:
  struct Near {
    std::uint32_t type;
    shapes::Orientation q;
    shapes::Vec3 r;  ///< from the centre of the moved body
  };

  static const shapes::Configuration& runnable(const shapes::Configuration& start,
                                               const shapes::RunParameters& p,
                                               const shapes::DepletantsAndSprings& s) {
    require_runnable(start, p, s);
    return start;
  }

  /// A new tree; a step begins with all bodies in the box.
  void plant() {
    for (shapes::Vec3& r : state_.centres) r = state_.box.wrap(r);
    tree_.build(state_.centres, radii_);
    leaf_of_.resize(state_.size());
    const auto leaves = tree_.leaves();
    for (std::uint32_t l = 0; l < leaves.size(); ++l)
      for (std::uint32_t k = 0; k < leaves[l].count; ++k)
        leaf_of_[tree_.order()[leaves[l].first + k]] = l;
  }

  /// visit(j, r_j - r, home) for bodies and images whose circumspheres may meet a ball, until one
  /// returns true; whether one did.
  template <class Visit>
  bool for_each_near(shapes::Vec3 r, double radius, Visit&& visit) const {
    const shapes::Vec3 f = state_.box.fractional(r);
    const bool inside =
        std::abs(f.x) < inside_[0] && std::abs(f.y) < inside_[1] && std::abs(f.z) < inside_[2];
    for (const shapes::Vec3& image : images_) {
      const bool home = image == shapes::Vec3{};
      if (inside && !home) continue;
      const bool found = tree_.any(FloatBox::around(r - image, radius), [&](std::uint32_t leaf) {
        const auto& members = tree_.leaves()[leaf];
        for (std::uint32_t k = members.first; k < members.first + members.count; ++k) {
          const std::uint32_t j = tree_.order()[k];
          if (visit(j, state_.centres[j] + image - r, home)) return true;
        }
        return false;
      });
      if (found) return true;
    }
    return false;
  }

  void trial(std::uint32_t tag, std::uint64_t sweep) {
    const PhiloxStream stream = random_.stream(Purpose::shape_move, sweep, tag);
    const shapes::Trial trial = draw_trial(stream, stream.block(0), law_);
    SweepStats& stats = trial.rotation ? stats_.rotations : stats_.translations;
    ++stats.trials;
    const shapes::Orientation& old = state_.orientations[tag];
    const shapes::Vec3 r = state_.centres[tag] + trial.step;
    const shapes::Orientation q = trial.rotation ? normalised(trial.turn * old) : old;
    // Springs cost least, and depletants most.
    if (springs_.any()) {
      if (!trial.rotation && springs_.holds(tag)) return;
      const double change =
          trial.rotation ? springs_.of_turn(tag, old, q) : springs_.of_step(tag, trial.step);
      const PhiloxBlock words = stream.block(shapes::kSpringBlock);
      if (change > 0 && !(shapes::unit_number(words[0], words[1]) < std::exp(-change))) return;
    }
    if (blocked(tag, r, q) || (fugacity_ > 0 && squeezes_depletant(tag, r, q, stream))) return;
    ++stats.accepted;
    state_.centres[tag] = r;
    state_.orientations[tag] = q;
    if (trial.rotation) return;
    springs_.moved(tag, trial.step);
    tree_.grow(leaf_of_[tag], FloatBox::around(r, radii_[tag]));
  }

  bool blocked(std::uint32_t tag, shapes::Vec3 r, const shapes::Orientation& q) const {
    return for_each_near(r, radii_[tag], [&](std::uint32_t j, shapes::Vec3 r_ab, bool home) {
      if (j != tag)
        return overlap_(state_.type[tag], q, state_.type[j], state_.orientations[j], r_ab);
      // Its own images move with it: their distance is the image itself.
      return !home &&
             overlap_(state_.type[tag], q, state_.type[tag], q, r_ab + r - state_.centres[tag]);
    });
  }

  /// Whether one of the depletants drawn is where the body would be and nobody is.
  bool squeezes_depletant(std::uint32_t tag, shapes::Vec3 r, const shapes::Orientation& q,
                          const PhiloxStream& stream) {
    const double radius = radii_[tag] + depletant_radius_;
    const int count = shapes::draw_number_of_depletants(
        stream, fugacity_ * shapes::ball_volume(radius, law_.plane));
    near_.clear();
    for (int k = 0; k < count; ++k) {
      const shapes::Vec3 p = shapes::draw_depletant_place(stream, k, radius, law_.plane);
      const shapes::Orientation t = shapes::draw_depletant_turn(stream, k, law_.plane);
      if (!depletant_(state_.type[tag], q, p, t)) continue;
      if (near_.empty()) look_around(tag, r);
      if (!kept_out(p, t)) return true;
    }
    return false;
  }

  /// All bodies, as they are, that a depletant near the moved one may overlap; itself first.
  void look_around(std::uint32_t tag, shapes::Vec3 r) {
    near_.push_back({state_.type[tag], state_.orientations[tag], state_.centres[tag] - r});
    const double reach = radii_[tag] + 2 * depletant_radius_;
    for_each_near(r, reach, [&](std::uint32_t j, shapes::Vec3 from, bool home) {
      const double most = reach + radii_[j];
      if ((j != tag || !home) && norm2(from) <= most * most)
        near_.push_back({state_.type[j], state_.orientations[j], from});
      return false;
    });
  }

  bool kept_out(shapes::Vec3 p, const shapes::Orientation& turn) {
    for (std::size_t k = 0; k < near_.size(); ++k)
      if (depletant_(near_[k].type, near_[k].q, p - near_[k].r, turn)) {
        if (k > 0) std::swap(near_[0], near_[k]);
        return true;
      }
    return false;
  }

  shapes::Configuration state_;
  shapes::RunParameters parameters_;
  Philox random_;
  shapes::MoveLaw law_;
  PairTest overlap_;
  DepletantTest depletant_;
  SpringChange springs_;
  double fugacity_;
  double depletant_radius_;
  double widest_ = 0;
  std::vector<double> type_radii_;
  std::vector<double> radii_;  ///< radii of bodies
  std::vector<shapes::Vec3> images_;
  std::array<double, 3> inside_ = {};
  BoxTree tree_;
  std::vector<std::uint32_t> leaf_of_;
  std::vector<Near> near_;
  shapes::MoveStats stats_;
  std::uint64_t step_ = parameters_.first_step;
};

}  // namespace touchstone::optimized
