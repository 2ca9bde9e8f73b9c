#include "validation/experiments/longrange/water_bag.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace touchstone::validation::longrange {

using std::numbers::pi;

touchstone::longrange::State quiet_bag(const QuietBag& bag, double amplitude) {
  touchstone::longrange::State state;
  for (std::size_t s = 0; s < bag.streams; ++s) {
    const double p = bag.half_momentum *
                     ((2 * static_cast<double>(s) + 1) / static_cast<double>(bag.streams) - 1);
    for (std::size_t k = 0; k < bag.per_stream; ++k) {
      const double angle = 2 * pi * static_cast<double>(k) / static_cast<double>(bag.per_stream);
      state.q.push_back(angle + amplitude * std::cos(angle));
      state.p.push_back(p);
    }
  }
  return state;
}

double wave_frequency(touchstone::longrange::Simulation& run, double time_step, double time) {
  std::vector<double> zeros;
  double before = 0;
  constexpr std::uint64_t kBetween = 4;
  const double interval = kBetween * time_step;
  const auto samples = static_cast<int>(std::llround(time / interval));
  for (int k = 1; k <= samples; ++k) {
    run.advance(kBetween);
    // cos(a + e cos a) averages to -(e/2) sin: the wave is in My; either component will do.
    const auto m = touchstone::longrange::magnetisation(run.state().q);
    if (!std::isfinite(m.y)) return std::numeric_limits<double>::quiet_NaN();
    if (k > samples / 10 && before * m.y < 0)
      zeros.push_back((k - m.y / (m.y - before)) * interval);
    before = m.y;
  }
  if (zeros.size() < 3) return std::numeric_limits<double>::quiet_NaN();
  return pi * static_cast<double>(zeros.size() - 1) / (zeros.back() - zeros.front());
}

}  // namespace touchstone::validation::longrange
