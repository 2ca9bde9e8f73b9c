// gpu/hpmc/screen_shapes.hpp
// Purpose   Bodies as screens in single precision read them (pair_screen.hpp), and the distances
//           from contact at which an answer is certain.
// Not here  What they are made of (models/hpmc/bodies/screen_body.hpp).
#pragma once
#include <cstdint>
#include <vector>

#include "models/core/host_device.hpp"
#include "models/hpmc/bodies/screen_body.hpp"

namespace touchstone::gpu {

/// A point, or a dual, of a ScreenBody.
struct alignas(16) FloatPoint {
  float x = 0;
  float y = 0;
  float z = 0;
  float unused = 0;
};

/// A type of body. One of each two opposite points is there, where all have one.
struct alignas(16) ScreenShape {
  std::int32_t first_point = 0;
  std::int32_t first_dual = 0;
  std::uint32_t sizes = 0;  ///< points, 256 times duals, and two bits: one load for all
  std::uint32_t unused = 0;

  TOUCHSTONE_HD int points() const { return static_cast<int>(sizes & 255u); }
  TOUCHSTONE_HD int duals() const { return static_cast<int>(sizes >> 8 & 255u); }
  TOUCHSTONE_HD bool mirrored_points() const { return (sizes & 1u << 16) != 0; }
  TOUCHSTONE_HD bool mirrored_duals() const { return (sizes & 1u << 17) != 0; }
};

/// Two types, and how far from contact a pair must be.
struct alignas(16) ScreenPair {
  float apart2 = 0;    ///< squares of larger distances: apart
  float overlap2 = 0;  ///< and of smaller ones: overlapping
  float slack_a = 0;   ///< distance beyond a facet of a, in units of that to its centre
  float slack_b = 0;
  float share = 0;   ///< 1, and by how much more than the segment the two parts must be
  float inside = 0;  ///< 1, and by how much less a body must be scaled to have a point on its
                     ///< surface
  float unused[2] = {};

  /// Whether both types have facets; else distances decide, or nothing.
  TOUCHSTONE_HD bool faceted() const { return share > 0; }
};

/// Screens of all types, and the points and duals of all of them.
struct ScreenShapes {
  /// Share of the sum of two circumradii by which an answer must be certain.
  static constexpr double kSlack = 4e-5;

  /// Bodies that are usable as ScreenBody have facets; of others distances decide where those of
  /// circumspheres and inner balls do.
  explicit ScreenShapes(const std::vector<shapes::Body>& types);

  /// By pair of types, row by row. `place` bounds the errors of coordinates; `slack` other than
  /// kSlack is for tests.
  std::vector<ScreenPair> pairs(double place, double slack = kSlack) const;

  std::vector<ScreenShape> types;
  std::vector<FloatPoint> points;
  std::vector<FloatPoint> duals;

 private:
  /// Lengths of a type.
  struct Size {
    double circumradius = 0;
    double core = 0;  ///< radius of a ball about the origin inside the body; 0: none is known
  };
  std::vector<Size> sizes_;
  std::vector<shapes::ScreenBody> bodies_;
};

}  // namespace touchstone::gpu
