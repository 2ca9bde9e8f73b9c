// checkers/cmc/cluster_kind.hpp
// Purpose   The kind of schemes that evolve star clusters: what their checks and mutants are.
#pragma once
#include <optional>
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/cmc/registry.hpp"

namespace touchstone {

template <>
struct Kind<cluster::ClusterScheme> {
  static constexpr const char* family = "cmc";
  static constexpr const char* runs = "star clusters";
  static const std::vector<cluster::ClusterScheme>& schemes() { return cluster::cluster_schemes(); }
  struct Conditions {
    bool of_messages = false;       ///< only for schemes whose ranks exchange messages
    bool of_single_orbits = false;  ///< only for schemes that sample one orbit when asked
    bool of_positions = false;      ///< only for schemes that sample all orbits when asked
    bool of_ranks = false;          ///< only for schemes with ranks, and with the suite's generator
    bool of_binaries = false;       ///< only for schemes that follow binaries
    bool of_collisions = false;     ///< only for schemes that follow collisions
    bool of_formation = false;      ///< only for schemes that follow binaries that form
  };
  static std::optional<CheckResult> excuse(const Conditions& only,
                                           const cluster::ClusterScheme& scheme,
                                           const CheckContext&) {
    if (only.of_messages && !scheme.messages)
      return CheckResult{.verdict = Verdict::not_claimed,
                         .detail = "the scheme has no ranks that exchange messages"};
    if (only.of_binaries && !scheme.follows_binaries)
      return CheckResult{.verdict = Verdict::not_claimed,
                         .detail = "the scheme does not follow binaries"};
    if (only.of_collisions && !scheme.follows_collisions)
      return CheckResult{.verdict = Verdict::not_claimed,
                         .detail = "the scheme does not follow collisions"};
    if (only.of_formation && !scheme.follows_formation)
      return CheckResult{.verdict = Verdict::not_claimed,
                         .detail = "the scheme does not follow binaries that form"};
    const auto not_run = [](const char* why) {
      return CheckResult{.verdict = Verdict::not_run, .detail = why};
    };
    if (only.of_single_orbits && !scheme.sample_orbit)
      return not_run("the scheme shows no single orbits");
    if (only.of_positions && !scheme.sample_positions)
      return not_run("the scheme samples orbital positions within its steps only");
    if (only.of_ranks && !scheme.has_ranks)
      return not_run("the scheme has no ranks, and random numbers of its own");
    return std::nullopt;
  }
};

namespace cmc {
using ClusterCheck = Check<cluster::ClusterScheme>;
}
namespace mutants {
using ClusterMutant = Mutant<cluster::ClusterScheme>;
}

}  // namespace touchstone
