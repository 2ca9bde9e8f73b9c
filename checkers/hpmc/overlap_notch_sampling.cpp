// checkers/hpmc/overlap_notch_sampling.cpp
// Purpose   Effect of a wrong overlap test on sampling: two bodies in a periodic box, a polygon
//           that fits into the notch of a C, moved alternately by trials that ask the algorithm
//           with the body moved first, as the public HPMC does. The time that the origin of the C
//           spends inside the polygon is compared with exact areas (notch_areas.hpp).
// Source    A defect of the public HPMC 4.8.2: of two simple polygons the answer depended on which
//           was asked first, and detailed balance was broken.
// Cost      A tenth of a second for each algorithm; references make a twentieth of the trials.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "checkers/hpmc/notch_areas.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "statistics/blocking.hpp"
#include "statistics/judge.hpp"
#include "statistics/tails.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::OverlapAlgorithm;
using shapes::PairOverlap;
using shapes::Vec2;

class TwoBodies {
 public:
  TwoBodies(const OverlapAlgorithm& algorithm, int corners, std::uint64_t seed)
      : plug_(notch_plug(corners)),
        random_(Philox(seed).stream(Purpose::test, 2, static_cast<std::uint32_t>(corners))) {
    const Body c = shapes::named_body("c-polygon");
    reach_ = circumradius(c) + circumradius(Body{plug_});
    plug_first_ = algorithm.prepare(Body{plug_}, c);
    c_first_ = algorithm.prepare(c, Body{plug_});
  }
  /// The share of so many trials after which the origin of the C is inside the polygon.
  double run(int trials) {
    int inside = 0;
    for (int i = 0; i < trials; ++i) {
      const bool plug_moves = random_.below(2) == 0;
      const double step_x = kStep * (2 * random_.uniform() - 1);
      const double step_y = kStep * (2 * random_.uniform() - 1);
      const Vec2 next{wrapped(at_.x + step_x), wrapped(at_.y + step_y)};
      if (!overlap(next, plug_moves)) at_ = next;
      inside += holds_origin(plug_, at_) ? 1 : 0;
    }
    return static_cast<double>(inside) / trials;
  }

 private:
  static constexpr double kStep = 0.25;

  static double wrapped(double x) { return x - kNotchBox * std::round(x / kNotchBox); }
  /// `p` is the place of the polygon as the C sees it; all images that can be near.
  bool overlap(Vec2 p, bool plug_moves) const {
    for (const double x : {p.x - kNotchBox, p.x, p.x + kNotchBox})
      for (const double y : {p.y - kNotchBox, p.y, p.y + kNotchBox}) {
        if (x * x + y * y > reach_ * reach_) continue;
        if (plug_moves ? plug_first_->overlaps({}, {}, {-x, -y, 0})
                       : c_first_->overlaps({}, {}, {x, y, 0}))
          return true;
      }
    return false;
  }
  shapes::SimplePolygon plug_;
  PhiloxStream random_;
  double reach_ = 0;
  std::unique_ptr<PairOverlap> plug_first_;
  std::unique_ptr<PairOverlap> c_first_;
  Vec2 at_{0.75, 0.75};
};

CheckResult notch_sampling(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  if (!algorithm.takes(BodyClass::simple_polygon, BodyClass::simple_polygon))
    return {.verdict = Verdict::not_run, .detail = "it takes no simple polygons"};
  constexpr std::array kCorners = {12, 6};
  constexpr int kLength = 2000;  // of a block: some ten visits to the notch
  const int blocks =
      static_cast<int>(std::max(10.0, (algorithm.reference ? 10 : 200) * context.effort));
  CheckResult result{.verdict = Verdict::pass, .unit = "z", .false_alarm = context.false_alarm};
  double worst = 1;
  for (const int corners : kCorners) {
    TwoBodies bodies(algorithm, corners, context.seed);
    bodies.run(kLength);
    std::vector<double> shares;
    for (int k = 0; k < blocks; ++k) shares.push_back(bodies.run(kLength));
    const Estimate found = estimate_independent(shares);
    const double exact = notch_probability(corners);
    const double p = student_two_sided((found.mean - exact) / found.standard_error, blocks - 1.0);
    result.trials += static_cast<std::uint64_t>(kLength) * static_cast<std::uint64_t>(blocks);
    result.smallest_effect = std::max(result.smallest_effect, 5 * found.standard_error);
    result.params["series"]["notch"].push_back({{"corners", corners},
                                                {"found", found.mean},
                                                {"error", found.standard_error},
                                                {"exact", exact}});
    if (p < worst || std::isnan(p)) {
      worst = p;
      result.detail = fmt::format("{}-gon: {:.4f} +- {:.4f}, exact {:.5f}", corners, found.mean,
                                  found.standard_error, exact);
    }
  }
  result.p = std::min(1.0, worst * kCorners.size());
  result.value = two_sided_z(*result.p);
  result.verdict = verdict_of(*result.p, context.false_alarm);
  return result;
}

const bool registered = register_check(
    OverlapCheck{.name = "overlap/notch sampling",
                 .shows = "a body in the notch of another is found there as often as areas say",
                 .run = notch_sampling});

}  // namespace
}  // namespace touchstone::hpmc
