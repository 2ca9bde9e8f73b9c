// checkers/mpmc/initial_states.cpp
// Purpose   Random starts of disks and rods, and their laws a second time: every pair is compared,
//           nothing is sorted into cells.
// Source    Anderson et al. 2013, section 4 (random starts, compressed); Krauth 2006, section 2.1.2
//           (direct sampling).
// Not here  Lattices (lattice_starts.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "checkers/mpmc/start_pairs.hpp"
#include "checkers/starts/start_kind.hpp"
#include "models/disks/direct_sampling.hpp"
#include "models/disks/start.hpp"

namespace touchstone::starts {
namespace {

using disks::Configuration;
using disks::Vec;
using disks::Walls;

/// Places of the first disk and of the last, distances, and waves in the density.
Drawn numbers_of(const Configuration& c, std::size_t disks, const disks::Box& box, Walls walls) {
  Drawn drawn{.wrong = wrong_with(c, disks, box, walls)};
  if (!drawn.wrong.empty()) return drawn;
  double wave_x = 0, wave_y = 0;
  for (const Vec<double> r : c.centres) {
    wave_x += std::cos(2 * std::numbers::pi * r.x / box.width);
    wave_y += std::sin(2 * std::numbers::pi * r.y / box.height);
  }
  drawn.values = {{"x of the first", {c.centres.front().x}},
                  {"y of the first", {c.centres.front().y}},
                  {"x of the last", {c.centres.back().x}},
                  {"y of the last", {c.centres.back().y}},
                  {"first to second", {distance(c, 0, 1, walls)}},
                  {"first to last", {distance(c, 0, disks - 1, walls)}},
                  {"smallest distance", {smallest(c, walls)}},
                  {"wave along x", {wave_x}},
                  {"wave along y", {wave_y}}};
  return drawn;
}

Vec<double> anywhere(std::mt19937_64& random, const disks::Box& box, double wall) {
  return {wall + (box.width - 2 * wall) * uniform(random),
          wall + (box.height - 2 * wall) * uniform(random)};
}

/// One by one where there is room: random sequential insertion.
Configuration inserted(std::mt19937_64& random, std::size_t disks, const disks::Box& box) {
  Configuration c{box, {}};
  while (c.size() < disks) {
    c.centres.push_back(anywhere(random, box, 0));
    for (std::size_t i = 0; i + 1 < c.size(); ++i)
      if (distance(c, i, c.size() - 1, Walls::periodic) < 1) {
        c.centres.pop_back();
        break;
      }
  }
  return c;
}

/// All at once, and again until none overlap: the equilibrium.
Configuration thrown(std::mt19937_64& random, std::size_t disks, const disks::Box& box,
                     Walls walls) {
  Configuration c{box, std::vector<Vec<double>>(disks)};
  do
    for (Vec<double>& r : c.centres) r = anywhere(random, box, walls == Walls::hard ? 0.5 : 0);
  while (smallest(c, walls) < 1);
  return c;
}

Generator random_start(const char* name, std::size_t disks, double packing, double aspect) {
  const disks::Box box = box_of(disks, packing, aspect);
  return {.info = {.name = name, .source = "Anderson et al. 2013, section 4"},
          .draw =
              [=](std::uint64_t seed) {
                return numbers_of(disks::random_start(disks, packing, {aspect, 1}, seed), disks,
                                  box, Walls::periodic);
              },
          .law =
              [=](std::mt19937_64& random) {
                return numbers_of(inserted(random, disks, box), disks, box, Walls::periodic);
              },
          .starts = 2000,
          .many =
              [=](std::size_t many, std::uint64_t seed) {
                std::vector<double> x;
                for (const Vec<double> r :
                     disks::random_start(many, packing, {aspect, 1}, seed).centres)
                  x.push_back(r.x);
                return x;
              },
          .refused = {[=] { disks::random_start(0, packing, {}, 1); },
                      [=] { disks::random_start(disks, 0.50001, {}, 1); },
                      [=] { disks::random_start(disks, -packing, {}, 1); },
                      [=] {
                        disks::random_start(disks, packing, {0, 1}, 1);
                      },
                      [=] {
                        disks::random_start(disks, packing, {1, std::nan("")}, 1);
                      }}};
}

Generator direct(const char* name, std::size_t disks, const disks::Box& box, Walls walls) {
  return {.info = {.name = name, .source = "Krauth 2006, section 2.1.2"},
          .draw =
              [=](std::uint64_t seed) {
                PhiloxStream random = Philox(seed).stream(Purpose::start, 0, 0);
                Configuration c;
                disks::DirectSampler(disks, box, walls).sample(random, c);
                return numbers_of(c, disks, box, walls);
              },
          .law =
              [=](std::mt19937_64& random) {
                return numbers_of(thrown(random, disks, box, walls), disks, box, walls);
              },
          .starts = 20000,
          .refused = {[=] { disks::DirectSampler(0, box, walls); },
                      [=] {
                        disks::DirectSampler(disks, {box.width, 0.999}, walls);
                      },
                      [=] {
                        disks::DirectSampler(disks, {0.999, box.height}, walls);
                      },
                      [=] {
                        disks::DirectSampler(disks, {std::nan(""), 2}, walls);
                      }}};
}

/// Compressed starts follow no law that is known, but no place is preferred: the first disk is
/// anywhere.
Generator compressed(std::size_t disks, double packing, double aspect) {
  const disks::Box box = box_of(disks, packing, aspect);
  const auto place = [=](Vec<double> r) {
    return Drawn{.values = {{"x of the first", {r.x}}, {"y of the first", {r.y}}}};
  };
  return {.info = {.name = "mpmc/compressed-start", .source = "Anderson et al. 2013, section 4"},
          .draw =
              [=](std::uint64_t seed) {
                const Configuration c = disks::compressed_start(disks, packing, {aspect, 1}, seed);
                Drawn drawn = place(c.centres.at(0));
                drawn.wrong = wrong_with(c, disks, box, Walls::periodic);
                return drawn;
              },
          .law = [=](std::mt19937_64& random) { return place(anywhere(random, box, 0)); },
          .starts = 300};
}

constexpr double kRing = 7;

/// Left ends and gaps, in order along the ring.
Drawn rods_of(const std::vector<double>& left, std::size_t rods) {
  if (left.size() != rods) return {.wrong = fmt::format("{} rods of {}", left.size(), rods)};
  Drawn drawn;
  for (std::size_t k = 0; k < rods; ++k) {
    const double next = k + 1 < rods ? left[k + 1] : left[0] + kRing;
    drawn.values[fmt::format("rod {}", k)] = {left[k]};
    drawn.values[fmt::format("gap {}", k)] = {next - left[k] - 1};
    if (!(next - left[k] >= 1 - 1e-14))
      drawn.wrong = fmt::format("rods {} and {} overlap", k, k + 1);
    if (!(left[k] >= 0 && left[k] < kRing)) drawn.wrong = fmt::format("a rod at {}", left[k]);
  }
  return drawn;
}

void rods_at(std::size_t rods, double ring) {
  PhiloxStream random = Philox(1).stream(Purpose::start, 0, 0);
  disks::rods_start(rods, ring, random);
}

/// Few rods show whether the first of them is anywhere: the others then do not fill the ring.
Generator rods(const char* name, std::size_t count) {
  return {.info = {.name = name, .source = "Tonks 1936"},
          .draw =
              [=](std::uint64_t seed) {
                PhiloxStream random = Philox(seed).stream(Purpose::start, 0, 0);
                return rods_of(disks::rods_start(count, kRing, random), count);
              },
          .law =
              [=](std::mt19937_64& random) {
                for (;;) {
                  std::vector<double> left;
                  for (std::size_t k = 0; k < count; ++k) left.push_back(kRing * uniform(random));
                  std::sort(left.begin(), left.end());
                  Drawn drawn = rods_of(left, count);
                  if (drawn.wrong.empty()) return drawn;
                }
              },
          .starts = 5000,
          .refused = {[] { rods_at(0, 1); }, [] { rods_at(2, 1.99); }, [] { rods_at(2, HUGE_VAL); },
                      [] { rods_at(2, std::nan("")); }}};
}

const bool registered =
    register_generator("mpmc", random_start("mpmc/random-start", 12, 0.4, 1.6)) &&
    register_generator("mpmc", random_start("mpmc/random-start-of-three", 3, 0.25, 0.8)) &&
    register_generator("mpmc", compressed(30, 0.7, 1.3)) &&
    register_generator("mpmc", direct("mpmc/direct-sampling", 4, {3.4, 2.9}, Walls::periodic)) &&
    register_generator("mpmc",
                       direct("mpmc/direct-sampling-in-walls", 3, {3.6, 2.8}, Walls::hard)) &&
    register_generator("mpmc",
                       direct("mpmc/direct-sampling-in-tight-walls", 2, {2.3, 2.5}, Walls::hard)) &&
    register_generator("mpmc", rods("mpmc/rods", 4)) &&
    register_generator("mpmc", rods("mpmc/two-rods", 2));

}  // namespace
}  // namespace touchstone::starts
