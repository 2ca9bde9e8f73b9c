// checkers/hpmc/asked_together.hpp
// Purpose   A check of an overlap algorithm in a program of a user's, to which a request for each
//           pair would take too long: the check runs twice.
// Method    The first run only notes what is asked. All of it is then asked together, and the
//           second run hears the answers in the same order. This needs checks whose questions
//           depend on no answer; one that asks something else in its second run fails.
#pragma once
#include <functional>

#include "checkers/check.hpp"
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::hpmc {

/// The result of `check` on an algorithm that has `answers`.
CheckResult asked_together(
    const shapes::OverlapAlgorithm& algorithm,
    const std::function<CheckResult(const shapes::OverlapAlgorithm&)>& check);

}  // namespace touchstone::hpmc
