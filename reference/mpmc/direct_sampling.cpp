#include "reference/mpmc/direct_sampling.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::reference {
namespace {

using disks::Box;
using disks::Vec;

/// Disk held fixed in a trial, and its place.
enum class Pin { none, left_wall, bottom_wall, contact };

class Trials {
 public:
  Trials(std::size_t disks, Box box, bool walls, std::uint64_t seed)
      : box_(box), walls_(walls), seed_(seed), centre_(disks) {}

  /// Fraction of legal configurations with a pin, from its own random numbers.
  Estimate acceptance(Pin pin, std::uint64_t trials) {
    // One stream per 2^20 trials: the counter of a stream has 32 bits.
    std::uint64_t accepted = 0;
    for (std::uint64_t k = 0; k < trials; ++k) {
      if (k % (1u << 20) == 0)
        stream_ = Philox(seed_).stream(Purpose::estimator, k >> 20, static_cast<unsigned>(pin));
      accepted += legal(pin) ? 1 : 0;
    }
    if (accepted == 0)
      throw input_error("direct sampling", fmt::format("{} disks", centre_.size()),
                        fmt::format("an accepted configuration in {} trials", trials), "none");
    const double p = static_cast<double>(accepted) / static_cast<double>(trials);
    return {p, std::sqrt(p * (1 - p) / static_cast<double>(trials)), static_cast<double>(trials)};
  }

 private:
  bool legal(Pin pin) {
    const double low = walls_ ? 0.5 : 0.0;  // centres keep a radius from the walls
    for (Vec<double>& p : centre_) {
      p.x = low + stream_.uniform() * (box_.width - 2 * low);
      p.y = low + stream_.uniform() * (box_.height - 2 * low);
    }
    if (pin == Pin::left_wall) centre_[0].x = low;
    if (pin == Pin::bottom_wall) centre_[0].y = low;
    if (pin == Pin::contact) {
      const double angle = 2 * std::numbers::pi * stream_.uniform();
      centre_[1] = centre_[0] + Vec<double>{std::cos(angle), std::sin(angle)};
      if (walls_ && !inside(centre_[1])) return false;
      if (!walls_) centre_[1] = box_.wrap(centre_[1]);
    }
    for (std::size_t i = 0; i < centre_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        if (pin == Pin::contact && i == 1) continue;  // the pinned pair touches by construction
        if (distance2(centre_[i], centre_[j]) < 1) return false;
      }
    return true;
  }
  bool inside(Vec<double> p) const {
    return p.x >= 0.5 && p.x <= box_.width - 0.5 && p.y >= 0.5 && p.y <= box_.height - 0.5;
  }
  double distance2(Vec<double> a, Vec<double> b) const {
    if (!walls_) return box_.distance2(a, b);
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
  }

  Box box_;
  bool walls_;
  std::uint64_t seed_;
  std::vector<Vec<double>> centre_;
  PhiloxStream stream_ = Philox(0).stream(Purpose::estimator, 0, 0);
};

/// factor * a / b of independent estimates.
Estimate ratio(double factor, const Estimate& a, const Estimate& b) {
  const double value = factor * a.mean / b.mean;
  const double relative = std::hypot(a.standard_error / a.mean, b.standard_error / b.mean);
  return {value, std::abs(value) * relative, a.effective_samples};
}

Estimate weighted_sum(double u, const Estimate& a, double v, const Estimate& b) {
  return {u * a.mean + v * b.mean, std::hypot(u * a.standard_error, v * b.standard_error),
          a.effective_samples};
}

void require_box(std::size_t disks, Box box, std::uint64_t trials) {
  if (disks < 2 || trials == 0)
    throw input_error("direct sampling", "disks and trials", "at least 2 and 1",
                      fmt::format("{} and {}", disks, trials));
  if (!(box.width >= 2) || !(box.height >= 2))
    throw input_error("direct sampling", "box", "sides of at least 2 diameters",
                      fmt::format("{:.6g} x {:.6g}", box.width, box.height));
}

}  // namespace

DirectPressure direct_pressure_torus(std::size_t disks, Box box, std::uint64_t trials,
                                     std::uint64_t seed) {
  require_box(disks, box, trials);
  const auto n = static_cast<double>(disks);
  const double area = box.area();
  Trials run(disks, box, false, seed);
  DirectPressure result;
  result.acceptance = run.acceptance(Pin::none, trials);
  result.contact = ratio(1, run.acceptance(Pin::contact, trials), result.acceptance);
  const double pairs = n * (n - 1) / 2 * std::numbers::pi / (area * area);
  result.pressure = result.contact;
  result.pressure.mean = n / area + pairs * result.contact.mean;
  result.pressure.standard_error = pairs * result.contact.standard_error;
  return result;
}

DirectPressure direct_pressure_walls(std::size_t disks, Box box, std::uint64_t trials,
                                     std::uint64_t seed) {
  require_box(disks, box, trials);
  const auto n = static_cast<double>(disks);
  const double area = box.area();
  const double free_x = box.width - 1;
  const double free_y = box.height - 1;
  Trials run(disks, box, true, seed);
  DirectPressure result;
  const Estimate any = run.acceptance(Pin::none, trials);
  const Estimate left = run.acceptance(Pin::left_wall, trials);
  const Estimate bottom = run.acceptance(Pin::bottom_wall, trials);
  const Estimate touching = run.acceptance(Pin::contact, trials);
  result.acceptance = any;
  result.contact = ratio(area / (free_x * free_y), touching, any);
  const Estimate wall = weighted_sum(1 / free_x, left, 1 / free_y, bottom);
  result.wall_density = ratio(0.5, wall, any);
  result.wall_pressure = ratio(
      n / 2, weighted_sum(1 / (free_x * box.height), left, 1 / (free_y * box.width), bottom), any);
  // N / V + {[N (N - 1) / 2] (pi / V) g + N (pi_x + pi_y) / 2} / V; all terms share p(A).
  const double pairs = n * (n - 1) / 2 * std::numbers::pi / (free_x * free_y) / area;
  const Estimate excess = ratio(1, weighted_sum(pairs, touching, n / 2 / area, wall), any);
  result.pressure = {n / area + excess.mean, excess.standard_error, excess.effective_samples};
  return result;
}

}  // namespace touchstone::reference
