// Legs of event chains of hard disks, all pairs: correct and slow. Put your own algorithm in its
// place.
#include <algorithm>
#include <cmath>

#include "touchstone_external.hpp"

/// Members are those of touchstone::external::Chains. Disks may touch, and overlap by rounding.
struct EventChains : touchstone::external::Chains {
  void advance(std::uint64_t legs) {
    const std::size_t a = direction == 'x' ? 0 : 1;
    const double side = a == 0 ? width : height;
    for (double left = static_cast<double>(legs) * length; left > 0;) {
      double way = left;
      std::size_t* from = nullptr;
      std::size_t to = 0;
      for (std::size_t& i : active)
        for (std::size_t j = 0; j < centres.size(); ++j)
          if (std::count(active.begin(), active.end(), j) == 0 && flight(i, j, a) < way)
            way = flight(i, j, a), from = &i, to = j;
      for (const std::size_t k : active) centres[k][a] = std::fmod(centres[k][a] + way, side);
      left -= way;
      if (from != nullptr) *from = to, ++liftings;
    }
  }

  /// Way of disk i until it meets disk j, to rounding at least 0.
  double flight(std::size_t i, std::size_t j, std::size_t a) const {
    const double sides[] = {width, height};
    const double offset = std::remainder(centres[j][1 - a] - centres[i][1 - a], sides[1 - a]);
    if (!(std::abs(offset) < 1)) return HUGE_VAL;
    const double ahead = centres[j][a] - centres[i][a];
    return std::max((ahead < 0 ? ahead + sides[a] : ahead) - std::sqrt(1 - offset * offset), 0.0);
  }
};

int main() { return touchstone::external::serve<EventChains>(); }
