#include "models/disks/chains/static_rift.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/core/errors.hpp"
#include "models/disks/cell_lines.hpp"

namespace touchstone::disks {
namespace {

/// The disks and their periodic images, sorted into cells at least as wide as a chain can reach and
/// as high as a disk can be hit, with a column of images on the right and a row below and above.
/// Three runs of neighbouring cells then hold all that a disk can meet: no search for images.
class Chains {
 public:
  Chains(const Box& box, const std::vector<Vec<double>>& centres, double chain)
      : box_(box),
        centres_(centres),
        chain_(chain),
        columns_(cell_lines(box.width, box.height, 1 + chain, centres.size())),
        rows_(cell_lines(box.height, box.width, 1, centres.size())) {
    first_.assign((columns_ + 1) * (rows_ + 2) + 1, 0);
    for (std::size_t i = 0; i < centres_.size(); ++i)
      for_each_image(i, [&](std::size_t cell, Vec<double>) { ++first_[cell + 1]; });
    for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    image_.resize(first_.back());
    disk_.resize(first_.back());
    for (std::size_t i = 0; i < centres_.size(); ++i)
      for_each_image(i, [&](std::size_t cell, Vec<double> p) {
        disk_[next[cell]] = i;
        image_[next[cell]++] = p;
      });
  }

  /// Sum over the chains from all disks of x_j - x_i at the collisions.
  double total() {
    double sum = 0;
    for (std::size_t i = 0; i < centres_.size(); ++i) sum += run(i);
    return sum;
  }

 private:
  /// A chain among disks a gap apart collides once per gap: near a jam without end, as it were.
  static constexpr std::size_t kMostCollisions = 10'000'000;

  /// A disk and its place after this chain has moved it.
  struct Moved {
    std::size_t disk;
    Vec<double> centre;
  };
  /// First disk that the active disk meets within the rest of the chain.
  struct Collision {
    double free_path;
    double contact = 0;  ///< x_j - x_i when they touch
    std::size_t disk = 0;
    bool found = false;
  };

  static std::size_t line(double x, double side, std::size_t lines) {
    return std::min(lines - 1, static_cast<std::size_t>(x * (static_cast<double>(lines) / side)));
  }
  std::size_t column(double x) const { return line(x, box_.width, columns_); }
  std::size_t row(double y) const { return line(y, box_.height, rows_) + 1; }

  template <class Visit>
  void for_each_image(std::size_t i, Visit&& visit) const {
    const Vec<double> p = centres_[i];
    const std::size_t x = column(p.x);
    const std::size_t y = row(p.y);
    const auto in_row = [&](std::size_t line_of_cells, double shift) {
      const std::size_t cell = line_of_cells * (columns_ + 1);
      visit(cell + x, Vec<double>{p.x, p.y + shift});
      if (x == 0) visit(cell + columns_, Vec<double>{p.x + box_.width, p.y + shift});
    };
    in_row(y, 0);
    if (y == 1) in_row(rows_ + 1, box_.height);
    if (y == rows_) in_row(0, -box_.height);
  }

  /// One chain; infinite when disks that touch all around the box leave it no way on.
  double run(std::size_t start) {
    moved_.clear();
    std::size_t stuck = 0;  // collisions since the chain last moved on
    std::size_t collisions = 0;
    std::size_t active = start;
    Vec<double> at = centres_[start];
    double rest = chain_;
    double sum = 0;
    double travelled = 0;  // from the start of the chain to the active disk, through contacts
    for (;;) {
      // Only a chain that has come round the box can meet a disk that it has moved.
      const bool wound = travelled + rest + 1 >= box_.width - 1;
      const Collision hit = wound ? first_hit<true>(at, rest) : first_hit<false>(at, rest);
      if (!hit.found) return sum;
      if (++collisions > kMostCollisions)
        throw input_error("static rift", fmt::format("collisions of the chain from disk {}", start),
                          fmt::format("at most {}, more room between disks", kMostCollisions),
                          "more");
      if (hit.free_path > 0) move(active, box_.wrap({at.x + hit.free_path, at.y}));
      stuck = hit.free_path > 0 ? 0 : stuck + 1;
      if (stuck > centres_.size()) return std::numeric_limits<double>::infinity();
      rest -= hit.free_path;
      travelled += hit.free_path + hit.contact;
      sum += hit.contact;
      active = hit.disk;
      at = place(active);
    }
  }

