// models/disks/random_start.cpp
// Purpose   Random dilute starts and their compression (declared in start.hpp).
// Source    Anderson et al. 2013, section 4. Overlap removal: descent of the energy of overlapping
//           soft disks as in studies of jamming (C. S. O'Hern et al., Phys. Rev. E 68, 011306
//           (2003)), with the damping of E. Bitzek et al., Phys. Rev. Lett. 97, 170201 (2006):
//           velocities stop when they point uphill. Below the jamming density 0.84 of random disks
//           the minimum is a configuration without overlaps.
// Cost      random_start: about 1e2 insertions per disk at packing fraction 0.5. compressed_start:
//           50 to 1000 steps, each O(N).
#include <fmt/format.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/neighbour_grid.hpp"
#include "models/disks/start.hpp"

namespace touchstone::disks {
namespace {

constexpr double kMargin = 2e-6;           ///< room for rounding to single precision
constexpr double kTargetDistance = 1.005;  ///< disks repel a little before they touch

/// At most one disk per cell: the diagonal of a cell is at most one diameter.
class OccupancyGrid {
 public:
  explicit OccupancyGrid(const Box& box)
      : box_(box),
        columns_(count(box.width)),
        rows_(count(box.height)),
        disk_(checked(static_cast<double>(columns_) * static_cast<double>(rows_)), kEmpty) {}

  bool insert(Configuration& c, Vec<double> p) {
    const std::size_t x = line(p.x, box_.width, columns_);
    const std::size_t y = line(p.y, box_.height, rows_);
    for (std::size_t dy = 0; dy < 5; ++dy)
      for (std::size_t dx = 0; dx < 5; ++dx) {
        // x + dx - 2, in unsigned arithmetic; repeated cells of tiny boxes do no harm
        const std::size_t column = (x + dx + 2 * columns_ - 2) % columns_;
        const std::size_t row = (y + dy + 2 * rows_ - 2) % rows_;
        const std::size_t j = disk_[row * columns_ + column];
        if (j != kEmpty && c.box.distance2(p, c.centres[j]) < (1 + kMargin) * (1 + kMargin))
          return false;
      }
    disk_[y * columns_ + x] = c.size();
    c.centres.push_back(p);
    return true;
  }

 private:
  static constexpr std::size_t kEmpty = static_cast<std::size_t>(-1);
  static std::size_t count(double side) {
    return static_cast<std::size_t>(std::min(std::ceil(side * std::numbers::sqrt2), 0x1p32));
  }
  static std::size_t checked(double cells) {
    if (!(cells <= 0x1p31))
      throw input_error("random start", "cells for at most one disk",
                        "at most 2^31, a denser system", fmt::format("{:.6g}", cells));
    return static_cast<std::size_t>(cells);
  }
  static std::size_t line(double x, double side, std::size_t lines) {
    return std::min(lines - 1, static_cast<std::size_t>(x / side * static_cast<double>(lines)));
  }
  Box box_;
  std::size_t columns_;
  std::size_t rows_;
  std::vector<std::size_t> disk_;
};

/// Overlapping disks in descent: forces of F = target - r along each pair.
class Relaxation {
 public:
  explicit Relaxation(Configuration& c) : c_(c), velocity_(c.size()), force_(c.size()) {}

  /// One step; returns the smallest distance before it (kTargetDistance when none is smaller).
  double step() {
    const double smallest = forces();
    double power = 0;
    for (std::size_t i = 0; i < c_.size(); ++i)
      power += force_[i].x * velocity_[i].x + force_[i].y * velocity_[i].y;
    const bool uphill = power < 0;
    for (std::size_t i = 0; i < c_.size(); ++i) {
      const double inertia = uphill ? 0 : kInertia;
      velocity_[i] = {inertia * velocity_[i].x + kStep * force_[i].x,
                      inertia * velocity_[i].y + kStep * force_[i].y};
      c_.centres[i] = c_.box.wrap(c_.centres[i] + velocity_[i]);
    }
    return smallest;
  }

 private:
  // A disk has about six neighbours: twice the curvature of their sum is below 12, and the descent
  // is stable for kStep below 2 (1 + kInertia) / 12.
  static constexpr double kStep = 0.25;
  static constexpr double kInertia = 0.9;

  double forces() {
    double smallest2 = kTargetDistance * kTargetDistance;
    std::fill(force_.begin(), force_.end(), Vec<double>{});
    const NeighbourGrid grid(c_, kTargetDistance);
    grid.for_each_pair(c_, [&](std::size_t i, std::size_t j, Vec<double> d) {
      const double r2 = d.x * d.x + d.y * d.y;
      if (!(r2 < kTargetDistance * kTargetDistance)) return;
      smallest2 = std::min(smallest2, r2);
      const double r = std::sqrt(r2);
      // Coinciding centres are pushed along x; the symmetry is broken by the next step.
      const Vec<double> away = r > 0 ? Vec<double>{d.x / r, d.y / r} : Vec<double>{1, 0};
      const double push = kTargetDistance - r;
      force_[i] = {force_[i].x - push * away.x, force_[i].y - push * away.y};
      force_[j] = {force_[j].x + push * away.x, force_[j].y + push * away.y};
    });
    return std::sqrt(smallest2);
  }

  Configuration& c_;
  std::vector<Vec<double>> velocity_;
  std::vector<Vec<double>> force_;
};

}  // namespace

Configuration random_start(std::size_t disks, double packing_fraction, Aspect aspect,
                           std::uint64_t seed) {
  const Box box = box_for(disks, packing_fraction, aspect);
  if (packing_fraction > kRandomLimit)
    throw input_error("random start", "packing fraction", fmt::format("at most {}", kRandomLimit),
                      fmt::format("{:.6f}", packing_fraction));
  Configuration c{box, {}};
  c.centres.reserve(disks);
  OccupancyGrid grid(box);
  PhiloxStream stream = Philox(seed).stream(Purpose::start, 0, 0);
  const std::size_t most = 100000 + 2000 * disks;
  for (std::size_t tries = 0; c.size() < disks; ++tries) {
    if (tries == most)  // only tiny boxes, where a few disks can leave no room
      throw input_error("random start", fmt::format("{} disks in {} insertions", disks, most),
                        "room for all of them", fmt::format("room for {}", c.size()));
    const double x = stream.uniform() * box.width;
    const double y = stream.uniform() * box.height;
    grid.insert(c, box.wrap({x, y}));
  }
  return c;
}

Configuration compressed_start(std::size_t disks, double packing_fraction, Aspect aspect,
                               std::uint64_t seed) {
  const Box box = box_for(disks, packing_fraction, aspect);
  if (packing_fraction <= kCompressionFrom)
    return random_start(disks, packing_fraction, aspect, seed);
  Configuration c = random_start(disks, kCompressionFrom, aspect, seed);
  for (Vec<double>& p : c.centres)
    p = box.wrap({p.x * (box.width / c.box.width), p.y * (box.height / c.box.height)});
  c.box = box;
  Relaxation relaxation(c);
  for (int step = 0; step < kCompressionSteps; ++step) {
    const Configuration before = c;
    if (relaxation.step() > 1 + kMargin) return before;
  }
  throw input_error(
      "compressed start", fmt::format("compression of {} disks", disks),
      fmt::format("packing fraction {:.6f} within {} steps", packing_fraction, kCompressionSteps),
      fmt::format("smallest distance {:.6f}", smallest_distance(c)));
}

}  // namespace touchstone::disks
