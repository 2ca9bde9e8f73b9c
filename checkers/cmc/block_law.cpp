#include "checkers/cmc/block_law.hpp"

#include <numbers>

namespace touchstone::cmc {

std::vector<std::size_t> borders(std::size_t stars, std::size_t ranks, std::size_t bin) {
  std::vector<std::size_t> all{0};
  for (std::size_t rank = 0; rank + 1 < ranks; ++rank)
    all.push_back(all.back() + bin * ((stars / bin + ranks - 1 - rank) / ranks));
  all.push_back(stars);
  return all;
}

long double ShellOfStars::volume() const {
  return 4 * std::numbers::pi_v<long double> / 3 * (outer * outer * outer - inner * inner * inner);
}

ShellOfStars shell_around(const cluster::Stars& stars, std::size_t place) {
  const std::size_t n = stars.size(), k = place + 1;  // counted from 1, 0 is the centre
  std::size_t inner = k < 10 ? 0 : k - 10, outer = k < 10 ? 21 : k + 10;
  if (outer > n) inner = n - 21, outer = n;
  return {inner == 0 ? 0 : stars.radius.at(inner - 1), stars.radius.at(outer - 1)};
}

}  // namespace touchstone::cmc
