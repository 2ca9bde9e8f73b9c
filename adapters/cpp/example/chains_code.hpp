// Legs of event chains of hard disks, all pairs: correct and slow. It stands for an algorithm of
// yours. Disks may touch, and overlap by rounding.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

struct EventChains {
  double width = 0, height = 0;
  std::vector<std::array<double, 2>> centres;
  std::vector<std::size_t> active;
  std::uint64_t liftings = 0;

  /// All active disks go on by so much, along x (a = 0) or y (1).
  void move(std::size_t a, double left) {
    const double side = a == 0 ? width : height;
    while (left > 0) {
      double way = left;
      std::size_t* from = nullptr;
      std::size_t to = 0;
      for (std::size_t& i : active)
        for (std::size_t j = 0; j < centres.size(); ++j)
          if (std::count(active.begin(), active.end(), j) == 0 && flight(i, j, a) < way)
            way = flight(i, j, a), from = &i, to = j;
      for (const std::size_t k : active) centres[k][a] = std::fmod(centres[k][a] + way, side);
      left -= way;
      if (from != nullptr) *from = to, ++liftings;
    }
  }

  /// Way of disk i until it meets disk j, to rounding at least 0.
  double flight(std::size_t i, std::size_t j, std::size_t a) const {
    const double sides[] = {width, height};
    const double offset = std::remainder(centres[j][1 - a] - centres[i][1 - a], sides[1 - a]);
    if (!(std::abs(offset) < 1)) return HUGE_VAL;
    const double ahead = centres[j][a] - centres[i][a];
    return std::max((ahead < 0 ? ahead + sides[a] : ahead) - std::sqrt(1 - offset * offset), 0.0);
  }
};
