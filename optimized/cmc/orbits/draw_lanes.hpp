// optimized/cmc/orbits/draw_lanes.hpp
// Purpose   Positions on orbits by rejection in vector lanes: each lane walks a block of its own
//           with the block's own random stream, and takes its next star as soon as a trial is
//           accepted.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 5, and
//           section 3.6 (one stream for each block of stars).
// Computes  The same bits as star after star (sample_positions.cpp), for any number of lanes and
//           whichever lane a block comes to.
// Cost      About 40 ns per star at 10^5 stars with AVX-512.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "models/cmc/lfsr113.hpp"
#include "optimized/cmc/block.hpp"
#include "optimized/cmc/orbits/prepared_orbits.hpp"

namespace touchstone::optimized {

/// Data of one thread's lanes. The kernel reads and writes the arrays with one element for
/// each lane; everything else goes through the functions.
class LaneTeam {
 public:
  static constexpr std::size_t kMostLanes = 8;
  template <class T>
  using Lanes = std::array<T, kMostLanes>;
  using Next = std::function<SampledBlock*()>;  ///< the next block to be done; nullptr when done

  /// One lane is used for each of the prepared orbits.
  LaneTeam(const Field& field, std::span<PreparedOrbits> scratch, Next next)
      : field_(field), orbits_(scratch), next_(std::move(next)) {}

  const Field& field() const { return field_; }
  /// Brings a block to the lane. False: there is none, and the lane idles on its old numbers.
  bool take_block(std::size_t lane);
  /// Ends the star's search for a place after this many trials of all lanes, and takes the next
  /// one. False: the block has no more.
  bool accept(std::size_t lane, std::uint64_t trial) {
    const PreparedOrbits& o = orbits_[lane];
    Own& own = own_[lane];
    const std::size_t i = o.first + own.at;
    SampledBlock& block = *own.block;
    block.moves.work[i] = own.felt - placed.felt[lane];
    block.moves.interval[i] = static_cast<std::uint32_t>(placed.interval[lane]);
    block.stars.radius[i] = placed.radius[lane];
    block.stars.radial_velocity[i] = placed.radial_velocity[lane];
    block.stars.tangential_velocity[i] = placed.tangential_velocity[lane];
    block.counts->trials += trial - own.since;
    own.since = trial;
    ++own.at;
    return own.at < o.count && o.fate[own.at] == Fate::moves ? load(lane) : next_star(lane);
  }
  /// Gives the block back its stream, whose state the kernel has stored.
  void end_block(std::size_t lane);
  void count_above_bound(std::size_t lane) { ++own_[lane].block->counts->above_bound; }
  /// Throws when a lane has tried too often for its star.
  void require_progress(std::uint64_t trial) const;
  bool idle(std::size_t lane) const { return own_[lane].block == nullptr; }

  /// The star of each lane.
  struct alignas(64) {
    Lanes<double> pericentre{}, apocentre{}, at_pericentre{}, bound{}, energy{}, momentum{}, mass{},
        radius{};
    Lanes<std::int64_t> inner{}, outer{}, shell{};
  } star;
  /// Results of an accepted trial; the interval as a search finds it.
  struct alignas(64) {
    Lanes<double> radius{}, radial_velocity{}, tangential_velocity{}, felt{};
    Lanes<std::int64_t> interval{};
  } placed;
  std::array<Lanes<std::uint32_t>, 4> state{};  ///< state of the generators

 private:
  struct Own {
    SampledBlock* block = nullptr;
    std::size_t at = 0;  ///< among the prepared orbits
    double felt = 0;     ///< at its old place
    std::uint64_t since = 0;
  };

  /// Brings the star's orbit to the lane.
  bool load(std::size_t lane) {
    const PreparedOrbits& o = orbits_[lane];
    Own& own = own_[lane];
    const std::size_t i = own.at;
    const std::size_t shell = own.block->stars.first_shell + o.first + i;
    star.pericentre[lane] = o.pericentre[i];
    star.apocentre[lane] = o.apocentre[i];
    star.at_pericentre[lane] = o.at_pericentre[i];
    star.bound[lane] = o.bound[i];
    star.energy[lane] = o.energy[i];
    star.momentum[lane] = o.angular_momentum[i];
    star.mass[lane] = o.mass[i];
    star.radius[lane] = o.radius[i];
    star.inner[lane] = o.inner[i];
    star.outer[lane] = o.outer[i];
    star.shell[lane] = static_cast<std::int64_t>(shell);
    own.felt = field_.felt_at_shell(o.mass[i], shell, shell);
    return true;
  }
  bool next_star(std::size_t lane);

  const Field& field_;
  std::span<PreparedOrbits> orbits_;  ///< one for each lane
  Next next_;
  Lanes<Own> own_{};
};

struct DrawKernel {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  std::size_t lanes;
  void (*draw)(LaneTeam&);
};

/// All compiled kernels, best first.
std::span<const DrawKernel> draw_kernels();
/// The first that this machine can run.
const DrawKernel& best_draw_kernel();

}  // namespace touchstone::optimized
