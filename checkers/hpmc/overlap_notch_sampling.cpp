// checkers/hpmc/overlap_notch_sampling.cpp
// Purpose   Effect of a wrong overlap test on sampling: two bodies in a periodic box, a polygon
//           that fits into the notch of a C, moved alternately by trials that ask the algorithm
//           with the body moved first, as the public HPMC does. The time that the origin of the C
//           spends inside the polygon is compared with exact areas (notch_areas.hpp).
// Source    A defect of the public HPMC 4.8.2: of two simple polygons the answer depended on which
//           was asked first, and detailed balance was broken.
// Cost      A tenth of a second for each algorithm; references make a twentieth of the trials. A
//           program makes 400 000 trials, 200 at a time: 20 s in Python.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "checkers/hpmc/notch_areas.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "statistics/blocking.hpp"
#include "statistics/holm.hpp"
#include "statistics/judge.hpp"
#include "statistics/tails.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::OverlapAlgorithm;
using shapes::OverlapQuestion;
using shapes::PairOverlap;
using shapes::Vec2;

constexpr int kLength = 2000;  ///< trials of a block: some ten visits to the notch
constexpr int kShort = 800;    ///< the same for programs

/// Two bodies, one of which makes a trial at a time.
class TwoBodies {
 public:
  TwoBodies(const Body& plug, const Body& c, PhiloxStream random)
      : plug_(plug), c_(c), random_(random), reach_(circumradius(c) + circumradius(plug)) {}

  /// Draws a trial and adds what is to be asked about it, with the body that moves first; all
  /// images that can be near.
  void propose(std::vector<OverlapQuestion>& questions) {
    const bool plug_moves = random_.below(2) == 0;
    const double step_x = kStep * (2 * random_.uniform() - 1);
    const double step_y = kStep * (2 * random_.uniform() - 1);
    next_ = {wrapped(at_.x + step_x), wrapped(at_.y + step_y)};
    for (const double x : {next_.x - kNotchBox, next_.x, next_.x + kNotchBox})
      for (const double y : {next_.y - kNotchBox, next_.y, next_.y + kNotchBox}) {
        if (x * x + y * y > reach_ * reach_) continue;
        if (plug_moves)
          questions.push_back({&plug_, &c_, {}, {}, {-x, -y, 0}});
        else
          questions.push_back({&c_, &plug_, {}, {}, {x, y, 0}});
      }
  }
  void end_trial(bool overlap) {
    if (!overlap) at_ = next_;
  }
  /// Place of the polygon as the C sees it.
  Vec2 place() const { return at_; }

 private:
  static constexpr double kStep = 0.25;

  static double wrapped(double x) { return x - kNotchBox * std::round(x / kNotchBox); }

  const Body& plug_;
  const Body& c_;
  PhiloxStream random_;
  double reach_;
  Vec2 at_{0.75, 0.75};
  Vec2 next_ = {};
};

/// Independent systems, whose trials are asked about together.
class Systems {
 public:
  Systems(const OverlapAlgorithm& algorithm, int corners, int number, std::uint64_t seed)
      : algorithm_(algorithm), plug_(notch_plug(corners)), c_(shapes::named_body("c-polygon")) {
    const Philox random(seed);
    for (int k = 0; k < number; ++k)
      all_.emplace_back(plug_, c_,
                        random.stream(Purpose::test, 2 + static_cast<std::uint64_t>(k),
                                      static_cast<std::uint32_t>(corners)));
    if (algorithm.answers) return;
    plug_first_ = algorithm.prepare(plug_, c_);
    c_first_ = algorithm.prepare(c_, plug_);
  }

  /// Share for each system of so many trials after which the origin of the C is inside the
  /// polygon.
  std::vector<double> run(int trials) {
    std::vector<double> inside(all_.size());
    const auto& plug = std::get<shapes::SimplePolygon>(plug_);
    for (int i = 0; i < trials; ++i) {
      make_trials();
      for (std::size_t k = 0; k < all_.size(); ++k)
        inside[k] += holds_origin(plug, all_[k].place()) ? 1.0 / trials : 0;
    }
    return inside;
  }