  void move(std::size_t disk, Vec<double> centre) {
    for (Moved& m : moved_)  // again, by a chain that winds around the box
      if (m.disk == disk) return void(m.centre = centre);
    moved_.push_back({disk, centre});
  }
  /// Position of a disk during this chain.
  Vec<double> place(std::size_t disk) const {
    for (const Moved& m : moved_)
      if (m.disk == disk) return m.centre;
    return centres_[disk];
  }
  bool has_moved(std::size_t disk) const {
    return std::any_of(moved_.begin(), moved_.end(),
                       [disk](const Moved& m) { return m.disk == disk; });
  }

  template <bool Wound>
  Collision first_hit(Vec<double> at, double rest) const {
    Collision best{rest};
    const std::size_t left = column(at.x);
    const std::size_t middle = row(at.y);
    for (std::size_t y = middle - 1; y <= middle + 1; ++y) {
      const std::size_t cell = y * (columns_ + 1) + left;
      for (std::size_t k = first_[cell]; k < first_[cell + 2]; ++k) {
        if (Wound && has_moved(disk_[k])) continue;
        consider(best, at, disk_[k], image_[k]);
      }
    }
    if (Wound)
      for (const Moved& m : moved_) {
        const Vec<double> d = box_.nearest(at, m.centre);
        consider(best, at, m.disk, {at.x + (d.x < 0 ? d.x + box_.width : d.x), at.y + d.y});
      }
    return best;
  }

  /// Replaces `best` when disk j at `other` is hit sooner by a disk moving along +x. The active
  /// disk itself is at distance 0 and never ahead.
  static void consider(Collision& best, Vec<double> at, std::size_t j, Vec<double> other) {
    const double dx = other.x - at.x;
    const double dy = other.y - at.y;
    if (!(dy * dy < 1) || !(dx > 0) || dx >= best.free_path + 1) return;
    const double contact = std::sqrt(1 - dy * dy);
    const double gap = std::max(0.0, dx - contact);  // below 0 by rounding only
    if (gap < best.free_path) best = {gap, contact, j, true};
  }

  Box box_;
  const std::vector<Vec<double>>& centres_;
  double chain_;
  std::size_t columns_;
  std::size_t rows_;
  std::vector<std::size_t> first_;  ///< first entry of each cell, row by row
  std::vector<Vec<double>> image_;
  std::vector<std::size_t> disk_;  ///< disk of each image
  std::vector<Moved> moved_;
};

double along_x(const Box& box, const std::vector<Vec<double>>& centres, double chain) {
  const auto disks = static_cast<double>(centres.size());
  const double excess = Chains(box, centres, chain).total() / (disks * chain);
  return disks / box.area() * (1 + excess);
}

}  // namespace

RiftPressure static_rift_pressure(const Configuration& c, double chain) {
  if (c.size() == 0) throw input_error("static rift", "number of disks", "at least 1", "0");
  if (!(c.box.width >= 2) || !(c.box.height >= 2))
    throw input_error("static rift", "box", "sides of at least 2 diameters",
                      fmt::format("{:.6g} x {:.6g}", c.box.width, c.box.height));
  if (!(chain > 0) || !(chain <= 0.5))
    throw input_error("static rift", "chain length", "a number in (0, 0.5] diameters",
                      fmt::format("{}", chain));
  std::vector<Vec<double>> turned(c.size());
  for (std::size_t i = 0; i < c.size(); ++i) turned[i] = {c.centres[i].y, c.centres[i].x};
  return {along_x(c.box, c.centres, chain), along_x({c.box.height, c.box.width}, turned, chain)};
}

}  // namespace touchstone::disks
