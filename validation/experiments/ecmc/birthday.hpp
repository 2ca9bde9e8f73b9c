// validation/experiments/ecmc/birthday.hpp
// Purpose   How often legs meet a horizon violation.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 4: more active disks and longer legs violate the horizon condition more often.
// Errors    Legs of one run depend on each other; each leg here is a run of its own, so that
//           intervals are binomial. They hold for the start that was given, not for all starts.
// Cost      A start of O(N) for each leg.
// Not here  The law (birthday_law.hpp), which legs (birthday_experiment.cpp).
#pragma once
#include <cstdint>

#include "models/disks/chains/chain_registry.hpp"
#include "validation/experiments/ecmc/birthday_law.hpp"

namespace touchstone::validation::ecmc {

struct BirthdayPlan {
  std::size_t active = 2;
  double flights = 10;  ///< n: mean free paths of each chain in a leg
  std::uint64_t legs = 0;
  std::uint64_t seed = 1;
  int threads = 1;
};

/// k^2 n / N.
double birthday_scale(std::size_t disks, const BirthdayPlan& plan);

/// Legs of a scheme, and how many were violated. Active disks are drawn at random at each start,
/// each set as likely as any other. Batches of legs, each with a stream of its own, run side by
/// side on `workers` threads, whose number does not matter; plan.threads are those of the scheme.
BirthdayCount count_violations(const disks::ChainScheme& scheme,
                               const disks::FixedConfiguration& start,
                               const disks::ConstraintGraph& graph, const BirthdayPlan& plan,
                               int workers = 1);

}  // namespace touchstone::validation::ecmc
