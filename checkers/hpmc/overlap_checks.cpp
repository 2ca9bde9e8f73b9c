// checkers/hpmc/overlap_checks.cpp
// Purpose   What every overlap algorithm must satisfy: the answer of the reference for random pairs
// and
//           for pairs near contact, the same answer with the bodies exchanged, turned, moved and
//           made larger or smaller, contact is overlap, iterations end, and foreign classes are
//           refused.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2; what the public code's own tests lack.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checkers/hpmc/overlap_check.hpp"
#include "checkers/hpmc/placements.hpp"
#include "checkers/hpmc/test_bodies.hpp"
#include "models/shapes/named.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAlgorithm;
using shapes::OverlapAnswer;
using shapes::PairOverlap;
using shapes::Vec3;

/// References are slow: they are asked about some of the pairs only.
bool is_left_out(const OverlapAlgorithm& algorithm, const PlacedPair& pair, const Placement& p) {
  return algorithm.reference && (&p - pair.placements.data()) % 16 != 1;
}

/// Counts answers that are not as expected, and keeps the first.
struct Tally {
  std::uint64_t asked = 0;
  std::uint64_t wrong = 0;
  std::string first = {};

  void expect(bool found, const PlacedPair& pair, const Placement& p, const char* how) {
    ++asked;
    if (found == p.truth.overlap) return;
    if (wrong++ > 0) return;
    first = fmt::format(
        "{} and {}, {}: says {}, reference {} (margin {:.3g}); q_a {} {} {} {}, q_b {} {} {} {}, "
        "r {} {} {}",
        name(class_of(*pair.a)), name(class_of(*pair.b)), how, found ? "overlap" : "apart",
        p.truth.overlap ? "overlap" : "apart", p.truth.margin, p.q_a.s, p.q_a.x, p.q_a.y, p.q_a.z,
        p.q_b.s, p.q_b.x, p.q_b.y, p.q_b.z, p.r.x, p.r.y, p.r.z);
  }
  CheckResult result(const std::string& all_well) const {
    if (asked == 0) return {.verdict = Verdict::not_run, .detail = "no pair that it takes"};
    return count_violations(wrong, asked, first, all_well);
  }
};

/// `visit(pair, prepared, placement)` for the clear placements chosen by `wanted`.
template <class Wanted, class Visit>
void visit_clear(const OverlapAlgorithm& algorithm, const CheckContext& context, Wanted wanted,
                 Visit visit) {
  for (const PlacedPair* pair : pairs_for(algorithm, context.seed, context.effort)) {
    const auto prepared = algorithm.prepare(*pair->a, *pair->b);
    for (const Placement& p : pair->placements)
      if (wanted(p) && pair->is_clear(p, algorithm.resolution) && !is_left_out(algorithm, *pair, p))
        visit(*pair, *prepared, p);
  }
}

CheckResult agreement(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  Tally tally;
  visit_clear(
      algorithm, context, [](const Placement& p) { return p.gap == 0; },
      [&](const PlacedPair& pair, const PairOverlap& prepared, const Placement& p) {
        tally.expect(prepared.overlaps(p.q_a, p.q_b, p.r), pair, p, "random");
      });
  return tally.result("the reference's answer for all random pairs");
}

CheckResult near_contact(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  Tally tally;
  visit_clear(
      algorithm, context, [](const Placement& p) { return p.gap != 0; },
      [&](const PlacedPair& pair, const PairOverlap& prepared, const Placement& p) {
        tally.expect(prepared.overlaps(p.q_a, p.q_b, p.r), pair, p,
                     fmt::format("gap {:g}", p.gap).c_str());
        const OverlapAnswer answer = prepared.answer(p.q_a, p.q_b, p.r);
        // Margins of two algorithms, where both prove a bound: the intervals meet.
        const double apart = std::abs(answer.margin - p.truth.margin);
        tally.expect(apart > answer.error + 2 * p.truth.error ? !p.truth.overlap : p.truth.overlap,
                     pair, p, "proved margins differ");
      });
  return tally.result("the reference's answer at relative gaps of 1e-2 to 1e-6, and its margin");
}

