// checkers/mpmc/lattice_starts.cpp
// Purpose   Starts on lattices, held to what they are: six neighbours at the distance that belongs
//           to the packing fraction, or the largest distance of all lattices of rows; and shapes of
//           boxes as data files write them.
// Cost      About 3 s: lattices of up to 1080 disks, by all pairs, and of 262144, by rows.
// Not here  Random starts (initial_states.cpp).
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <tuple>
#include <utility>

#include "checkers/mpmc/start_pairs.hpp"
#include "checkers/starts/start_kind.hpp"
#include "models/disks/start.hpp"

namespace touchstone::starts {
namespace {

using disks::Configuration;
using disks::Walls;

/// Fault in reading shapes as the literature's data files write them.
std::string wrong_shapes() {
  constexpr double kRoot = std::numbers::sqrt3;
  for (const auto& [text, width, height] : {std::tuple{"(1 : 1)", 1.0, 1.0},
                                            {"(9 : 8 sqrt3/2)", 9.0, 4 * kRoot},
                                            {"(1 : \\sqrt{3} / 2)", 1.0, kRoot / 2},
                                            {"2.5:1.5", 2.5, 1.5},
                                            {"sqrt3 : 3/4", kRoot, 0.75}}) {
    const disks::Aspect shape = disks::parse_aspect(text);
    if (!(std::abs(shape.width - width) < 1e-12) || !(std::abs(shape.height - height) < 1e-12))
      return fmt::format("'{}' is read as {} : {}", text, shape.width, shape.height);
  }
  return {};
}

std::vector<std::function<void()>> bad_lattices() {
  std::vector<std::function<void()>> bad;
  for (const char* text : {"", "1", "1:", ":1", "1:0", "0:1", "1:-1", "-1:1", "1:x", "1:2x",
                           "1:1/0", "1:1/", "1:sqrt2", "1:1:1", "1:1e999"})
    bad.emplace_back([=] { disks::parse_aspect(text); });
  for (const double packing : {0.0, -0.5, HUGE_VAL, std::nan(""), 0.907})
    bad.emplace_back([=] { disks::hexagonal_start(9, packing); });
  for (const disks::Aspect shape : {disks::Aspect{0, 1}, {1, 0}, {-1, 1}, {-1, -1}, {1, HUGE_VAL}})
    bad.emplace_back([=] { disks::hexagonal_start(9, 0.5, shape); });
  bad.emplace_back([] { disks::hexagonal_start(0, 0.5); });
  bad.emplace_back([] { disks::hexagonal_start(5, 0.9); });
  // Right at contact, where coordinates that are rounded may overlap.
  bad.emplace_back([] { disks::hexagonal_start(72, disks::kClosePacking, disks::kHexagonal72); });
  return bad;
}

/// Rows of disks that fill a box of the hexagonal shape: each has six neighbours, at the distance
/// that belongs to the packing fraction.
Generator hexagonal(const char* name, std::size_t disks, disks::Aspect shape) {
  constexpr double kPacking = 0.7;
  const disks::Box box = box_of(disks, kPacking, shape.width / shape.height);
  const double nearest =
      std::sqrt(2 / std::numbers::sqrt3 * box.area() / static_cast<double>(disks));
  const std::size_t step = 1 + disks / 100;  // neighbours of every step-th disk are counted
  return {.info = {.name = name, .source = "the densest lattice of disks"},
          .draw =
              [=](std::uint64_t) {
                const Configuration c = disks::hexagonal_start(disks, kPacking, shape);
                Drawn drawn{.wrong = wrong_with(c, disks, box, Walls::periodic)};
                if (drawn.wrong.empty()) drawn.wrong = wrong_shapes();
                for (std::size_t i = 0; i < c.size() && drawn.wrong.empty(); i += step) {
                  int neighbours = 0;
                  for (std::size_t j = 0; j < c.size(); ++j)
                    if (j != i && std::abs(distance(c, i, j, Walls::periodic) / nearest - 1) < 1e-9)
                      ++neighbours;
                  if (neighbours != 6)
                    drawn.wrong = fmt::format("{} neighbours of disk {}", neighbours, i);
                }
                return drawn;
              },
          .refused = bad_lattices()};
}

/// Least distance of two sites of a lattice of rows: `spacing` in a row, the next row `height`
/// higher and moved by `shift`.
double least_of_lattice(double spacing, double shift, double height) {
  double least = spacing;
  for (double row = 1; row * height < least; ++row)
    least = std::min(least, std::hypot(std::remainder(row * shift, spacing), row * height));
  return least;
}

/// The largest that this distance can be for so many sites, by trying all rows and shifts.
double best_lattice(std::size_t disks, const disks::Box& box) {
  double best = 0;
  for (const bool upright : {false, true})
    for (std::size_t rows = 1; rows <= disks; ++rows)
      for (std::size_t shift = 0; shift < rows; ++shift) {
        const auto columns = std::ceil(static_cast<double>(disks) / static_cast<double>(rows));
        const double spacing = (upright ? box.height : box.width) / columns;
        best = std::max(
            best, least_of_lattice(spacing,
                                   spacing * static_cast<double>(shift) / static_cast<double>(rows),
                                   (upright ? box.width : box.height) / static_cast<double>(rows)));
      }
  return best;
}

/// Numbers of disks and shapes that no lattice of rows fills: the best there is, with vacancies.
Generator rows_with_vacancies() {
  struct Start {
    std::size_t disks;
    double packing, aspect;
  };
  return {
      .info = {.name = "mpmc/rows-with-vacancies", .source = "lattices of rows, one by one"},
      .draw = [](std::uint64_t) {
        for (const Start& one :
             {Start{1, 0.1, 1}, Start{7, 0.6, 1.3}, Start{23, 0.5, 5}, Start{7, 0.6, 1 / 1.3},
              Start{23, 0.5, 0.2}, Start{50, 0.75, 0.4}, Start{50, 0.75, 2.5}, Start{97, 0.65, 1},
              Start{61, 0.7, 0.1}, Start{61, 0.7, 10}}) {
          const disks::Box box = box_of(one.disks, one.packing, one.aspect);
          const Configuration c = disks::hexagonal_start(one.disks, one.packing, {one.aspect, 1});
          Drawn drawn{.wrong = wrong_with(c, one.disks, box, Walls::periodic)};
          const double best = best_lattice(one.disks, box);
          if (drawn.wrong.empty() && smallest(c, Walls::periodic) < best * (1 - 1e-9))
            drawn.wrong = fmt::format("{} disks at a distance of {:.9g}, possible are {:.9g}",
                                      one.disks, smallest(c, Walls::periodic), best);
          if (!drawn.wrong.empty()) return drawn;
        }
        return Drawn{};
      }};
}

/// The fewest and the most disks in a line of those that share this coordinate, to rounding.
template <class Coordinate>
std::pair<std::size_t, std::size_t> in_lines(const Configuration& c, Coordinate&& coordinate) {
  std::map<long long, std::size_t> lines;
  for (const disks::Vec<double> r : c.centres) ++lines[std::llround(1e6 * coordinate(r))];
  std::pair<std::size_t, std::size_t> found{c.size(), 0};
  for (const auto& [where, disks] : lines)
    found = {std::min(found.first, disks), std::max(found.second, disks)};
  return found;
}

/// So many disks that products of their number and that of sites have more than 32 bits. There are
/// vacancies, and they are spread over rows: some rows have one disk less than others.
Generator many_rows() {
  return {.info = {.name = "mpmc/many-rows", .source = "the densest lattice of disks"},
          .draw = [](std::uint64_t) {
            for (const std::size_t disks : {131'072u, 262'144u}) {
              const Configuration c = disks::hexagonal_start(disks, 0.6);
              if (c.size() != disks)
                return Drawn{.wrong = fmt::format("{} disks of {}", c.size(), disks)};
              const auto across = in_lines(c, [](auto r) { return r.y; });
              const auto upright = in_lines(c, [](auto r) { return r.x; });
              const auto [fewest, most] = across.second > upright.second ? across : upright;
              if (most - fewest != 1)
                return Drawn{
                    .wrong = fmt::format("rows of {} and of {} disks of {}", fewest, most, disks)};
            }
            return Drawn{};
          }};
}

const bool registered =
    register_generator("mpmc", many_rows()) &&
    register_generator("mpmc", hexagonal("mpmc/hexagonal-start", 72, disks::kHexagonal72)) &&
    register_generator(
        "mpmc", hexagonal("mpmc/hexagonal-start-of-many", 1080, {15 * std::numbers::sqrt3, 36})) &&
    register_generator("mpmc", rows_with_vacancies());

}  // namespace
}  // namespace touchstone::starts
