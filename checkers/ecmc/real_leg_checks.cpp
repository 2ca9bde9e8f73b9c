// checkers/ecmc/real_leg_checks.cpp
// Purpose   Legs of event chains in real numbers end where a leg in long double does, within the
//           errors that rounding can make; legs in which rounding may decide are left out.
// Computes  Drawn legs: 2 to 40 disks in boxes of any shape, dilute to dense, one or several active
//           disks, along either side, in one part or three, up to many times around the box. Legs
//           that begin where an active disk touches the next one, as a leg after a leg may. Legs in
//           square boxes, for programs that have no others.
// Cost      100 legs, about 5000 liftings, for each check.
#include <algorithm>
#include <cmath>

#include "checkers/draws.hpp"
#include "checkers/ecmc/certified_leg.hpp"
#include "checkers/ecmc/real_leg_kind.hpp"
#include "checkers/findings.hpp"
#include "models/disks/start.hpp"

namespace touchstone::ecmc {
namespace {

using disks::RealEnd;
using disks::RealLeg;
using disks::RealLegScheme;

constexpr int kLegs = 100;

enum class Boxes { any_shape, square };

disks::Configuration draw_start(Draws& draw, std::size_t count, Boxes boxes) {
  const disks::Aspect aspect{boxes == Boxes::square ? 1 : draw.scale(0.4, 2.5), 1};
  const std::uint64_t seed = draw.random().next();
  if (count > 8 && draw.one_in(3))
    return disks::compressed_start(count, draw.from(0.5, 0.68), aspect, seed);
  return disks::random_start(count, draw.scale(0.02, 0.45), aspect, seed);
}

/// Throws InputError where the box is too narrow.
RealLeg draw_leg(Draws& draw, bool several, Boxes boxes = Boxes::any_shape) {
  const auto count = static_cast<std::size_t>(several ? draw.whole(5, 40) : draw.whole(2, 40));
  RealLeg leg{.start = draw_start(draw, count, boxes), .active = {}, .along_x = draw.one_in(2)};
  const std::size_t chains =
      several ? static_cast<std::size_t>(draw.whole(2, static_cast<int>(count) / 2)) : 1;
  while (leg.active.size() < chains) {
    const auto i = static_cast<std::size_t>(draw.whole(0, static_cast<int>(count) - 1));
    if (std::count(leg.active.begin(), leg.active.end(), i) == 0) leg.active.push_back(i);
  }
  leg.length = draw.scale(0.2, 60) / static_cast<double>(chains);
  disks::require_valid(leg);
  return leg;
}

class Comparison {
 public:
  explicit Comparison(const RealLegScheme& scheme) : scheme_(scheme) {}

  /// Whether the end of the leg is sure.
  bool compare(const RealLeg& leg, std::uint64_t legs, bool in_parts, const CheckContext& context) {
    const auto expected = certified_end(leg, legs, scheme_.position_error);
    if (!expected) return false;
    const auto run = scheme_.start(leg, context.threads);
    for (std::uint64_t k = 0; in_parts && k + 1 < legs; ++k) run->advance(1);
    run->advance(in_parts ? 1 : legs);
    judge(leg, *expected, run->end(),
          fmt::format("{} disks, {} active, along {}", leg.start.size(), leg.active.size(),
                      leg.along_x ? "x" : "y"));
    liftings_ += expected->end.liftings;
    return true;
  }

  CheckResult result(const DrawnSystems& systems) {
    findings_.expect(systems.enough(), "only " + systems.text());
    findings_.expect(liftings_ >= static_cast<std::uint64_t>(systems.wanted),
                     fmt::format("only {} liftings", liftings_));
    CheckResult result = findings_.result(
        liftings_,
        fmt::format("{}, {} liftings; coordinates off by up to {:.1e}, allowed up to {:.1e}",
                    systems.text(), liftings_, worst_, allowed_));
    result.params["liftings"] = liftings_;
    return result;
  }

  bool any() const { return findings_.any(); }

