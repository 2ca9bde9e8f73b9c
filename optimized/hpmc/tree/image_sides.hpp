// optimized/hpmc/tree/image_sides.hpp
// Purpose   A body is compared with those images alone that it can meet: an image moved along a
//           lattice vector is met from that side of the box only.
#pragma once
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "optimized/hpmc/tree/box_tree_kernel.hpp"
#include "optimized/hpmc/tree/sampler_frame.hpp"

namespace touchstone::optimized {

/// Sets of sides as bits: 2 k is the high side of fractional coordinate k, 2 k + 1 the low one.
class ImageSides {
 public:
  void reset(const SamplerFrame& frame) {
    box_ = &frame.box;
    const auto w = box_->plane_distances();
    const double reach = 2 * frame.widest + 2 * frame.path;
    for (std::size_t k = 0; k < 3; ++k)
      inside_[k] = frame.periodic[k] && std::isfinite(w[k])
                       ? 0.5 - reach / w[k]
                       : std::numeric_limits<double>::infinity();
    of_image_.clear();
    for (const shapes::Vec3& image : frame.images)
      of_image_.push_back(beyond(box_->fractional(image), {0.5, 0.5, 0.5}));
  }

  /// The sides that a centre is near.
  unsigned near(shapes::Vec3 r) const { return beyond(box_->fractional(r), inside_); }

  /// Whether all centres in a box are near no side: a parallelepiped that holds the corners holds
  /// the box.
  bool inside(const FloatBox& box) const {
    for (unsigned corner = 0; corner < 8; ++corner) {
      const auto at = [&](unsigned k) {
        return static_cast<double>((corner >> k & 1) != 0 ? box.high[k] : box.low[k]);
      };
      if (near({at(0), at(1), at(2)}) != 0) return false;
    }
    return true;
  }

  /// Whether a body near these sides can meet that image of the frame.
  bool can_meet(std::size_t image, unsigned sides) const {
    return (of_image_[image] & ~sides) == 0;
  }

 private:
  static unsigned beyond(shapes::Vec3 f, const std::array<double, 3>& limit) {
    return (f.x >= limit[0] ? 1u : 0u) | (f.x <= -limit[0] ? 2u : 0u) |
           (f.y >= limit[1] ? 4u : 0u) | (f.y <= -limit[1] ? 8u : 0u) |
           (f.z >= limit[2] ? 16u : 0u) | (f.z <= -limit[2] ? 32u : 0u);
  }

  const shapes::Box* box_ = nullptr;
  std::array<double, 3> inside_ = {};  ///< nearer to the middle than this: near no side
  std::vector<unsigned> of_image_;
};

}  // namespace touchstone::optimized
