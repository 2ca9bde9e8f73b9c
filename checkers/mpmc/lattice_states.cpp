// checkers/mpmc/lattice_states.cpp
// Purpose   Checks the sites, states and symmetries of tiny lattices.
// Source    models/disks/lattice_space.hpp: hard rods of two sites on a ring, hard squares on a
//           torus; L / (L - N) C(L - N, N) configurations of N rods on L sites.
// Computes  States and contacts by all pairs of coordinates; the images of a state against the
//           group that they are said to be.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "checkers/findings.hpp"
#include "checkers/mpmc/lattice_checks.hpp"

namespace touchstone {
namespace {

using disks::LatticeGeometry;
using disks::LatticeSetup;
using disks::Site;

constexpr std::uint64_t kLeastStates = 2000;

std::vector<LatticeSetup> setups() {
  return {{.particles = 6},
          {.cell_width = 3, .particles = 4, .trials_per_cell = 2},
          {.cell_width = 6, .columns = 2, .particles = 3},
          {.cell_width = 5, .particles = 7, .keep_order = false},
          {.cell_width = 5, .columns = 3, .particles = 3, .range = 3},
          {.cell_width = 2, .columns = 2, .particles = 1, .capacity = 3},
          {.dimensions = 2, .columns = 2, .rows = 2, .particles = 2, .keep_order = false},
          {.dimensions = 2, .cell_width = 3, .columns = 2, .rows = 2, .particles = 3},
          {.dimensions = 2, .cell_width = 2, .columns = 4, .rows = 2, .particles = 2},
          {.dimensions = 2,
           .cell_width = 3,
           .columns = 2,
           .rows = 3,
           .particles = 2,
           .range = 3,
           .keep_order = false}};
}

/// Sites by coordinates, with nothing shared with LatticeGeometry.
struct Plain {
  explicit Plain(const LatticeSetup& of)
      : setup(of),
        w(setup.cell_width * setup.columns),
        h(setup.dimensions == 1 ? 1 : setup.cell_width * setup.rows) {}

  int apart(int a, int b, int side) const {
    int least = side;
    for (const int image : {-side, 0, side}) least = std::min(least, std::abs(a - b + image));
    return least;
  }
  int along_x(int a, int b) const { return apart(a % w, b % w, w); }
  int along_y(int a, int b) const { return h == 1 ? 0 : apart(a / w, b / w, h); }
  bool collide(int a, int b) const { return std::max(along_x(a, b), along_y(a, b)) < setup.range; }
  bool touch(int a, int b) const {
    const int x = along_x(a, b), y = along_y(a, b);
    return (x == setup.range && y < setup.range) || (y == setup.range && x < setup.range);
  }
  template <class Holds>
  int pairs(const std::vector<int>& sites, Holds holds) const {
    int count = 0;
    for (std::size_t i = 0; i < sites.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) count += holds(sites[i], sites[j]) ? 1 : 0;
    return count;
  }
  /// All states, as sorted lists of sites.
  void add_states(std::vector<int>& chosen, std::set<std::vector<int>>& all) const {
    if (std::ssize(chosen) == setup.particles) {
      all.insert(chosen);
      return;
    }
    for (int site = chosen.empty() ? 0 : chosen.back() + 1; site < w * h; ++site) {
      const bool free = std::none_of(chosen.begin(), chosen.end(),
                                     [&](int other) { return collide(site, other); });
      if (!free) continue;
      chosen.push_back(site);
      add_states(chosen, all);
      chosen.pop_back();
    }
  }

