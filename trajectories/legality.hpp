// trajectories/legality.hpp
// Purpose   Do hard bodies of a trajectory overlap? By the exact references, and only where the
//           rounding of the file cannot explain it.
// Method    Pairs within the sum of their circumradii are asked twice: as the numbers stand, and,
//           if that is an overlap, with both bodies shrunk about their centres by so much that the
//           unrounded ones hold them wherever they really are (shrunk.hpp). A pair that still
//           overlaps overlaps for certain; one that does not is a contact within rounding. Bodies
//           that are not convex cannot be shrunk: they are judged as the numbers stand. The
//           rounding of the box counts for pairs across its border alone.
// Cost      O(N) for each frame: near pairs by cells.
// Not here  Readers (frame.hpp), records (trajectory_rows.hpp).
#pragma once
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"
#include "trajectories/frame.hpp"

namespace touchstone::trajectories {

class Legality {
 public:
  /// `tolerance`: overlap, a length, that the rounding of the program may leave, beside the file's.
  explicit Legality(double tolerance) : tolerance_(tolerance) {}

  /// Counts the overlaps of a frame; returns how many there are.
  std::size_t add(const Frame& frame);

  std::size_t overlaps() const { return overlaps_; }
  std::size_t bad_frames() const { return bad_frames_; }
  /// Pairs that overlap as the numbers stand, and may not where they are rounded.
  std::size_t within_rounding() const { return within_rounding_; }
  /// Pairs whose circumscribed balls met.
  std::size_t pairs() const { return pairs_; }
  /// The first overlap: frame, bodies, how deep. Empty where there is none.
  const std::string& first() const { return first_; }
  /// Smallest distance of two disks or balls, over the sum of their radii, of all frames; infinite
  /// where no two such bodies were neighbours.
  double closest() const { return closest_; }
  /// The deepest overlap that was taken for rounding, over the smallest diameter.
  double open_share() const { return open_share_; }

 private:
  void prepare(const Frame& frame);
  void meet(const Frame& frame, std::size_t i, std::size_t j, shapes::Vec3 r);
  std::vector<std::unique_ptr<shapes::PairOverlap>> shrunk_pairs(const shapes::Configuration& state,
                                                                 double rounding);
  /// Whether the box is between the numbers of two bodies in the file, r being from i to j.
  static bool crosses(const Frame& frame, std::size_t i, std::size_t j, shapes::Vec3 r);

  double tolerance_;
  double rounding_ = -1;  ///< that bodies are shrunk by; it only grows
  double across_ = -1;    ///< the same for bodies of a pair across the border
  double turn_rounding_ = -1;
  std::size_t types_number_ = 0;
  std::vector<double> radii_ = {};
  std::vector<std::unique_ptr<shapes::PairOverlap>> pairs_of_types_ = {};
  std::vector<std::unique_ptr<shapes::PairOverlap>> shrunk_ = {};
  std::vector<std::unique_ptr<shapes::PairOverlap>> shrunk_across_ = {};
  std::size_t overlaps_ = 0;
  std::size_t bad_frames_ = 0;
  std::size_t within_rounding_ = 0;
  std::size_t pairs_ = 0;
  std::string first_ = {};
  double open_share_ = 0;
  double closest_ = INFINITY;
};

}  // namespace touchstone::trajectories
