// checkers/mutants/mpmc/shift_rates.hpp
// Purpose   Rate at which each rule of ownership loses or doubles a particle, per particle and
//           shift, in single precision and in ten bits.
// Source    Anderson et al. 2013, section 3.2, on Algorithm 4 line 20.
// Computes  Positions and shifts with the law of the running algorithm. Only positions within a
//           thin band of the boundary that a shift moves can go wrong, so draws are made there and
//           counts are divided by the chance of the band: rates of 1e-9 take 1e6 draws, not 1e9.
// Cost      About 20 ns per draw in single precision.
#pragma once
#include <cstdint>

#include "checkers/mutants/mpmc/faults.hpp"

namespace touchstone::mutants {

struct ShiftRates {
  std::uint64_t draws = 0;       ///< made in the band
  std::uint64_t lost = 0;        ///< draws in which no cell took the particle
  std::uint64_t duplicated = 0;  ///< draws in which both did
  double band = 1;               ///< chance of a draw to lie in the band
  double lost_rate() const { return rate(lost); }
  double duplicated_rate() const { return rate(duplicated); }

 private:
  double rate(std::uint64_t count) const {
    return band * static_cast<double>(count) / static_cast<double>(draws);
  }
};

/// Real is float or TenBits. The production rule (complement) is PlaneSpace's own expressions.
template <class Real>
ShiftRates measure_shift_rates(ShiftRule rule, std::uint64_t draws, std::uint64_t seed);

}  // namespace touchstone::mutants
