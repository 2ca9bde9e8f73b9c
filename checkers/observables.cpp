#include "checkers/observables.hpp"

#include <fmt/format.h>

#include "checkers/code_checks.hpp"
#include "checkers/draws.hpp"
#include "checkers/findings.hpp"

namespace touchstone {
namespace {

constexpr int kStates = 400;

CheckResult drawn_states(const Observables& observables, const CheckContext& context) {
  Findings findings;
  std::uint64_t numbers = 0;
  const DrawnSystems states = compare_drawn(context, kStates, findings, [&](std::uint64_t state) {
    const std::vector<Reading> readings = observables.read(part_seed(context, 7000 + state));
    for (const Reading& one : readings)
      findings.expect_near(one.found, one.expected, one.tolerance,
                           fmt::format("state {}, {}", state, one.what));
    numbers += readings.size();
    return !readings.empty();
  });
  findings.expect(states.enough(), "only " + states.text());
  return findings.result(numbers, fmt::format("{}, {} numbers", states.text(), numbers));
}

}  // namespace

bool register_observables(const std::string& family, const Observables& observables,
                          const std::optional<Origin>& origin) {
  return register_code<Observables>(
      family, observables, {{kDrawnStates, drawn_states}},
      origin ? std::optional<std::string>(kDrawnStates) : std::nullopt, origin.value_or(Origin{}));
}

}  // namespace touchstone
