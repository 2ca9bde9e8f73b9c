#include "models/disks/lattice_geometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace touchstone::disks {

std::string LatticeSetup::name() const {
  const std::string shape = dimensions == 1 ? fmt::format("ring L={}", width())
                                            : fmt::format("squares {}x{}", width(), height());
  return fmt::format("{} w={}{} N={} nM={}", shape, cell_width,
                     range == 2 ? "" : fmt::format(" range={}", range), particles, trials_per_cell);
}

LatticeGeometry::LatticeGeometry(LatticeSetup setup)
    : setup_(setup), bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(setup.sites())))) {
  if (setup.cell_width < 2 || setup.particles < 1 || setup.width() < 4 ||
      (setup.dimensions == 2 && setup.height() < 4))
    throw input_error("lattice", "size", "cells of at least 2 sites, sides of at least 4",
                      setup.name());
  if (setup.particles * bits_ > 64)
    throw input_error("lattice", "bits of a state", "at most 64",
                      fmt::format("{}", setup.particles * bits_));
  for (int site = 0; site < setup.sites(); ++site) {
    const int x = site % setup.width();
    const int y = site / setup.width();
    cell_.push_back(
        static_cast<std::uint32_t>(y / setup.cell_width * setup.columns + x / setup.cell_width));
    local_.push_back({x % setup.cell_width, y % setup.cell_width});
  }
}

int LatticeGeometry::capacity() const {
  if (setup_.capacity > 0) return setup_.capacity;
  const int along = (setup_.cell_width + 1) / 2;
  return std::min(setup_.particles, setup_.dimensions == 1 ? along : along * along);
}

StateKey LatticeGeometry::pack(const std::vector<int>& sites) const {
  StateKey key = 0;
  for (const int site : sites) key = key << bits_ | static_cast<StateKey>(site + 1);
  return key;
}

std::vector<int> LatticeGeometry::unpack(StateKey key) const {
  std::vector<int> sites;
  for_each_site(key, [&](int site) { sites.push_back(site); });
  return sites;
}

StateKey LatticeGeometry::sorted(StateKey key) const {
  std::vector<int> sites = unpack(key);
  std::sort(sites.begin(), sites.end());
  return pack(sites);
}

int LatticeGeometry::site(std::uint32_t cell, Site local) const {
  const int column = static_cast<int>(cell) % setup_.columns;
  const int row = static_cast<int>(cell) / setup_.columns;
  const auto wrap = [](int k, int period) {
    return k < 0 ? k + period : k < period ? k : k - period;
  };
  return wrap(row * setup_.cell_width + local.y, setup_.height()) * setup_.width() +
         wrap(column * setup_.cell_width + local.x, setup_.width());
}

int LatticeGeometry::distance(int a, int b, int period) const {
  const int apart = a > b ? a - b : b - a;
  return std::min(apart, period - apart);
}

bool LatticeGeometry::collide(int a, int b) const {
  const int w = setup_.width();
  return distance(a % w, b % w, w) < setup_.range &&
         (setup_.dimensions == 1 || distance(a / w, b / w, setup_.height()) < setup_.range);
}

std::vector<StateKey> LatticeGeometry::configurations() const {
  std::vector<StateKey> result;
  std::vector<int> chosen;
  const auto extend = [&](auto&& self, int first) -> void {
    if (static_cast<int>(chosen.size()) == setup_.particles) {
      result.push_back(pack(chosen));
      return;
    }
    for (int site = first; site < setup_.sites(); ++site) {
      if (std::any_of(chosen.begin(), chosen.end(), [&](int c) { return collide(c, site); }))
        continue;
      chosen.push_back(site);
      self(self, site + 1);
      chosen.pop_back();
    }
  };
  extend(extend, 0);
  return result;
}

std::int64_t LatticeGeometry::contacts(StateKey key) const {
  const std::vector<int> sites = unpack(key);
  const int w = setup_.width();
  std::int64_t touching = 0;
  for (std::size_t i = 0; i < sites.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const int dx = distance(sites[i] % w, sites[j] % w, w);
      const int dy =
          setup_.dimensions == 1 ? 0 : distance(sites[i] / w, sites[j] / w, setup_.height());
      touching += std::max(dx, dy) == setup_.range && std::min(dx, dy) < setup_.range ? 1 : 0;
    }
  return touching;
}

void LatticeGeometry::in_order_of_cells(std::vector<int>& sites) const {
  if (setup_.keep_order)
    std::stable_sort(sites.begin(), sites.end(), [&](int a, int b) { return cell(a) < cell(b); });
  else
    std::sort(sites.begin(), sites.end());
}

std::vector<StateKey> LatticeGeometry::images(StateKey key) const {
  const std::vector<int> sites = unpack(key);
  const int w = setup_.width();
  const int h = setup_.height();
  const int turns = setup_.dimensions == 1 ? 2 : (w == h ? 8 : 4);
  std::vector<StateKey> result;
  for (int turn = 0; turn < turns; ++turn)
    for (int row = 0; row < setup_.rows; ++row)
      for (int column = 0; column < setup_.columns; ++column) {
        std::vector<int> image;
        for (const int site : sites) {
          int x = site % w;
          int y = site / w;
          if ((turn & 1) != 0) x = w - 1 - x;
          if ((turn & 2) != 0) y = h - 1 - y;
          if ((turn & 4) != 0) std::swap(x, y);
          x = (x + column * setup_.cell_width) % w;
          y = (y + row * setup_.cell_width) % h;
          image.push_back(y * w + x);
        }
        in_order_of_cells(image);
        result.push_back(pack(image));
      }
  return result;
}

std::string LatticeGeometry::picture(StateKey key) const {
  std::map<std::uint32_t, int> places;
  std::map<int, std::string> shown;
  for (const int site : unpack(key)) {
    std::string& mark = shown[site];
    mark = mark.empty() ? std::to_string(++places[cell(site)]) : "X";  // two on one site
  }
  std::string result;
  for (int y = 0; y < setup_.height(); ++y) {
    if (y > 0) result += y % setup_.cell_width == 0 ? "//" : "/";
    for (int x = 0; x < setup_.width(); ++x) {
      if (x % setup_.cell_width == 0) result += '|';
      const auto mark = shown.find(y * setup_.width() + x);
      result += mark == shown.end() ? "." : mark->second;
    }
    result += '|';
  }
  return result;
}

}  // namespace touchstone::disks