CheckResult symmetry(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  Tally tally;
  for (const PlacedPair* pair : pairs_for(algorithm, context.seed, context.effort)) {
    if (!algorithm.takes(class_of(*pair->b), class_of(*pair->a))) continue;
    const auto exchanged = algorithm.prepare(*pair->b, *pair->a);
    for (const Placement& p : pair->placements)
      if (pair->is_clear(p, algorithm.resolution) && !is_left_out(algorithm, *pair, p))
        tally.expect(exchanged->overlaps(p.q_b, p.q_a, -p.r), *pair, p, "a and b exchanged");
  }
  return tally.result("a and b can be exchanged");
}

CheckResult motion(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  Tally tally;
  visit_clear(
      algorithm, context, [](const Placement&) { return true; },
      [&](const PlacedPair& pair, const PairOverlap& prepared, const Placement& p) {
        const auto index = static_cast<std::uint32_t>(tally.asked);
        const Orientation q = random_orientation(context.seed, index, dimensions(*pair.a) == 2);
        const Vec3 r = shapes::Rotation(q)(p.r);
        tally.expect(prepared.overlaps(q * p.q_a, q * p.q_b, r), pair, p, "turned together");
        const Orientation minus{-p.q_b.s, -p.q_b.x, -p.q_b.y, -p.q_b.z};
        tally.expect(prepared.overlaps(p.q_a, minus, p.r), pair, p, "the other sign of q_b");
        const Vec3 far = 64 * pair.size * Vec3{0.3, -0.7, dimensions(*pair.a) == 2 ? 0 : 0.5};
        if (pair.is_clear(p, std::max(algorithm.resolution, 1e-12)))
          tally.expect(prepared.overlaps(p.q_a, p.q_b, (far + p.r) - far), pair, p,
                       "moved together");
      });
  return tally.result("bodies can be turned and moved together");
}

CheckResult scale(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  Tally tally;
  for (const double factor : {1e-4, 1e-2, 1e2, 1e4})
    for (const PlacedPair* pair : pairs_for(algorithm, context.seed, context.effort)) {
      const auto prepared = algorithm.prepare(scaled(*pair->a, factor), scaled(*pair->b, factor));
      for (const Placement& p : pair->placements) {
        if (is_left_out(algorithm, *pair, p)) continue;
        if (pair->is_clear(p, std::max(algorithm.resolution, 1e-13)))
          tally.expect(prepared->overlaps(p.q_a, p.q_b, factor * p.r), *pair, p,
                       fmt::format("all lengths times {:g}", factor).c_str());
      }
    }
  return tally.result("bodies from 1e-4 to 1e4 times as large");
}

