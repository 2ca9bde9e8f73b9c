// optimized/cmc/close_encounters.hpp
// Purpose   Neighbours that do more than deflect each other: which pairs collide or, with a binary,
//           meet in a step, which triples become a binary and a star, and what the run has
//           afterwards. All meetings of a step are followed together, on all threads.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3.
// Computes  The same bits as the serial reference: a meeting has random numbers of its own, and its
//           changes touch nothing but the stars of its pair or triple, those that are freed, and
//           the one that is gone.
// Cost      A look at each pair, and what the meetings cost: a scheme of meetings in vector lanes
//           follows several in one.
// Not here  Deflections (block.hpp), whether two stars collide (colliding_pairs.hpp) or three
//           become a binary (forming_triples.hpp), the step (henon_openmp.cpp,
//           ranks/henon_rank.cpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/cmc/after_meeting.hpp"
#include "models/cmc/registry.hpp"
#include "optimized/cmc/block.hpp"
#include "optimized/cmc/colliding_pairs.hpp"
#include "optimized/cmc/forming_triples.hpp"

namespace touchstone::optimized {

class CloseEncounters {
 public:
  CloseEncounters(const cluster::Stars& stars, const cluster::ClusterParameters& parameters,
                  double initial_stars);

  const std::vector<cluster::Binary>& binaries() const { return binaries_; }

  /// Longest step that the times of binaries and collisions allow; `stars` may end behind the
  /// central ones.
  double longest_step(const cluster::Stars& stars) const;

  /// Triples that become binaries, from the stars before pairs are deflected. `first` is the number
  /// of the first star among those of the field.
  FormedInBlock those_that_form(const cluster::Stars& stars, const cluster::Block& block,
                                const Field& field, std::size_t first, double timestep,
                                std::uint64_t step) const;
  /// Pairs that may meet or collide: none with a star of a triple that becomes a binary.
  std::vector<Neighbours> neighbours(const cluster::Stars& stars, const cluster::Block& block,
                                     const FormedInBlock& formed) const;

  struct Met {
    std::size_t inner = 0;
    cluster::ClosePair pair;
    double turn = 0;
  };
  struct Collided {
    std::size_t inner = 0;
    cluster::SinglePair pair;
  };
  struct MetInBlock {
    std::vector<Met> pairs;
    std::vector<Collided> collided;
    std::uint64_t crowded = 0;
    FormedInBlock formed = {};
  };
  /// Those of a block's neighbours that meet or collide; draws are those of all pairs of the block.
  /// `first` is the number of the first star among those of the field.
  MetInBlock those_that_meet(std::span<const Neighbours> neighbours, const cluster::Stars& stars,
                             const cluster::Block& block, std::span<const PairDraws> draws,
                             const Field& field, std::size_t first, double timestep) const;

  /// Effects of the meetings of a step.
  struct Changes {
    std::vector<cluster::Binary> now = {};  ///< binaries with other numbers
    std::vector<cluster::Binary> formed = {};
    std::vector<std::uint32_t> ionised = {};  ///< ids
    std::vector<double> collided = {};        ///< energy that each collision takes
    cluster::MeetingCounts meetings = {};
    bool masses = false;  ///< masses, or the number of stars: the field is another one
  };
  /// Follows the meetings of all blocks and changes their stars; blocks become longer by stars that
  /// are freed, and shorter by those that become a part of others.
  Changes follow(std::span<const MetInBlock> met, cluster::Stars& stars,
                 std::vector<cluster::Block>& blocks, std::uint64_t step);
  /// Changes the binaries, those of other ranks among them. The ids are those of the stars now.
  void apply(const Changes& changes, const std::vector<std::uint32_t>& ids,
             cluster::StepReport& report);

  void lose_mass(double kept);
  /// Ids of the binaries whose stars leave.
  std::vector<std::uint32_t> leaving(const cluster::Stars& stars,
                                     std::span<const std::uint8_t> leaves) const;
  /// Binaries that leave are booked and forgotten.
  void release(const std::vector<std::uint32_t>& ids, cluster::StepReport& report);
  /// Stars come in another order; those that are not named have left.
  void sort(const std::vector<std::uint32_t>& order);
  /// Stars are others.
  void find(const std::vector<std::uint32_t>& ids);

 private:
  struct Freed {
    std::size_t behind;
    double mass, radius, radial_velocity, tangential_velocity;
    std::uint32_t id;
  };
  std::vector<cluster::AfterMeeting> ends_of(const std::vector<const Met*>& met,
                                             std::uint64_t step) const;
  void meet(const std::vector<const Met*>& met, cluster::Stars& stars, Changes& changes,
            std::uint64_t step);
  void change(const Met& met, const cluster::AfterMeeting& after, cluster::Stars& stars,
              Changes& changes);
  void stick(const Collided& one, cluster::Stars& stars, Changes& changes);
  bool binary_in(const Neighbours& pair) const {
    return number_[pair.inner] >= 0 || number_[pair.inner + 1] >= 0;
  }
  void form(const FormedInBlock& formed, cluster::Stars& stars, Changes& changes);
  void settle(cluster::Stars& stars, std::vector<cluster::Block>& blocks);
  void forget(const std::vector<std::uint32_t>& ids);

  cluster::ClusterParameters parameters_;
  double initial_stars_;
  std::vector<cluster::Binary> binaries_;  ///< ascending by id
  std::vector<std::int32_t> number_;       ///< number of each star's binary, or -1
  std::vector<Freed> freed_;               ///< in this step, in the order of the stars
  std::vector<std::size_t> gone_;          ///< stars that have become a part of others
};

}  // namespace touchstone::optimized
