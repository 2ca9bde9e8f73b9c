// optimized/cmc/scattering/meeting_lanes.hpp
// Purpose   Meetings of three stars in vector lanes, one in each lane, with steps that shorten by
//           themselves where two stars are close.
// Source    S. Mikkola, S. Aarseth, Celest. Mech. Dyn. Astron. 84, 343 (2002): time-transformed
//           leapfrog, with the sum of 1 / r as the function of the transformation. S. Mikkola, K.
//           Tanikawa, Celest. Mech. Dyn. Astron. 74, 287 (1999): two bodies stay on their conic
//           section exactly. composition.hpp makes it one of order 8.
// Computes  Half of a leapfrog step moves the stars for the time h / (2 w), where w is integrated
//           beside them: dw/dt is the rate of the sum of 1 / r.
// Cost      17 forces for each step; for one of them three square roots and eight quotients, and
//           about 120 other operations in each lane. Nothing depends on what a lane holds.
#pragma once
#include <array>
#include <cstddef>
#include <span>

namespace touchstone::optimized {

constexpr std::size_t kMeetings = 8;  ///< in a block: one vector of AVX-512, two of AVX2

/// Numbers of the meetings of a block; star i has coordinates 3 i to 3 i + 2.
struct alignas(64) MeetingBlock {
  using Row = std::array<double, kMeetings>;
  std::array<Row, 3> mass;
  std::array<Row, 9> position;
  std::array<Row, 9> velocity;
  Row time;
  Row inverse_distances;  ///< w: sum of 1 / r over the pairs, as integrated
  Row step;               ///< h, in units of time over length
};

struct MeetingKernel {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  void (*advance)(MeetingBlock&, std::size_t steps);
  int doubles = 1;  ///< in a vector
};

/// All compiled kernels, best first.
std::span<const MeetingKernel> meeting_kernels();

}  // namespace touchstone::optimized
