#include "checkers/cmc/formation_seen.hpp"

#include "checkers/cmc/block_law.hpp"

namespace touchstone::cmc {

using cluster::Binary;
using cluster::Stars;
using Real = long double;

StepOfFormation::StepOfFormation(const Stars& before, const std::vector<Binary>& binaries,
                                 const cluster::ClusterRun& run)
    : before_(before), after_(run.stars()), now_(run.binaries()) {
  for (std::size_t j = 0; j < after_.size(); ++j) place_[after_.id[j]] = j;
  for (const Binary& one : binaries) was_[one.id] = true;
  for (const Binary& one : now_)
    if (was_.count(one.id) == 0) formed_[one.id] = &one;
}

std::vector<TripleSeen> StepOfFormation::triples(std::size_t ranks, Real time) const {
  std::vector<TripleSeen> all;
  const std::vector<std::size_t> border = borders(before_.size(), ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank)
    for (std::size_t i = border[rank]; i + 2 < border[rank + 1]; i += 3) {
      TripleSeen one{three_at(before_, i, border[rank], border[rank + 1], time)};
      std::size_t gone = 0;
      bool single = true;
      for (std::size_t k = i; k < i + 3; ++k) {
        single = single && was_.count(before_.id[k]) == 0;
        gone += there(k) ? 0 : 1;
        if (const auto found = formed_.find(before_.id[k]); found != formed_.end())
          one.binary = found->second;
      }
      one.unclear = one.binary == nullptr && gone > 1;
      if (single) all.push_back(one);
    }
  return all;
}

Stars StepOfFormation::pivot(const std::vector<TripleSeen>& triples) const {
  std::map<std::size_t, const TripleSeen*> changed;
  for (const TripleSeen& one : triples)
    if (one.binary != nullptr) changed[one.before.inner] = &one;
  Stars all;
  const auto add = [&](Real mass, Real radius, std::size_t like) {
    all.mass.push_back(static_cast<double>(mass));
    all.radius.push_back(static_cast<double>(radius));
    all.radial_velocity.push_back(before_.radial_velocity[like]);
    all.tangential_velocity.push_back(before_.tangential_velocity[like]);
    all.id.push_back(before_.id[like]);
  };
  for (std::size_t i = 0; i < before_.size(); ++i) {
    const auto found = changed.find(i);
    if (found == changed.end()) {
      add(before_.mass[i], before_.radius[i], i);
      continue;
    }
    const ThreeNeighbours& three = found->second->before;
    const auto [a, b] = three.bound();
    const std::size_t third = i + three.lightest();
    const Real radius = (Real{three.mass[a]} * before_.radius[i + a] +
                         Real{three.mass[b]} * before_.radius[i + b]) /
                        three.of_bound();
    const bool inner = radius < before_.radius[third];
    if (inner) add(three.of_bound(), radius, i + a);
    add(before_.mass[third], before_.radius[third], third);
    if (!inner) add(three.of_bound(), radius, i + a);
    i += 2;
  }
  return all;
}

}  // namespace touchstone::cmc