/// Whole numbers: bodies of equal orientation that touch exactly, and by one unit in the last place
/// more or less.
CheckResult touching(const OverlapAlgorithm& algorithm, const CheckContext&) {
  if (!algorithm.touching)
    return {.verdict = Verdict::not_claimed, .detail = "the algorithm does not claim this"};
  const struct {
    Body body;
    std::vector<Vec3> contacts;
  } cases[] = {
      {shapes::Disk{0.5}, {{1, 0, 0}, {0, -1, 0}}},
      {shapes::Ball{0.5}, {{1, 0, 0}, {0, 0, -1}}},
      {shapes::SphereUnion{{{-1, 0, 0}, {1, 0, 0}}, {0.5, 0.5}, {1, 1}}, {{3, 0, 0}, {0, 1, 0}}},
      {shapes::ConvexPolygon{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}},
       {{2, 0, 0}, {2, 2, 0}, {-2, 0.5, 0}, {0.25, -2, 0}}},
      {shapes::SimplePolygon{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}},
       {{2, 0, 0}, {2, 2, 0}, {-2, 0.5, 0}, {0.25, -2, 0}}},
      {shapes::Spheropolygon{{{-1, 0}, {1, 0}}, 0.5}, {{3, 0, 0}, {0, 1, 0}, {0.5, -1, 0}}},
      {shapes::ConvexPolyhedron{{{-1, -1, -1},
                                 {1, -1, -1},
                                 {-1, 1, -1},
                                 {1, 1, -1},
                                 {-1, -1, 1},
                                 {1, -1, 1},
                                 {-1, 1, 1},
                                 {1, 1, 1}}},
       {{2, 0, 0}, {0, 2, 2}, {-2, 0.5, 0.25}, {2, 2, 2}, {-2, 2, -2}, {0.125, 0.5, -2}}},
      {shapes::Spheropolyhedron{{{-1, 0, 0}, {1, 0, 0}}, 0.5},
       {{3, 0, 0}, {0, 1, 0}, {0.5, 0, -1}}}};
  Tally tally;
  for (const auto& one : cases) {
    if (!algorithm.takes(class_of(one.body), class_of(one.body))) continue;
    const PlacedPair pair{&one.body, &one.body, 2 * circumradius(one.body), {}};
    const auto prepared = algorithm.prepare(one.body, one.body);
    for (const Vec3& r : one.contacts) {
      const auto ask = [&](Vec3 at, bool overlap, const char* how) {
        const Placement p{{}, {}, at, {.overlap = overlap, .margin = 0}};
        tally.expect(prepared->overlaps({}, {}, at), pair, p, how);
      };
      ask(r, true, "in contact");
      ask((1 - 0x1p-30) * r, true, "just inside");
      ask((1 + 0x1p-30) * r, false, "just outside");
    }
  }
  return tally.result("contact is overlap");
}

CheckResult iterations(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  constexpr std::uint32_t kMost = 150;  // below every limit
  std::uint64_t asked = 0;
  std::uint64_t bad = 0;
  std::uint64_t sum = 0;
  std::uint32_t most = 0;
  visit_clear(
      algorithm, context, [](const Placement&) { return true; },
      [&](const PlacedPair&, const PairOverlap& prepared, const Placement& p) {
        const OverlapAnswer answer = prepared.answer(p.q_a, p.q_b, p.r);
        ++asked;
        sum += answer.iterations;
        most = std::max(most, answer.iterations);
        bad += answer.gave_up || answer.iterations > kMost ? 1 : 0;
      });
  if (asked == 0 || (most == 0 && bad == 0))
    return {.verdict = Verdict::not_run, .detail = "it does not iterate"};
  const std::string seen = fmt::format("{:.2f} iterations in the mean, {} at most",
                                       static_cast<double>(sum) / static_cast<double>(asked), most);
  CheckResult result = count_violations(bad, asked, seen, seen);
  result.params["mean_iterations"] = static_cast<double>(sum) / static_cast<double>(asked);
  result.params["most_iterations"] = most;
  return result;
}

/// A 12-gon in the notch of a C of 8 vertices, around the origin of the C, which is outside it.
CheckResult notch(const OverlapAlgorithm& algorithm, const CheckContext&) {
  if (!algorithm.takes(BodyClass::simple_polygon, BodyClass::simple_polygon))
    return {.verdict = Verdict::not_run, .detail = "it takes no simple polygons"};
  const Body c = shapes::named_body("c-polygon");
  const Body plug = shapes::SimplePolygon{shapes::regular_polygon(12, 0.15).vertices};
  Tally tally;
  const auto ask = [&](const Body& a, const Body& b, Vec3 r) {
    const PlacedPair pair{&a, &b, 1, {}};
    const Placement p{{}, {}, r, {.overlap = false, .margin = 0.1}};
    tally.expect(algorithm.prepare(a, b)->overlaps({}, {}, r), pair, p, "in the notch");
  };
  for (const Vec3 at : {Vec3{0.05, 0, 0}, Vec3{0, 0.02, 0}, Vec3{-0.05, -0.05, 0}}) {
    ask(plug, c, -at);
    ask(c, plug, at);
  }
  return tally.result("a body in the notch of another does not overlap");
}

