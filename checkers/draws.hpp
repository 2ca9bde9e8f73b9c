// checkers/draws.hpp
// Purpose   Random sizes and parameters of test systems: a check that draws its systems meets
//           branches that nobody thought of. And the loop of such checks.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "checkers/check.hpp"
#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone {

class Draws {
 public:
  explicit Draws(PhiloxStream& random) : random_(random) {}

  double from(double low, double high) { return low + (high - low) * random_.uniform(); }
  /// Uniform in the logarithm: as often 1 to 10 as 10 to 100.
  double scale(double low, double high) { return low * std::pow(high / low, random_.uniform()); }
  int whole(int low, int high) {
    return low + static_cast<int>(random_.below(static_cast<std::uint32_t>(high - low + 1)));
  }
  bool one_in(int n) { return whole(1, n) == 1; }
  PhiloxStream& random() { return random_; }

 private:
  PhiloxStream& random_;
};

/// The stream from which system `number` of a check is drawn.
inline PhiloxStream stream_of_system(const CheckContext& context, std::uint64_t number) {
  return Philox(part_seed(context, 0x5157)).stream(Purpose::test, number, 0);
}

/// Result of `run`, or nothing where it refuses its input.
template <class Run>
auto unless_refused(Run&& run) -> std::optional<decltype(run())> {
  try {
    return run();
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// Result of the first of at most 100 draws that is not nothing; throws std::runtime_error if all
/// are.
template <class Draw>
auto first_drawn(Draw&& draw) {
  constexpr int kTries = 100;
  for (int k = 0; k < kTries; ++k)
    if (auto one = draw()) return *std::move(one);
  throw std::runtime_error("drawn states: expected one that is possible in 100 draws, found none");
}

/// Number of systems drawn, and of those that could be compared.
struct DrawnSystems {
  int wanted = 0, compared = 0, drawn = 0;
  bool wrong = false;  ///< one of them has decided

  bool enough() const { return wrong || compared >= wanted; }
  std::string text() const {
    return fmt::format("{} of {} drawn systems can be compared", compared, drawn);
  }
};

/// Calls `compare(number)` for systems 0, 1, ..., which returns whether the system can be compared,
/// until as many can as `usual` times the effort, or something was found. Gives up after ten times
/// as many. `findings` says whether it has any(). Where chance decides how much a system shows,
/// `seen(wanted)` says whether so many systems' worth has been seen: further ones are drawn until
/// it has.
template <class Compare, class Found, class Seen>
DrawnSystems compare_drawn(const CheckContext& context, int usual, const Found& findings,
                           Compare&& compare, Seen&& seen) {
  DrawnSystems systems{.wanted = std::max(1, static_cast<int>(usual * context.effort))};
  const auto done = [&] { return systems.wrong || (systems.enough() && seen(systems.wanted)); };
  for (; !done() && systems.drawn < 10 * systems.wanted; ++systems.drawn) {
    systems.compared += compare(static_cast<std::uint64_t>(systems.drawn)) ? 1 : 0;
    systems.wrong = findings.any();
  }
  return systems;
}
template <class Compare, class Found>
DrawnSystems compare_drawn(const CheckContext& context, int usual, const Found& findings,
                           Compare&& compare) {
  return compare_drawn(context, usual, findings, compare, [](int) { return true; });
}

}  // namespace touchstone
