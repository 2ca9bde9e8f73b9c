// optimized/hpmc/screen/pair_tests.hpp
// Purpose   The last word about two bodies whose circumspheres are near: for disks and balls the
//           distance in double precision; for others circumspheres, inner balls, and then the
//           fastest algorithm for the two types; and the same after screens in single precision.
// Source    Anderson, Irrgang, Glotzer 2016, sections 2.2 and 3.
#pragma once
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/configuration.hpp"
#include "optimized/hpmc/screen/pair_screen.hpp"

namespace touchstone::optimized {

/// Squares of distances, by pair of types.
class Distances {
 public:
  Distances(const shapes::Configuration& c, bool inner) : types_(c.types.size()) {
    for (const shapes::Body& a : c.types)
      for (const shapes::Body& b : c.types) {
        const double reach = circumradius(a) + circumradius(b);
        // A little less than the sum: the kernels decide about what is that near.
        const double in_a = inradius(a), in_b = inradius(b);
        // Not known of one of them: the centre may lie outside of the body.
        const bool known = inner && in_a > 0 && in_b > 0;
        const double core = known ? (in_a + in_b) * (1 - 1e-9) : 0;
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
  static constexpr bool kScreens = false;
  static constexpr bool kRound = true;  ///< whether centres decide
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
  static constexpr bool kScreens = false;
  static constexpr bool kRound = false;
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

/// The same answers, most of them by screens in single precision, which the sampler asks first.
class ScreenedTest : public AnyTest {
 public:
  static constexpr bool kScreens = true;
  explicit ScreenedTest(const shapes::Configuration& c, double slack = ScreenPair::kSlack)
      : AnyTest(c), slack_(slack) {
    for (const shapes::Body& body : c.types) bodies_.emplace_back(body);
    const ScreenKernels& kernels = best_screen_kernels();
    screen_ = c.box.dimensions == 2 ? kernels.plane : kernels.space;
  }
  ScreenedTest(const ScreenedTest&) = delete;  // screens refer to bodies
  ScreenedTest& operator=(const ScreenedTest&) = delete;

  /// Screens by pair of types, as Distances::pair(); nothing for bodies without a screen.
  std::vector<std::optional<ScreenPair>> screens(double place) const {
    std::vector<std::optional<ScreenPair>> all;
    for (const ScreenBody& a : bodies_)
      for (const ScreenBody& b : bodies_)
        all.push_back(a.usable && b.usable ? std::optional(ScreenPair(a, b, place, slack_))
                                           : std::nullopt);
    return all;
  }
  /// The matrix of a body after its trial was accepted.
  static void keep(FloatTurn& kept, const FloatTurn& now) { kept = now; }
  void screen(const ScreenPair& pair, const FloatTurn& a, const FloatTurn* turns, NearBodies& near,
              ScreenVerdict& verdict) const {
    screen_(pair, a, turns, near, verdict);
  }

 private:
  double slack_;
  std::vector<ScreenBody> bodies_;
  void (*screen_)(const ScreenPair&, const FloatTurn&, const FloatTurn*, NearBodies&,
                  ScreenVerdict&);
};

}  // namespace touchstone::optimized
