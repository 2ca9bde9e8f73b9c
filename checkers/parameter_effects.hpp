// checkers/parameter_effects.hpp
// Purpose   Common part of the checks that every parameter has an effect: runs that differ in one
//           parameter alone must differ in the end. A parameter that is read and forgotten agrees
//           with every reference that forgets it, too.
// Cost      A few sweeps or steps of small systems for each parameter.
// Not here  Whether the effect is the right one (the laws of each family); parameters that must
//           have none (threads).
#pragma once
#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "checkers/findings.hpp"

namespace touchstone {

inline constexpr const char* kEachHasAnEffect = "every parameter of a run has an effect";

/// Numbers of the state at the end of a run.
using End = std::vector<double>;

template <class Parameters>
struct Change {
  const char* parameter;
  std::function<void(Parameters&)> make;
};

/// Runs that differ in one parameter alone must differ in the end.
template <class Parameters>
CheckResult each_has_an_effect(const Parameters& plain,
                               const std::vector<Change<Parameters>>& changes,
                               const std::function<End(const Parameters&)>& run) {
  Findings findings;
  const End end = run(plain);
  for (const Change<Parameters>& change : changes) {
    Parameters other = plain;
    change.make(other);
    findings.expect(run(other) != end, fmt::format("{} has no effect", change.parameter));
  }
  return findings.result(changes.size() + 1,
                         fmt::format("each of {} parameters has an effect", changes.size()));
}

}  // namespace touchstone
