// checkers/draws.hpp
// Purpose   Random sizes and parameters of test systems: a check that draws its systems meets
//           branches that nobody thought of.
#pragma once
#include <cmath>
#include <cstdint>

#include "checkers/check.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone {

class Draws {
 public:
  explicit Draws(PhiloxStream& random) : random_(random) {}

  double from(double low, double high) { return low + (high - low) * random_.uniform(); }
  /// Uniform in the logarithm: as often 1 to 10 as 10 to 100.
  double scale(double low, double high) { return low * std::pow(high / low, random_.uniform()); }
  int whole(int low, int high) {
    return low + static_cast<int>(random_.below(static_cast<std::uint32_t>(high - low + 1)));
  }
  bool one_in(int n) { return whole(1, n) == 1; }
  PhiloxStream& random() { return random_; }

 private:
  PhiloxStream& random_;
};

/// The stream from which system `number` of a check is drawn.
inline PhiloxStream stream_of_system(const CheckContext& context, std::uint64_t number) {
  return Philox(part_seed(context, 0x5157)).stream(Purpose::test, number, 0);
}

}  // namespace touchstone