 private:
  void judge(const RealLeg& leg, const CertifiedEnd& expected, RealEnd found,
             const std::string& where) {
    findings_.expect(
        found.liftings == expected.end.liftings,
        fmt::format("{}: {} liftings, expected {}", where, found.liftings, expected.end.liftings));
    std::sort(found.active.begin(), found.active.end());
    findings_.expect(
        found.active == expected.end.active,
        fmt::format("{}: active at the end {}, expected {}", where,
                    disks::disk_numbers(found.active), disks::disk_numbers(expected.end.active)));
    findings_.expect(found.centres.size() == leg.start.size(), where + ": another number of disks");
    if (found.centres.size() != leg.start.size()) return;
    for (std::size_t i = 0; i < leg.start.size(); ++i) {
      const disks::Vec<double> at = found.centres[i], there = expected.end.centres[i];
      const disks::Box& box = leg.start.box;
      findings_.expect(at.x >= 0 && at.x < box.width && at.y >= 0 && at.y < box.height,
                       fmt::format("{}: disk {} is not in the box", where, i));
      const double x = std::abs(std::remainder(at.x - there.x, box.width));
      const double y = std::abs(std::remainder(at.y - there.y, box.height));
      const double off = leg.along_x ? x : y, beside = leg.along_x ? y : x;
      findings_.expect(off <= expected.error[i] && beside <= scheme_.position_error,
                       fmt::format("{}, {} liftings: disk {} at {:.17g} {:.17g}, expected {:.17g} "
                                   "{:.17g} within {:.1e}",
                                   where, expected.end.liftings, i, at.x, at.y, there.x, there.y,
                                   expected.error[i]));
      worst_ = std::max(worst_, off);
      allowed_ = std::max(allowed_, expected.error[i]);
    }
  }

  const RealLegScheme& scheme_;
  Findings findings_;
  std::uint64_t liftings_ = 0;
  double worst_ = 0, allowed_ = 0;
};

/// Compares drawn legs, which begin at contact where `touching`.
CheckResult compare_legs(const RealLegScheme& scheme, const CheckContext& context, bool several,
                         bool touching) {
  Comparison comparison(scheme);
  return comparison.result(compare_drawn(context, kLegs, comparison, [&](std::uint64_t number) {
    PhiloxStream random = stream_of_system(context, number);
    Draws draw(random);
    auto leg = unless_refused([&] { return draw_leg(draw, several); });
    if (leg && touching)
      leg = from_contact(*leg, static_cast<std::uint64_t>(draw.whole(0, 5)), scheme.position_error);
    if (!leg) return false;
    const auto legs = static_cast<std::uint64_t>(draw.whole(1, 3));
    return comparison.compare(*leg, legs, draw.one_in(2), context);
  }));
}

CheckResult one_chain(const RealLegScheme& scheme, const CheckContext& context) {
  return compare_legs(scheme, context, false, false);
}
CheckResult several_chains(const RealLegScheme& scheme, const CheckContext& context) {
  return compare_legs(scheme, context, true, false);
}
CheckResult touching_disks(const RealLegScheme& scheme, const CheckContext& context) {
  return compare_legs(scheme, context, false, true);
}

CheckResult square_boxes(const RealLegScheme& scheme, const CheckContext& context) {
  Comparison comparison(scheme);
  return comparison.result(compare_drawn(context, kLegs, comparison, [&](std::uint64_t number) {
    PhiloxStream random = stream_of_system(context, number);
    Draws draw(random);
    const auto leg = unless_refused([&] { return draw_leg(draw, draw.one_in(2), Boxes::square); });
    return leg && comparison.compare(*leg, 1, false, context);
  }));
}

CheckResult threads(const RealLegScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t liftings = 0;
  const DrawnSystems systems = compare_drawn(context, 20, findings, [&](std::uint64_t number) {
    PhiloxStream random = stream_of_system(context, number);
    Draws draw(random);
    const auto leg = unless_refused([&] { return draw_leg(draw, false); });
    if (!leg) return false;
    const auto alone = scheme.start(*leg, 1);
    alone->advance(2);
    for (const int count : {1, 2, 3, 8}) {
      const auto run = scheme.start(*leg, count);
      run->advance(2);
      const RealEnd a = alone->end(), b = run->end();
      findings.expect(a.centres == b.centres && a.active == b.active && a.liftings == b.liftings,
                      fmt::format("leg {} on {} threads is another one", number, count));
      liftings += b.liftings;
    }
    return true;
  });
  findings.expect(systems.enough(), "only " + systems.text());
  return findings.result(liftings, "1, 2, 3 and 8 threads: the same bits");
}

bool add(const char* name, const char* shows, Claims needs,
         CheckResult (*run)(const RealLegScheme&, const CheckContext&)) {
  return register_check(RealLegCheck{.name = name, .shows = shows, .needs = needs, .run = run});
}

const bool registered =
    add("legs/one chain",
        "a leg of one chain lifts along the right disks and ends where rounding allows",
        Claims::equals_reference, one_chain) &&
    add("legs/several chains",
        "several active disks lift in the order of one clock and end where rounding allows",
        Claims::equals_reference, several_chains) &&
    add("legs/touching disks", "a leg that begins at contact lifts at once, whatever rounding says",
        Claims::equals_reference, touching_disks) &&
    add("legs/square boxes",
        "legs of one or several chains in square boxes end where rounding allows",
        Claims::equals_reference, square_boxes) &&
    add("legs/threads", "any number of threads gives the same bits, and each run again",
        Claims::thread_invariant, threads);

}  // namespace
}  // namespace touchstone::ecmc