CheckResult special_places(const OverlapAlgorithm& algorithm, const CheckContext&) {
  Tally tally;
  const double away[] = {0, 1e-12, 0.3, 1e3, 1e9};
  for (const Body& body : test_bodies()) {
    if (!algorithm.takes(class_of(body), class_of(body))) continue;
    const auto algorithms = algorithms_for(body, body);
    if (algorithms.empty() || !algorithms[0]->reference) continue;
    const auto truth = algorithms[0]->prepare(body, body);
    const PlacedPair pair{&body, &body, 2 * circumradius(body), {}};
    const auto prepared = algorithm.prepare(body, body);
    const bool flat = dimensions(body) == 2;
    for (const Orientation& q : {Orientation{}, shapes::turned_by(std::acos(-1.0) / 2),
                                 flat ? Orientation{0, 0, 0, 1} : Orientation{0, 1, 0, 0}})
      for (const double d : away)
        for (const Vec3 u : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, flat ? 0.0 : 1.0}}) {
          const Vec3 r = d * pair.size * u;
          const Placement p{{}, q, r, truth->answer({}, q, r)};
          if (pair.is_clear(p, std::max(algorithm.resolution, 1e-12)))
            tally.expect(prepared->overlaps({}, q, r), pair, p, "special place");
        }
  }
  return tally.result("one centre, equal orientations and large distances");
}

CheckResult bad_input(const OverlapAlgorithm& algorithm, const CheckContext&) {
  std::uint64_t asked = 0;
  std::uint64_t wrong = 0;
  std::string first;
  for (const Body& a : test_bodies())
    for (const Body& b : test_bodies()) {
      // A body of the plane and one of space never meet.
      const bool foreign = dimensions(a) != dimensions(b);
      if (algorithm.takes(class_of(a), class_of(b)) && !foreign) continue;
      ++asked;
      try {
        prepare(algorithm, a, b);
      } catch (const InputError&) {
        continue;
      }
      if (wrong++ == 0)
        first = fmt::format("{} and {} were taken", name(class_of(a)), name(class_of(b)));
    }
  return count_violations(wrong, asked, first, "bodies of other classes are refused");
}

const bool registered =
    register_overlap_check({.name = "overlap/agreement",
                            .shows = "random pairs: the reference's answer",
                            .run = agreement}) &&
    register_overlap_check(
        {.name = "overlap/near contact",
         .shows = "pairs 1e-2 to 1e-6 away from contact: the reference's answer; margins agree",
         .run = near_contact}) &&
    register_overlap_check(
        {.name = "overlap/symmetry", .shows = "a and b can be exchanged", .run = symmetry}) &&
    register_overlap_check({.name = "overlap/motion",
                            .shows = "bodies turned and moved together keep their answer",
                            .run = motion}) &&
    register_overlap_check({.name = "overlap/scale",
                            .shows = "bodies 1e-4 to 1e4 times as large keep their answer",
                            .run = scale}) &&
    register_overlap_check(
        {.name = "overlap/touching", .shows = "exact contact is overlap", .run = touching}) &&
    register_overlap_check({.name = "overlap/notch",
                            .shows = "a body in the notch of another does not overlap",
                            .run = notch}) &&
    register_overlap_check({.name = "overlap/iterations",
                            .shows = "no limit of iterations is reached",
                            .run = iterations}) &&
    register_overlap_check({.name = "overlap/special places",
                            .shows = "one centre, equal orientations, large distances",
                            .run = special_places}) &&
    register_overlap_check({.name = "overlap/bad input",
                            .shows = "bodies of classes that it does not take are refused",
                            .run = bad_input});

}  // namespace
}  // namespace touchstone::hpmc
