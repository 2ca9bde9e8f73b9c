#include "models/disks/direct_sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"

namespace touchstone::disks {

DirectSampler::DirectSampler(std::size_t disks, Box box, Walls walls)
    : disks_(disks), box_(box), walls_(walls), free_{box.width, box.height} {
  if (disks == 0) throw input_error("direct sampling", "number of disks", "at least 1", "0");
  if (!(box.width >= 1) || !(box.height >= 1))
    throw input_error("direct sampling", "box", "sides of at least 1 diameter",
                      fmt::format("{:.6g} x {:.6g}", box.width, box.height));
  if (walls == Walls::hard) {
    low_ = 0.5;
    free_ = {box.width - 1, box.height - 1};
  }
}

std::uint64_t DirectSampler::sample(PhiloxStream& stream, Configuration& c,
                                    std::uint64_t most) const {
  c.box = box_;
  for (std::uint64_t trials = 1; trials <= most; ++trials)
    if (trial(stream, c.centres)) return trials;
  throw input_error(
      "direct sampling",
      fmt::format("{} disks in {:.6g} x {:.6g} diameters", disks_, box_.width, box_.height),
      fmt::format("an accepted configuration within {} trials", most), "none");
}

Configuration direct_sample_torus(std::size_t disks, double diameter_over_side,
                                  PhiloxStream& stream) {
  const double side = 1 / diameter_over_side;
  Configuration c;
  DirectSampler(disks, {side, side}).sample(stream, c);
  return c;
}

std::vector<double> rods_start(std::size_t rods, double length, PhiloxStream& stream) {
  const auto n = static_cast<double>(rods);
  if (rods == 0 || !(length >= n) || !std::isfinite(length))
    throw input_error("rods", "number of rods and length of the ring",
                      "at least one rod of length 1, and room for all",
                      fmt::format("{} rods on {:.6g}", rods, length));
  // Rods without their lengths are free points on a ring of length L - N: rod 0 is anywhere, the
  // others are at N - 1 independent uniform distances after it.
  std::vector<double> free(rods);
  for (std::size_t k = 1; k < rods; ++k) free[k] = stream.uniform() * (length - n);
  std::sort(free.begin(), free.end());  // free[0] = 0 stays first
  const double first = stream.uniform() * length;
  std::vector<double> left(rods);
  for (std::size_t k = 0; k < rods; ++k) {
    const double x = first + free[k] + static_cast<double>(k);
    left[k] = x < length ? x : x - length;
    if (!(left[k] < length)) left[k] = 0;
  }
  std::sort(left.begin(), left.end());
  return left;
}

}  // namespace touchstone::disks
