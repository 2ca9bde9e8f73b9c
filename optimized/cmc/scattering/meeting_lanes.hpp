// optimized/cmc/scattering/meeting_lanes.hpp
// Purpose   Meetings of three or four stars in vector lanes, one in each lane, with steps that
//           shorten by themselves where two stars are close.
// Source    S. Mikkola, S. Aarseth, Celest. Mech. Dyn. Astron. 84, 343 (2002): time-transformed
//           leapfrog, with the sum of 1 / r as the function of the transformation. S. Mikkola, K.
//           Tanikawa, Celest. Mech. Dyn. Astron. 74, 287 (1999): two bodies stay on their conic
//           section exactly. composition.hpp makes it one of order 8.
// Computes  Half of a leapfrog step moves the stars for the time h / (2 w), where w is integrated
//           beside them: dw/dt is the rate of the sum of 1 / r.
// Cost      17 forces for each step; for one of them a square root and two quotients for each pair
//           of stars, two quotients more, and about 120 other operations in each lane; of four
//           stars 230. Nothing depends on what a lane holds.
#pragma once
#include <array>
#include <cstddef>
#include <span>

namespace touchstone::optimized {

constexpr std::size_t kMeetings = 8;  ///< in a block: one vector of AVX-512, two of AVX2

/// Numbers of the meetings of a block; star i has coordinates 3 i to 3 i + 2.
template <std::size_t kStars>
struct alignas(64) MeetingBlock {
  using Row = std::array<double, kMeetings>;
  std::array<Row, kStars> mass;
  std::array<Row, 3 * kStars> position;
  std::array<Row, 3 * kStars> velocity;
  Row time;
  Row inverse_distances;  ///< w: sum of 1 / r over the pairs, as integrated
  Row step;               ///< h, in units of time over length
};

struct MeetingKernel {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  void (*advance_three)(MeetingBlock<3>&, std::size_t steps);
  void (*advance_four)(MeetingBlock<4>&, std::size_t steps);
  int doubles = 1;  ///< in a vector

  void advance(MeetingBlock<3>& block, std::size_t steps) const { advance_three(block, steps); }
  void advance(MeetingBlock<4>& block, std::size_t steps) const { advance_four(block, steps); }
};

/// All compiled kernels, best first.
std::span<const MeetingKernel> meeting_kernels();

}  // namespace touchstone::optimized
