// checkers/hpmc/overlap_special_checks.cpp
// Purpose   Overlap algorithms in places made by hand: exact contact, a notch, one centre, equal
//           orientations, large distances; and bodies that an algorithm must refuse.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2; defects of the public HPMC 4.8.2.
// Not here  Random pairs (overlap_checks.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/hpmc/tally.hpp"
#include "checkers/hpmc/test_bodies.hpp"
#include "checkers/made_once.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAlgorithm;
using shapes::Vec3;

/// Integers: bodies of equal orientation that touch exactly, and by one unit in the last place
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
      // Vertices that touch, and edges that are not along the axes.
      {shapes::SimplePolygon{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}},
       {{2, 0, 0}, {0, 2, 0}, {-2, 0, 0}, {0, -2, 0}, {1.25, 0.75, 0}, {-0.5, 1.5, 0}, {1, -1, 0}}},
      {shapes::SimplePolygon{{{0, 0}, {2, -1}, {0, 2}, {-2, -1}}},  // a dart
       {{0, 2, 0}, {0, -2, 0}, {4, 0, 0}, {-4, 0, 0}, {2, 3, 0}, {-2, -3, 0}, {2, -3, 0}}},
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
    const PlacedPair pair{&one.body, &one.body, 2 * circumradius(one.body)};
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

/// A 12-gon in the notch of a C of 8 vertices, around the origin of the C, which is outside it.
CheckResult notch(const OverlapAlgorithm& algorithm, const CheckContext&) {
  if (!algorithm.takes(BodyClass::simple_polygon, BodyClass::simple_polygon))
    return {.verdict = Verdict::not_run, .detail = "it takes no simple polygons"};
  const Body c = shapes::named_body("c-polygon");
  const Body plug = shapes::SimplePolygon{shapes::regular_polygon(12, 0.15).vertices};
  Tally tally;
  const auto ask = [&](const Body& a, const Body& b, Vec3 r) {
    const PlacedPair pair{&a, &b, 1};
    const Placement p{{}, {}, r, {.overlap = false, .margin = 0.1}};
    tally.expect(algorithm.prepare(a, b)->overlaps({}, {}, r), pair, p, "in the notch");
  };
  for (const Vec3 at : {Vec3{0.05, 0, 0}, Vec3{0, 0.02, 0}, Vec3{-0.05, -0.05, 0}}) {
    ask(plug, c, -at);
    ask(c, plug, at);
  }
  return tally.result("a body in the notch of another does not overlap");
}

/// A body and another one like it: one centre, equal orientations and large distances.
PlacedPair make_special_pair(const Body& body, const OverlapAlgorithm& reference) {
  const double away[] = {0, 1e-12, 0.3, 1e3, 1e9};
  const auto truth = reference.prepare(body, body);
  PlacedPair pair{&body, &body, 2 * circumradius(body)};
  const bool flat = dimensions(body) == 2;
  for (const Orientation& q : {Orientation{}, shapes::turned_by(std::acos(-1.0) / 2),
                               flat ? Orientation{0, 0, 0, 1} : Orientation{0, 1, 0, 0}})
    for (const double d : away)
      for (const Vec3 u : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, flat ? 0.0 : 1.0}}) {
        const Vec3 r = d * pair.size * u;
        pair.placements.push_back({{}, q, r, truth->answer({}, q, r)});
      }
  return pair;
}

/// The pair of a body, or nothing where there is no reference.
const PlacedPair* special_pair(const Body& body) {
  static MadeOnce<const Body*, PlacedPair> known;
  const auto algorithms = algorithms_for(body, body);
  if (algorithms.empty() || !algorithms[0]->reference) return nullptr;
  return &known(&body, [&] { return make_special_pair(body, *algorithms[0]); });
}

CheckResult special_places(const OverlapAlgorithm& algorithm, const CheckContext&) {
  Tally tally;
  for (const Body& body : test_bodies()) {
    if (!algorithm.takes(class_of(body), class_of(body))) continue;
    const PlacedPair* pair = special_pair(body);
    if (pair == nullptr) continue;
    const auto prepared = algorithm.prepare(body, body);
    for (const Placement& p : pair->placements)
      if (pair->is_clear(p, std::max(algorithm.resolution, 1e-12)))
        tally.expect(prepared->overlaps(p.q_a, p.q_b, p.r), *pair, p, "special place");
  }
  return tally.result("one centre, equal orientations and large distances");
}

CheckResult bad_input(const OverlapAlgorithm& algorithm, const CheckContext&) {
  if (algorithm.answers)
    return {.verdict = Verdict::not_run, .detail = "a program says which bodies it refuses"};
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
    register_check(OverlapCheck{
        .name = "overlap/touching", .shows = "exact contact is overlap", .run = touching}) &&
    register_check(OverlapCheck{.name = "overlap/notch",
                                .shows = "a body in the notch of another does not overlap",
                                .run = notch}) &&
    register_check(OverlapCheck{.name = "overlap/special places",
                                .shows = "one centre, equal orientations, large distances",
                                .run = special_places}) &&
    register_check(OverlapCheck{.name = "overlap/bad input",
                                .shows = "bodies of classes that it does not take are refused",
                                .run = bad_input});

}  // namespace
}  // namespace touchstone::hpmc
