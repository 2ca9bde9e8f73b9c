// gpu/cmc/step/step_numbers.hpp
// Purpose   Places of the single numbers of a step in two small arrays of the device.
#pragma once
#include "gpu/exec/sums/rounded_run.hpp"

namespace touchstone::gpu {

/// Counts, and bits of positive doubles, which the host reads once in a step.
enum StepCount : int {
  kLeastTime,
  kTimeStep,
  kTrials,
  kAboveBound,
  kLeaving,
  kStuck,  ///< stars for which no trial was accepted
  kStepCounts
};

/// Sums, which the host reads when it is asked for them.
enum StepSum : int { kZero, kMass, kKinetic, kPotential, kUnplaced, kAllUnplaced, kStepSums };

}  // namespace touchstone::gpu
