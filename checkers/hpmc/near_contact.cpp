// checkers/hpmc/near_contact.cpp
// Purpose   Registers the check of trial moves that end a hair beside contact: a scheme that
//           decides with less than double precision, or looks for neighbours with a margin, is
//           asked about pairs on both sides of any margin that it may claim.
// Source    Anderson, Irrgang, Glotzer 2016, section 3 (overlap checks in single precision).
// Computes  Pairs of bodies far from all others. The trial of the body that moves first is known
//           before it is made (models/hpmc/move.hpp), and its partner is put where that trial
//           leaves a gap, or an overlap, of 3e-8 to 1e-4 of the distance of contact: above what
//           algorithms in double precision resolve, on both sides of what floats round. Contact
//           is the certified reference's. Trials that leave a gap are accepted, others rejected;
//           no scheme is compared with another.
// Cost      Up to 16 pairs for each two bodies and each of some seeds; half a second.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "checkers/draws.hpp"
#include "checkers/findings.hpp"
#include "checkers/hpmc/contact_search.hpp"
#include "checkers/hpmc/placements.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/test_bodies.hpp"
#include "checkers/made_once.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Configuration;
using shapes::Orientation;
using shapes::RunParameters;
using shapes::ShapeScheme;
using shapes::Vec3;

constexpr std::uint32_t kPairs = 16;
constexpr int kSeeds = 6;
constexpr double kSmallestGap = 3e-8;  ///< relative; claims of algorithms begin 30 times below
constexpr double kLargestGap = 1e-4;
constexpr ContactSearch kSearch = {0.02, 50};
/// Share of the pairs that must be compared: bodies that already overlap before the trial are not.
constexpr double kLeastShare = 0.5;

/// Bodies in pairs, of which one is known to be accepted or rejected.
struct NearContacts {
  Configuration start;
  RunParameters parameters;
  struct Decision {
    std::uint32_t tag = 0;
    Vec3 from = {}, to = {};
    Orientation turned_from = {}, turned_to = {};
    double gap = 0;  ///< below 0: an overlap
  };
  std::vector<Decision> decisions;
};

Orientation any_orientation(bool flat, Draws& draw) {
  return random_orientation(draw.random().next(), 0, flat);
}

/// A lattice of places for pairs, each with room for both and their moves.
Configuration room_for_pairs(const Body& a, const Body& b, std::uint32_t pairs) {
  const bool flat = dimensions(a) == 2;
  const auto lines = static_cast<std::uint32_t>(
      std::ceil(std::pow(static_cast<double>(pairs), flat ? 1.0 / 2 : 1.0 / 3) - 1e-9));
  const double side = 4 * 2 * std::max(circumradius(a), circumradius(b));
  Configuration c;
  c.types = {a, b};
  c.box = {.lx = lines * side, .ly = lines * side, .lz = flat ? 1 : lines * side};
  c.box.dimensions = flat ? 2 : 3;
  for (std::uint32_t k = 0; k < pairs; ++k) {
    const Vec3 cell{k % lines + 0.5, k / lines % lines + 0.5, flat ? 0 : k / lines / lines + 0.5};
    const Vec3 corner{-0.5 * c.box.lx, -0.5 * c.box.ly, flat ? 0 : -0.5 * c.box.lz};
    for (const std::uint32_t type : {0u, 1u}) {
      c.centres.push_back(corner + side * cell);
      c.type.push_back(type);
      c.orientations.push_back({});
    }
  }
  return c;
}

/// Puts the partner of body `first` where the trial of that body ends near contact. False where
/// the two would overlap before it.
bool place_partner(NearContacts& all, std::uint32_t first, std::uint32_t partner,
                   const shapes::PairOverlap& truth, const shapes::PairOverlap& guess,
                   Draws& draw) {
  Configuration& c = all.start;
  const bool flat = c.box.dimensions == 2;
  const double size = circumradius(c.types[0]) + circumradius(c.types[1]);
  const shapes::Trial trial =
      shapes::draw_trial(Philox(all.parameters.seed), 0, first, move_law(c, all.parameters));
  NearContacts::Decision one{.tag = first, .from = c.centres[first]};
  one.turned_from = c.orientations[first] = any_orientation(flat, draw);
  one.to = one.from + trial.step;
  one.turned_to = trial.rotation ? normalised(trial.turn * one.turned_from) : one.turned_from;
  c.orientations[partner] = any_orientation(flat, draw);
  const bool apart = draw.one_in(2);
  one.gap = (apart ? 1 : -1) * draw.scale(kSmallestGap, kLargestGap);
  // The algorithms are asked about the bodies in the order of their types.
  const bool in_order = c.type[first] == 0;
  const auto& q_partner = c.orientations[partner];
  for (int attempt = 0; attempt < 8; ++attempt) {
    const Vec3 u = shapes::Rotation(any_orientation(flat, draw))(Vec3{1, 0, 0});
    const double d =
        in_order
            ? certified_contact(truth, guess, one.turned_to, q_partner, u, size, kSearch)
            : certified_contact(truth, guess, q_partner, one.turned_to, -1.0 * u, size, kSearch);
    if (!(d > 0)) continue;
    c.centres[partner] = one.to + (1 + one.gap) * d * u;
    const Vec3 before = c.centres[partner] - one.from;
    const Vec3 after = c.centres[partner] - one.to;
    const auto overlap = [&](const Orientation& q, Vec3 r) {
      return in_order ? truth.overlaps(q, q_partner, r) : truth.overlaps(q_partner, q, -1.0 * r);
    };
    if (overlap(one.turned_from, before) || overlap(one.turned_to, after) != (one.gap < 0))
      continue;
    all.decisions.push_back(one);
    return true;
  }
  c.centres[partner] = one.from + Vec3{1.2 * size, 0, 0};
  return false;
}