  LatticeSetup setup;
  int w, h;
};

double binomial(int n, int k) {
  double result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

void compare_sites(Findings& findings, const LatticeGeometry& geometry, const Plain& plain,
                   const std::string& where) {
  const int width = plain.setup.cell_width;
  for (int site = 0; site < plain.w * plain.h; ++site) {
    const int column = site % plain.w / width, row = site / plain.w / width;
    const Site local{site % plain.w - column * width, site / plain.w - row * width};
    findings.expect(static_cast<int>(geometry.cell(site)) == row * plain.setup.columns + column &&
                        geometry.local(site) == local,
                    fmt::format("{}: site {} in another cell", where, site));
    for (const int dx : {-width, 0, width})
      for (const int dy : {-width, 0, width}) {
        if (plain.h == 1 && dy != 0) continue;
        const int x = (site % plain.w + dx + plain.w) % plain.w;
        const int y = (site / plain.w + dy + plain.h) % plain.h;
        findings.expect(
            geometry.site(geometry.cell(site), {local.x + dx, local.y + dy}) == y * plain.w + x,
            fmt::format("{}: site {} moved by a cell", where, site));
      }
    for (int other = 0; other < plain.w * plain.h; ++other)
      findings.expect(geometry.collide(site, other) == plain.collide(site, other),
                      fmt::format("{}: sites {} and {}", where, site, other));
  }
  const int fit = (width + 1) / 2;
  const int most = std::min(plain.setup.particles, plain.h == 1 ? fit : fit * fit);
  findings.expect(geometry.capacity() == (plain.setup.capacity > 0 ? plain.setup.capacity : most),
                  where + ": another capacity");
}

/// Translations by cells, reflections and, on squares, rotations: the images of a state.
std::set<std::vector<int>> orbit(const Plain& plain, const std::vector<int>& sites) {
  std::set<std::vector<int>> all;
  const bool square = plain.w == plain.h;
  for (const bool swapped : {false, true})
    for (const bool mirror_x : {false, true})
      for (const bool mirror_y : {false, true})
        for (int dx = 0; dx < plain.w; dx += plain.setup.cell_width)
          for (int dy = 0; dy < plain.h; dy += plain.setup.cell_width) {
            if ((swapped && !square) || (mirror_y && plain.h == 1)) continue;
            std::vector<int> image;
            for (const int site : sites) {
              int x = site % plain.w, y = site / plain.w;
              if (swapped) std::swap(x, y);
              if (mirror_x) x = plain.w - 1 - x;
              if (mirror_y) y = plain.h - 1 - y;
              image.push_back((y + dy) % plain.h * plain.w + (x + dx) % plain.w);
            }
            std::sort(image.begin(), image.end());
            all.insert(image);
          }
  return all;
}

void compare_state(Findings& findings, const LatticeGeometry& geometry, const Plain& plain,
                   const std::vector<int>& sites, const std::string& where) {
  const StateKey key = geometry.pack(sites);
  findings.expect(geometry.unpack(key) == sites && geometry.sorted(key) == key,
                  where + ": a state that is not its list of sites");
  std::vector<int> reversed(sites.rbegin(), sites.rend());
  findings.expect(geometry.unpack(geometry.pack(reversed)) == reversed &&
                      geometry.sorted(geometry.pack(reversed)) == key,
                  where + ": a list in another order");
  findings.expect(
      geometry.contacts(key) == plain.pairs(sites, [&](int a, int b) { return plain.touch(a, b); }),
      where + ": other contacts");
  std::set<std::vector<int>> images;
  const std::vector<StateKey> found = geometry.images(key);
  for (const StateKey image : found) {
    const std::vector<int> list = geometry.unpack(image);
    images.insert(geometry.unpack(geometry.sorted(image)));
    const auto place = [&](int site) {
      return plain.setup.keep_order ? static_cast<int>(geometry.cell(site)) : site;
    };
    findings.expect(
        std::is_sorted(list.begin(), list.end(), [&](int a, int b) { return place(a) < place(b); }),
        where + ": an image that is not in the order of cells");
  }
  const int turns = plain.h == 1 ? 2 : plain.w == plain.h ? 8 : 4;
  const int cells = plain.setup.columns * (plain.h == 1 ? 1 : plain.setup.rows);
  findings.expect(images == orbit(plain, sites) && std::ssize(found) == turns * cells,
                  where + ": other images");
}

}  // namespace

CheckResult check_lattice_states(const LatticeCode& code, const CheckContext&) {
  Findings findings;
  std::uint64_t states = 0;
  for (const LatticeSetup& setup : setups()) {
    const LatticeGeometry geometry(setup);
    const Plain plain(setup);
    const std::string where = setup.name();
    compare_sites(findings, geometry, plain, where);
    std::set<std::vector<int>> expected, found;
    std::vector<int> chosen;
    plain.add_states(chosen, expected);
    const std::vector<StateKey> keys = code.configurations(setup);
    for (const StateKey key : keys) found.insert(geometry.unpack(key));
    findings.expect(found == expected && keys.size() == expected.size(),
                    fmt::format("{}: {} states, expected {}", where, keys.size(), expected.size()));
    const int free = plain.w - setup.particles;
    if (plain.h == 1 && setup.range == 2)
      findings.expect(
          static_cast<double>(keys.size()) == binomial(free, setup.particles) * plain.w / free,
          where + ": another number of states than there are of rods on a ring");
    states += keys.size();
    std::size_t number = 0;
    for (const std::vector<int>& sites : expected)
      if (number++ % (1 + expected.size() / 60) == 0)
        compare_state(findings, geometry, plain, sites, where);
  }
  for (const LatticeSetup& bad :
       {LatticeSetup{.cell_width = 1, .columns = 8}, LatticeSetup{.particles = 0},
        LatticeSetup{.cell_width = 3, .columns = 1, .particles = 1},
        LatticeSetup{.dimensions = 2, .cell_width = 3, .columns = 2, .rows = 1, .particles = 1},
        LatticeSetup{.particles = 13}})
    findings.expect_refused("a lattice", {"lattice", bad.particles == 13 ? "64" : "at least"},
                            [&] { LatticeGeometry geometry(bad); });
  findings.expect(states >= kLeastStates, fmt::format("only {} states", states));
  return findings.result(states, fmt::format("{} states on {} lattices", states, setups().size()));
}

}  // namespace touchstone
