// suite/problem_class.hpp
// Purpose   The problem classes, as in the NAS parallel benchmarks: one letter says how large a
//           system is and how long a run may take, the same in every family.
#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "models/core/errors.hpp"

namespace touchstone {

enum class ProblemClass { tiny, S, W, A, B, C };

struct ProblemClassInfo {
  ProblemClass id;
  std::string_view name;
  std::string_view when;
  std::string_view budget;  ///< per scheme
  std::size_t disks;
};

inline constexpr std::array<ProblemClassInfo, 6> kProblemClasses{{
    {ProblemClass::tiny, "tiny", "exact checks", "milliseconds", 4},
    {ProblemClass::S, "S", "every commit", "1-10 s", 870},
    {ProblemClass::W, "W", "nightly", "1-5 min", 4096},
    {ProblemClass::A, "A", "release", "10-30 min", 65536},
    {ProblemClass::B, "B", "one node", "hours", 262144},
    {ProblemClass::C, "C", "GPU or cluster", "days", 1048576},
}};

inline const ProblemClassInfo& info(ProblemClass id) {
  return kProblemClasses[static_cast<std::size_t>(id)];
}

/// Class with a given name; throws InputError for an unknown one.
inline ProblemClass problem_class(const std::string& name) {
  for (const ProblemClassInfo& entry : kProblemClasses)
    if (entry.name == name) return entry.id;
  throw input_error("--class", "unknown problem class", "one of tiny, S, W, A, B, C",
                    "'" + name + "'");
}

}  // namespace touchstone