NearContacts near_contacts(const Body& a, const Body& b, std::uint64_t seed) {
  NearContacts all;
  const double diameter = 2 * std::max(circumradius(a), circumradius(b));
  all.start = room_for_pairs(a, b, kPairs);
  all.parameters = {.max_displacement = 0.15 * diameter, .max_rotation = 0.5, .sweeps_per_step = 1};
  all.parameters.seed = seed;
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0x4EA2);
  Draws draw(random);
  const auto algorithms = algorithms_for(a, b);
  const auto truth = algorithms[0]->prepare(a, b);
  const auto guess = finest(algorithms).prepare(a, b);
  const bool reversed = shapes::reverse_order(Philox(seed), 0, 0);
  for (std::uint32_t k = 0; k < kPairs; ++k) {
    const std::uint32_t first = 2 * k + (reversed ? 1 : 0), partner = 2 * k + (reversed ? 0 : 1);
    place_partner(all, first, partner, *truth, *guess, draw);
  }
  for (Vec3& r : all.start.centres) r = all.start.box.wrap(r);
  return all;
}

/// Those of all pairs of neighbours in the list of test bodies whose contacts a reference knows and
/// whose algorithms resolve the smallest gap.
const std::vector<NearContacts>& all_near_contacts(const CheckContext& context) {
  static MadeOnce<std::pair<std::uint64_t, double>, std::vector<NearContacts>> known;
  return known({context.seed, context.effort}, [&] {
    std::vector<NearContacts> all;
    const std::vector<Body>& bodies = test_bodies();
    const int seeds = std::max(1, static_cast<int>(kSeeds * context.effort));
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (const std::size_t j : {i, i + 1}) {
        if (j == bodies.size() || class_of(bodies[i]) != class_of(bodies[j])) continue;
        if (class_of(bodies[i]) == BodyClass::polyhedron) continue;  // their reference takes long
        const auto algorithms = algorithms_for(bodies[i], bodies[j]);
        const bool resolved =
            std::all_of(algorithms.begin(), algorithms.end(),
                        [](const auto* one) { return 30 * one->resolution <= kSmallestGap; });
        if (algorithms.empty() || !algorithms[0]->reference || !resolved) continue;
        for (int s = 0; s < seeds; ++s)
          all.push_back(near_contacts(
              bodies[i], bodies[j],
              part_seed(context, 0x4EA200 + 64 * (2 * i + (j - i)) + static_cast<unsigned>(s))));
      }
    return all;
  });
}

void judge_decisions(const ShapeScheme& scheme, const NearContacts& all, Findings& findings,
                     const CheckContext& context) {
  RunParameters p = all.parameters;
  p.threads = context.threads;
  const auto run = scheme.start(all.start, p);
  run->advance(1);
  const Configuration end = run->configuration();
  for (const NearContacts::Decision& one : all.decisions) {
    const double moved = norm(end.box.nearest(end.centres[one.tag] - one.from));
    const double planned = norm(one.to - one.from);
    const bool turned = !(end.orientations[one.tag] == one.turned_from);
    const bool accepted = planned > 0 ? moved > 0.5 * planned : turned;
    findings.expect(
        accepted == (one.gap > 0),
        fmt::format("{}: body {} {} a move to a gap of {:.3g} of the distance of contact",
                    name(class_of(all.start.types[0])), one.tag, accepted ? "makes" : "is refused",
                    one.gap));
  }
}

CheckResult near_contact(const ShapeScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t made = 0, wanted = 0;
  for (const NearContacts& all : all_near_contacts(context)) {
    if (scheme.runs && !scheme.runs(all.start, all.parameters)) continue;
    judge_decisions(scheme, all, findings, context);
    made += all.decisions.size();
    wanted += kPairs;
  }
  if (wanted == 0) throw CannotRun("the scheme refuses all of these bodies");
  findings.expect(static_cast<double>(made) >= kLeastShare * static_cast<double>(wanted),
                  fmt::format("only {} of {} pairs could be placed", made, wanted));
  return findings.result(made, fmt::format("{} moves to gaps and overlaps of {:g} to {:g} of the "
                                           "distance of contact, all decided right",
                                           made, kSmallestGap, kLargestGap));
}

const bool registered = register_check(
    ShapeCheck{.name = "shapes/near contact",
               .shows = "moves that end 3e-8 to 1e-4 of a body beside contact are decided right",
               .needs = Claims::equals_reference,
               .run = near_contact,
               .only = {.of_law = true, .of_free_order = true}});

}  // namespace
}  // namespace touchstone::hpmc
