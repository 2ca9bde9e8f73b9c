// checkers/explore/sampling/looped_path.hpp
// Purpose   A run of a system with a loop at its end: replayed from its word, "a3 (b2 a1)", and
//           whether a scheduler that repeats the loop for ever is weakly fair.
// Not here  The search for such runs (graph/lasso.hpp).
#pragma once
#include <string>

#include "checkers/explore/sampling/path.hpp"

namespace touchstone::explore {

/// A run with a loop at its end, once through.
struct LoopedPath {
  Path path;
  std::size_t stem = 0;  ///< steps before the loop

  bool loops() const { return stem < path.steps.size(); }
  /// Whether each thread does a step in the loop, or cannot do one in some state of it.
  bool fair(const AnySystem& system) const;
};

/// The run of "a3 (b2 a1)"; without brackets there is no loop. InputError when the loop is empty or
/// does not come back.
LoopedPath replayed_lasso(const AnySystem& system, const std::string& text);

}  // namespace touchstone::explore
