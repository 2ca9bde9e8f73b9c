#include "models/disks/static_rift.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/core/errors.hpp"

namespace touchstone::disks {
namespace {

/// The disks sorted into cells as wide as a chain can reach (columns) and as high as a disk can be
/// hit (rows): a disk meets only disks of its own and the next column.
class Chains {
 public:
  Chains(const Box& box, std::vector<Vec<double>> centres, double chain)
      : box_(box),
        chain_(chain),
        columns_(count(box.width, 1 + chain, 2)),
        rows_(count(box.height, 1, 3)) {
    std::vector<std::size_t> cell(centres.size());
    first_.assign(columns_ * rows_ + 1, 0);
    for (std::size_t i = 0; i < centres.size(); ++i) {
      cell[i] = row(centres[i].y) * columns_ + column(centres[i].x);
      ++first_[cell[i] + 1];
    }
    for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    centre_.resize(centres.size());
    for (std::size_t i = 0; i < centres.size(); ++i) centre_[next[cell[i]]++] = centres[i];
  }

  /// Sum over the chains from all disks of x_j - x_i at the collisions.
  double total() {
    double sum = 0;
    for (std::size_t i = 0; i < centre_.size(); ++i) sum += run(i);
    return sum;
  }

 private:
  /// A disk and its place after this chain has moved it.
  struct Moved {
    std::size_t disk;
    Vec<double> centre;
  };
  /// What the active disk meets first within the rest of the chain.
  struct Collision {
    double free_path;
    double contact = 0;  ///< x_j - x_i when they touch
    std::size_t disk = 0;
    bool found = false;
  };

  static std::size_t count(double side, double range, std::size_t least) {
    const auto cells = static_cast<std::size_t>(side / range);
    return cells < least ? 1 : cells;
  }
  std::size_t column(double x) const {
    return std::min(columns_ - 1,
                    static_cast<std::size_t>(x / box_.width * static_cast<double>(columns_)));
  }
  std::size_t row(double y) const {
    return std::min(rows_ - 1,
                    static_cast<std::size_t>(y / box_.height * static_cast<double>(rows_)));
  }

  /// One chain; infinite when disks that touch all around the box leave it no way on.
  double run(std::size_t start) {
    moved_.clear();
    std::size_t stuck = 0;  // collisions since the chain last moved on
    std::size_t active = start;
    Vec<double> at = centre_[start];
    double rest = chain_;
    double sum = 0;
    double travelled = 0;  // from the start of the chain to the active disk, through contacts
    for (;;) {
      // Only a chain that has come round the box can meet a disk that it has moved.
      const bool wound = travelled + rest + 1 >= box_.width - 1;
      const Collision hit = first_hit(active, at, rest, wound);
      if (!hit.found) return sum;
      if (hit.free_path > 0) moved_.push_back({active, box_.wrap({at.x + hit.free_path, at.y})});
      stuck = hit.free_path > 0 ? 0 : stuck + 1;
      if (stuck > centre_.size()) return std::numeric_limits<double>::infinity();
      rest -= hit.free_path;
      travelled += hit.free_path + hit.contact;
      sum += hit.contact;
      active = hit.disk;
      at = place(active);
    }
  }

  /// Where a disk is during this chain.
  Vec<double> place(std::size_t disk) const {
    for (std::size_t k = moved_.size(); k-- > 0;)
      if (moved_[k].disk == disk) return moved_[k].centre;
    return centre_[disk];
  }
  bool has_moved(std::size_t disk) const {
    return std::any_of(moved_.begin(), moved_.end(),
                       [disk](const Moved& m) { return m.disk == disk; });
  }

  Collision first_hit(std::size_t active, Vec<double> at, double rest, bool wound) const {
    Collision best{rest};
    const std::size_t x = column(at.x);
    const std::size_t y = row(at.y);
    const std::size_t ahead = columns_ == 1 ? 1 : 2;
    const std::size_t across = rows_ == 1 ? 1 : 3;
    for (std::size_t b = 0; b < across; ++b) {
      const std::size_t line = across == 1 ? 0 : (y + rows_ - 1 + b) % rows_;
      for (std::size_t a = 0; a < ahead; ++a) {
        const std::size_t cell = line * columns_ + (x + a == columns_ ? 0 : x + a);
        for (std::size_t j = first_[cell]; j < first_[cell + 1]; ++j)
          if (j != active && !(wound && has_moved(j))) consider(best, at, j, centre_[j]);
      }
    }
    if (wound)
      for (const Moved& m : moved_)
        if (m.disk != active) consider(best, at, m.disk, place(m.disk));
    return best;
  }

  /// Replaces `best` when disk j at `other` is hit sooner by a disk moving along +x.
  void consider(Collision& best, Vec<double> at, std::size_t j, Vec<double> other) const {
    Vec<double> d = box_.nearest(at, other);
    if (d.x < 0) d.x += box_.width;  // the image ahead
    if (!(d.y * d.y < 1) || d.x >= best.free_path + 1) return;
    const double contact = std::sqrt(1 - d.y * d.y);
    const double gap = std::max(0.0, d.x - contact);  // below 0 by rounding only
    if (gap < best.free_path) best = {gap, contact, j, true};
  }

  Box box_;
  double chain_;
  std::size_t columns_;
  std::size_t rows_;
  std::vector<std::size_t> first_;
  std::vector<Vec<double>> centre_;
  std::vector<Moved> moved_;
};

double along_x(const Box& box, std::vector<Vec<double>> centres, double chain) {
  const auto disks = static_cast<double>(centres.size());
  const double excess = Chains(box, std::move(centres), chain).total() / (disks * chain);
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
  return {along_x(c.box, c.centres, chain),
          along_x({c.box.height, c.box.width}, std::move(turned), chain)};
}

}  // namespace touchstone::disks