 private:
  void make_trials() {
    std::vector<OverlapQuestion> questions;
    std::vector<std::size_t> ends;
    for (TwoBodies& one : all_) {
      one.propose(questions);
      ends.push_back(questions.size());
    }
    const std::vector<bool> answers = asked(questions);
    auto answer = answers.begin();
    for (std::size_t k = 0; k < all_.size(); ++k) {
      const auto end = answers.begin() + static_cast<std::ptrdiff_t>(ends[k]);
      all_[k].end_trial(std::find(answer, end, true) != end);
      answer = end;
    }
  }
  std::vector<bool> asked(const std::vector<OverlapQuestion>& questions) const {
    if (algorithm_.answers) return algorithm_.answers(questions);
    std::vector<bool> all;
    for (const OverlapQuestion& q : questions)
      all.push_back((q.a == &plug_ ? plug_first_ : c_first_)->overlaps(q.q_a, q.q_b, q.r_ab));
    return all;
  }

  const OverlapAlgorithm& algorithm_;
  Body plug_;
  Body c_;
  std::vector<TwoBodies> all_ = {};
  std::unique_ptr<PairOverlap> plug_first_ = {};
  std::unique_ptr<PairOverlap> c_first_ = {};
};

/// Independent shares of time: blocks of one system, or of a program's answers one block each of
/// many systems, which it is asked about together.
std::vector<double> shares_of_time(const OverlapAlgorithm& algorithm, int corners,
                                   const CheckContext& context) {
  if (algorithm.answers) {
    const int systems = std::max(10, static_cast<int>(200 * context.effort));
    Systems all(algorithm, corners, systems, context.seed);
    all.run(kShort / 2);
    return all.run(kShort);
  }
  Systems one(algorithm, corners, 1, context.seed);
  one.run(kLength);
  std::vector<double> shares;
  const double blocks = (algorithm.reference ? 10 : 200) * context.effort;
  for (int k = 0; k < std::max(10, static_cast<int>(blocks)); ++k)
    shares.push_back(one.run(kLength).front());
  return shares;
}

CheckResult notch_sampling(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  if (!algorithm.takes(BodyClass::simple_polygon, BodyClass::simple_polygon))
    return {.verdict = Verdict::not_run, .detail = "it takes no simple polygons"};
  constexpr std::array kCorners = {12, 6};
  CheckResult result{.verdict = Verdict::pass, .unit = "z", .false_alarm = context.false_alarm};
  double worst = 1;
  for (const int corners : kCorners) {
    const std::vector<double> shares = shares_of_time(algorithm, corners, context);
    const Estimate found = estimate_independent(shares);
    const double exact = notch_probability(corners);
    const double p = student_two_sided((found.mean - exact) / found.standard_error,
                                       static_cast<double>(shares.size()) - 1);
    result.trials +=
        static_cast<std::uint64_t>(algorithm.answers ? kShort : kLength) * shares.size();
    result.smallest_effect = std::max(result.smallest_effect, 5 * found.standard_error);
    result.params["series"]["notch"].push_back({{"corners", corners},
                                                {"found", found.mean},
                                                {"error", found.standard_error},
                                                {"exact", exact}});
    if (!(p >= worst) && !std::isnan(worst)) {
      worst = p;
      result.detail = fmt::format("{}-gon: {:.4f} +- {:.4f}, exact {:.5f}", corners, found.mean,
                                  found.standard_error, exact);
    }
  }
  result.p = bonferroni(worst, kCorners.size());
  result.value = two_sided_z(*result.p);
  result.verdict = verdict_of(*result.p, context.false_alarm);
  return result;
}

const bool registered = register_check(
    OverlapCheck{.name = "overlap/notch sampling",
                 .shows = "a body in the notch of another is found there as often as areas say",
                 .run = notch_sampling,
                 .only = {.asks_in_turn = true}});

}  // namespace
}  // namespace touchstone::hpmc
