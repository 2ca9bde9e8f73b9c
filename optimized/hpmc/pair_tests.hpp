// optimized/hpmc/pair_tests.hpp
// Purpose   The last word about two bodies whose circumspheres are near: for disks and balls the
//           distance in double precision; for others circumspheres, inner balls, and then the
//           fastest algorithm for the two types.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2.
#pragma once
#include <memory>
#include <variant>
#include <vector>

#include "models/shapes/configuration.hpp"
#include "models/shapes/overlap.hpp"

namespace touchstone::optimized {

/// Squares of distances, by pair of types.
class Distances {
 public:
  Distances(const shapes::Configuration& c, bool inner) : types_(c.types.size()) {
    for (const shapes::Body& a : c.types)
      for (const shapes::Body& b : c.types) {
        const double reach = circumradius(a) + circumradius(b);
        // A little less than the sum: the kernels decide about what is that near.
        const double core = inner ? (inradius(a) + inradius(b)) * (1 - 1e-9) : 0;
        outer2_.push_back(reach * reach);
        inner2_.push_back(core * core);
      }
  }
  std::size_t pair(std::uint32_t a, std::uint32_t b) const { return a * types_ + b; }
  double outer2(std::size_t pair) const { return outer2_[pair]; }
  double inner2(std::size_t pair) const { return inner2_[pair]; }

 private:
  std::size_t types_;
  std::vector<double> outer2_;
  std::vector<double> inner2_;
};

/// Disks and balls only.
class RoundTest {
 public:
  static bool takes(const shapes::Configuration& c) {
    for (const shapes::Body& body : c.types)
      if (!std::holds_alternative<shapes::Disk>(body) &&
          !std::holds_alternative<shapes::Ball>(body))
        return false;
    return true;
  }
  explicit RoundTest(const shapes::Configuration& c) : distances_(c, false) {}
  bool operator()(std::uint32_t a, const shapes::Orientation&, std::uint32_t b,
                  const shapes::Orientation&, shapes::Vec3 r_ab) const {
    return norm2(r_ab) <= distances_.outer2(distances_.pair(a, b));
  }

 private:
  Distances distances_;
};

class AnyTest {
 public:
  explicit AnyTest(const shapes::Configuration& c) : distances_(c, true) {
    for (const shapes::Body& a : c.types)
      for (const shapes::Body& b : c.types) pairs_.push_back(prepare(a, b));
  }
  bool operator()(std::uint32_t a, const shapes::Orientation& qa, std::uint32_t b,
                  const shapes::Orientation& qb, shapes::Vec3 r_ab) const {
    const std::size_t pair = distances_.pair(a, b);
    const double d2 = norm2(r_ab);
    if (d2 > distances_.outer2(pair)) return false;
    return d2 < distances_.inner2(pair) || pairs_[pair]->overlaps(qa, qb, r_ab);
  }

 private:
  Distances distances_;
  std::vector<std::unique_ptr<shapes::PairOverlap>> pairs_;
};

}  // namespace touchstone::optimized
