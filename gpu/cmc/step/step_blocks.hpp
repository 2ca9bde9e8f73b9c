// gpu/cmc/step/step_blocks.hpp
// Purpose   Blocks of stars of a step, each with its own stream, as a kernel finds them: by a
//           formula, so that nothing is sent when stars leave.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equation 17.
// Computes  The blocks of cluster::partition.
#pragma once
#include <cstdint>

#include "gpu/cmc/rejection.hpp"
#include "models/cmc/partition.hpp"

namespace touchstone::gpu {

inline constexpr std::int32_t kStepBin = static_cast<std::int32_t>(cluster::kBin);
inline constexpr std::int32_t kStepSide = kStepBin / 2;  ///< stars to each side of one

struct StepBlocks {
  std::int32_t stars;
  std::int32_t ranks;
  std::int32_t bins_each;
  std::int32_t with_one_more;  ///< the first ranks have a bin more

  TOUCHSTONE_HD DeviceBlock block(std::int64_t rank) const {
    const auto r = static_cast<std::int32_t>(rank);
    return {first(r), r + 1 == ranks ? stars : first(r + 1)};
  }

 private:
  TOUCHSTONE_HD std::int32_t first(std::int32_t rank) const {
    return kStepBin * (rank * bins_each + (rank < with_one_more ? rank : with_one_more));
  }
};

inline StepBlocks step_blocks(std::int64_t stars, std::size_t ranks) {
  const auto n = static_cast<std::int32_t>(stars), p = static_cast<std::int32_t>(ranks);
  const std::int32_t bins = n / kStepBin;
  return {n, p, bins / p, bins % p};
}

}  // namespace touchstone::gpu
