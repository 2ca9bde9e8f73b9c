// benchmarks/longrange/machine_rates.hpp
// Purpose   Roofline of the kernels of the long-range models on this machine: multiplications,
//           estimates of reciprocals and memory, each measured alone, and the mixture of operations
//           of each direct kernel without its loads and dependencies.
// Computes  Operations of a vector of pairs, counted by hand in optimized/longrange (AVX-512):
//           multiplications, fused or not, subtractions and additions, one estimate.
//           Bound by multiplications: their number times what one takes. Where estimates have no
//           ports of their own the mixture takes longer, and no kernel can be faster than it.
// Not here  The kernels; the comparison with these bounds (step_bound.hpp).
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "benchmarks/request.hpp"
#include "suite/results.hpp"

namespace touchstone::benchmarks::longrange {

/// Operations of a vector of pairs, beside one estimate.
struct PairWork {
  int multiplications;
  int additions;
};
/// `plane`: two-dimensional gravity, else the Ring; `single`: precision of pairs.
constexpr PairWork pair_work(bool plane, bool single) {
  if (plane) return single ? PairWork{6, 2} : PairWork{8, 2};
  return single ? PairWork{8, 2} : PairWork{10, 3};
}
/// Multiplications of a particle in a pass of the HMF model's rotation, and its bytes.
inline constexpr int kRotationMultiplications = 19;
inline constexpr double kRotationBytes = 48;
inline constexpr double kStoredBytes = 64;

/// Seconds per vector on one core; least of several batches.
struct MachineRates {
  const char* vectors = "";         ///< avx512, avx2, portable
  std::size_t lanes = 0;            ///< numbers in double precision of a vector
  double multiply_add[2] = {};      ///< in double, in single precision
  double inverse_estimate[2] = {};  ///< zero where there is no such instruction
  double root_estimate[2] = {};
  double pairs[2][2] = {};  ///< mixture of [plane][single]; zero without estimates
};
MachineRates measure_machine_rates();

/// Bytes per second, reads and writes, of changing three arrays of `numbers` in place.
double update_bandwidth(std::size_t numbers, int threads);

std::vector<ResultRecord> rate_records(const Request& request, const MachineRates& rates);

}  // namespace touchstone::benchmarks::longrange
