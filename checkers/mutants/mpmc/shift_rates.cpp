// Also registers the measurement as one job per rule and precision.
#include "checkers/mutants/mpmc/shift_rates.hpp"

#include <fmt/format.h>

#include <cmath>
#include <type_traits>

#include "checkers/mutants/mpmc/faulty_shift.hpp"
#include "checkers/task.hpp"
#include "models/core/rounded.hpp"
#include "models/disks/space.hpp"

namespace touchstone::mutants {
namespace {

// Sides of cells are spread over the production range: how ties round depends on the last bit.
constexpr double kSmallestSide = 1.0;
constexpr double kLargestSide = 1.4;

/// Half width of the band: some units in the last place of a cell side.
template <class Real>
constexpr double kBand = std::is_same_v<Real, float> ? 0x1p-20 : 0x1p-8;

/// One particle near the boundary that the shift moves; exactly the law of a uniform position,
/// given that it lies in the band.
template <class Real>
void draw(ShiftRule rule, PhiloxStream& stream, ShiftRates& rates) {
  const double width = kSmallestSide + (kLargestSide - kSmallestSide) * stream.uniform();
  const Real side = static_cast<Real>(width);
  const disks::PlaneSpace<Real> space({side, side}, Real(0.16));
  const disks::CellOffset direction = disks::kDirections[stream.below(4)];
  const disks::GridShift<Real> shift{direction, static_cast<Real>(stream.uniform() * (width / 2))};
  // The grid moves forward: disks at x <= d are left behind. Backward: those at x > w - d.
  const int sign = direction.x + direction.y;
  const double distance = static_cast<double>(shift.distance);
  const double boundary = sign > 0 ? distance : static_cast<double>(side) - distance;
  const double along = boundary + (2 * stream.uniform() - 1) * kBand<Real>;
  const double across = width * (1 - stream.uniform());
  const auto local = [&](double x) {
    const Real rounded = static_cast<Real>(x);
    return rounded <= side ? rounded : side;
  };
  const disks::Vec<Real> p = direction.x != 0 ? disks::Vec<Real>{local(along), local(across)}
                                              : disks::Vec<Real>{local(across), local(along)};
  if (!space.inside(p)) return;  // below the cell: not a position of this cell
  const bool old_cell = space.inside(space.shifted(p, shift));
  const bool next_cell = taken(space, p, shift, rule).has_value();
  ++rates.draws;
  rates.lost += !old_cell && !next_cell ? 1 : 0;
  rates.duplicated += old_cell && next_cell ? 1 : 0;
}

struct Rule {
  ShiftRule rule;
  const char* scheme;
  const char* expression;
};
constexpr Rule kRules[] = {
    {ShiftRule::complement, "mpmc/checkerboard-reference", "D - f d asked by both (Algorithm 4)"},
    {ShiftRule::moved_closed, "mutant/shift-moved-then-tested", "(D - f d) + s in (0, w]"},
    {ShiftRule::translated_closed, "mutant/shift-translated-then-tested",
     "(D + s) - f d in (0, w]"},
    {ShiftRule::moved_open, "mutant/shift-open-boundary", "(D - f d) + s in (0, w)"}};

template <class Real>
CheckResult run_rates(const Rule& rule, const CheckContext& context) {
  const auto draws = static_cast<std::uint64_t>(1e6 * context.effort);
  const ShiftRates rates = measure_shift_rates<Real>(rule.rule, draws, part_seed(context, 0));
  CheckResult result =
      count_violations(rates.lost + rates.duplicated, rates.draws,
                       fmt::format("lost {:.2g}, doubled {:.2g} per particle and shift",
                                   rates.lost_rate(), rates.duplicated_rate()),
                       "none lost, none doubled");
  // The rate that would be missed with the chance of a false alarm.
  result.smallest_effect =
      -std::log(context.false_alarm) * rates.band / static_cast<double>(rates.draws);
  result.params = {{"lost_rate", rates.lost_rate()},
                   {"duplicated_rate", rates.duplicated_rate()},
                   {"shifts", static_cast<double>(rates.draws) / rates.band}};
  return result;
}

template <class Real>
bool register_rates(const char* check, int bits) {
  for (const Rule& rule : kRules) {
    const bool mutant = rule.rule != ShiftRule::complement;
    register_task(
        {.family = "mpmc",
         .scheme = rule.scheme,
         .backend = "serial",
         .check = check,
         .run =
             [rule](const CheckContext& context) {
               return timed(context,
                            [rule](const CheckContext& c) { return run_rates<Real>(rule, c); });
             },
         .params = {{"variant", rule.expression}, {"mantissa_bits", bits}},
         .mutant = mutant,
         .expected = mutant,
         .origin = mutant ? Origin::paper("Anderson 2013, section 3.2, on Algorithm 4 line 20")
                          : Origin{}});
  }
  return true;
}

const bool registered = register_rates<float>("round-off/rates in single precision", 23) &&
                        register_rates<TenBits>("round-off/rates in ten bits", 10);

}  // namespace

template <class Real>
ShiftRates measure_shift_rates(ShiftRule rule, std::uint64_t draws, std::uint64_t seed) {
  ShiftRates rates;
  // The mean of 2 kBand / side.
  rates.band =
      2 * kBand<Real> * std::log(kLargestSide / kSmallestSide) / (kLargestSide - kSmallestSide);
  PhiloxStream stream = Philox(seed).stream(Purpose::test, 0, 0);
  for (std::uint64_t k = 0; k < draws; ++k) draw<Real>(rule, stream, rates);
  return rates;
}

template ShiftRates measure_shift_rates<float>(ShiftRule, std::uint64_t, std::uint64_t);
template ShiftRates measure_shift_rates<TenBits>(ShiftRule, std::uint64_t, std::uint64_t);

}  // namespace touchstone::mutants
