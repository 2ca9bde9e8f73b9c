// validation/experiments/longrange/water_bag.hpp
// Purpose   A water bag of the HMF model without noise, and the frequency of a wave on it.
// Source    A quiet start: each of many streams of equal momentum is a lattice in the angle.
#pragma once
#include <cstddef>

#include "models/longrange/registry.hpp"

namespace touchstone::validation::longrange {

struct QuietBag {
  std::size_t streams;
  std::size_t per_stream;
  double half_momentum;
  std::size_t particles() const { return streams * per_stream; }
};

/// Every angle a is moved by amplitude cos a.
touchstone::longrange::State quiet_bag(const QuietBag& bag, double amplitude);

/// Angular frequency of a wave from its zeros until `time`, by interpolation between samples four
/// steps apart; those before a tenth of the time are transients. NaN with fewer than three zeros,
/// or where positions are no numbers.
double wave_frequency(touchstone::longrange::Simulation& run, double time_step, double time);

}  // namespace touchstone::validation::longrange
