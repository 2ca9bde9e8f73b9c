// optimized/cmc/scattering/composition.hpp
// Purpose   A symmetric composition of 17 leapfrog steps of order 8: their lengths as parts of one
//           step.
// Source    W. Kahan, R.-C. Li, Math. Comput. 66, 1089 (1997), table 2, order 8 with 17 stages; E.
//           Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration (2006), section V.3.2.
// Computes  A unit test holds them to the order.
#pragma once
#include <array>
#include <cstddef>

namespace touchstone::optimized {

inline constexpr std::size_t kStages = 17;
inline constexpr std::array<double, 9> kFirstStages = {
    0.13020248308889008087881763, 0.56116298177510838456196441,  -0.38947496264484728640807860,
    0.15884190655515560089621075, -0.39590389413323757733623154, 0.18453964097831570709183254,
    0.25837438768632204729397911, 0.29501172360931029887096624,  -0.60550853383003451169892108};

/// Length of stage `k`, 0 to 16.
constexpr double stage(std::size_t k) { return kFirstStages[k < 9 ? k : 16 - k]; }
/// Drift before stage `k`, which is one with the drift after the stage before it; 0 is the first
/// one, 17 the last.
constexpr double drift(std::size_t k) {
  return ((k > 0 ? stage(k - 1) : 0) + (k < kStages ? stage(k) : 0)) / 2;
}

}  // namespace touchstone::optimized
