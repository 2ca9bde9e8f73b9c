// optimized/hpmc/depletants/implicit_terms.hpp
// Purpose   Depletants and springs at one body: whether a depletant overlaps it, and how the energy
//           of springs changes when it is moved.
// Source    The law of models/hpmc/depletants_and_springs.hpp.
// Cost      Constant; a body with a symmetry group looks at each of its elements.
#pragma once
#include <memory>
#include <variant>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/depletant_law.hpp"
#include "models/hpmc/depletants_and_springs.hpp"

namespace touchstone::optimized {

/// Whether a depletant overlaps a body, by type.
class DepletantTest {
 public:
  DepletantTest(const shapes::Configuration& c, const shapes::Depletants& depletants) {
    if (!(depletants.fugacity > 0)) return;
    for (const shapes::Body& body : c.types) {
      const double reach = circumradius(body) + circumradius(depletants.body);
      reach2_.push_back(reach * reach);
      round_.push_back(is_round(body) && is_round(depletants.body));
      pairs_.push_back(prepare(body, depletants.body));
    }
  }
  bool operator()(std::uint32_t type, const shapes::Orientation& q, shapes::Vec3 from_body,
                  const shapes::Orientation& turn) const {
    return norm2(from_body) <= reach2_[type] &&
           (round_[type] || pairs_[type]->overlaps(q, turn, from_body));
  }

 private:
  static bool is_round(const shapes::Body& body) {
    return std::holds_alternative<shapes::Disk>(body) || std::holds_alternative<shapes::Ball>(body);
  }
  std::vector<double> reach2_;
  std::vector<bool> round_;
  std::vector<std::unique_ptr<shapes::PairOverlap>> pairs_;
};

/// The change of beta U, from the path of each body and their sum.
class SpringChange {
 public:
  SpringChange(const shapes::Configuration& c, const shapes::Springs& springs)
      : springs_(springs), path_(c.size()) {
    if (!(springs.spring > 0)) return;
    for (std::size_t i = 0; i < c.size(); ++i) {
      path_[i] = c.box.nearest(c.box.wrap(c.centres[i]) - springs.sites[i]);
      sum_ = sum_ + path_[i];
    }
  }
  bool any() const { return springs_.any(); }
  bool holds(std::uint32_t tag) const {
    return springs_.anchor == shapes::Anchor::first_body && tag == 0;
  }
  double of_step(std::uint32_t tag, shapes::Vec3 step) const {
    double change = dot(path_[tag], step) + 0.5 * norm2(step);
    if (springs_.anchor == shapes::Anchor::centre_of_mass)
      change -= (dot(sum_, step) + 0.5 * norm2(step)) / static_cast<double>(path_.size());
    return springs_.spring * change;
  }
  double of_turn(std::uint32_t tag, const shapes::Orientation& from,
                 const shapes::Orientation& to) const {
    if (!(springs_.turning > 0)) return 0;
    const shapes::Orientation& site = springs_.orientations[tag];
    return springs_.turning * (turning_energy(to, site, springs_.symmetry) -
                               turning_energy(from, site, springs_.symmetry));
  }
  void moved(std::uint32_t tag, shapes::Vec3 step) {
    path_[tag] = path_[tag] + step;
    sum_ = sum_ + step;
  }

 private:
  shapes::Springs springs_;
  std::vector<shapes::Vec3> path_;
  shapes::Vec3 sum_ = {};
};

}  // namespace touchstone::optimized
