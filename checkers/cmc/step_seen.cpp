#include "checkers/cmc/step_seen.hpp"

#include <algorithm>

namespace touchstone::cmc {

using cluster::Binary;
using cluster::Stars;

StepSeen::StepSeen(const Stars& before, const cluster::ClusterRun& after)
    : before_(before), after_(after.stars()) {
  for (const Binary& one : after.binaries()) is_[one.id] = one;
  for (std::size_t j = 0; j < after_.size(); ++j) place_[after_.id[j]] = j;
}

std::uint32_t StepSeen::id(const PairBefore& pair, std::size_t k) const {
  return before_.id[pair.inner + k];
}

const Binary* StepSeen::now(const PairBefore& pair, std::size_t k) const {
  const auto found = is_.find(id(pair, k));
  return found == is_.end() ? nullptr : &found->second;
}

bool StepSeen::lost(const PairBefore& pair, std::size_t k) const {
  return pair.binary[k] && now(pair, k) == nullptr &&
         (there(id(pair, k)) || there(id(pair, k) + cluster::kFreed));
}

bool StepSeen::met(const PairBefore& pair) const {
  for (std::size_t k = 0; k < 2; ++k)
    if (lost(pair, k) || (pair.binary[k] && now(pair, k) && !(*now(pair, k) == *pair.binary[k])))
      return true;
  return false;
}

std::vector<std::uint32_t> StepSeen::ids(const PairBefore& pair) const {
  std::vector<std::uint32_t> all{id(pair, 0), id(pair, 1)};
  for (std::size_t k = 0; k < 2; ++k)
    if (lost(pair, k)) all.push_back(id(pair, k) + cluster::kFreed);
  return all;
}

bool StepSeen::unclear(const PairBefore& pair) const {
  const std::vector<std::uint32_t> all = ids(pair);
  if (std::all_of(all.begin(), all.end(), [&](std::uint32_t one) { return there(one); }))
    return false;
  // A single star that leaves a pair which has not met had its mass.
  for (std::size_t k = 0; k < 2; ++k)
    if (pair.binary[k] && !there(id(pair, k))) return true;
  return met(pair);
}

Stars StepSeen::pivot(const std::vector<PairBefore>& pairs) const {
  std::map<std::size_t, const PairBefore*> changed;
  for (const PairBefore& pair : pairs)
    if (met(pair) && !unclear(pair)) changed[pair.inner] = &pair;
  Stars all;
  const auto add = [&](double mass, double radius, std::size_t like, std::uint32_t id) {
    all.mass.push_back(mass);
    all.radius.push_back(radius);
    all.radial_velocity.push_back(before_.radial_velocity[like]);
    all.tangential_velocity.push_back(before_.tangential_velocity[like]);
    all.id.push_back(id);
  };
  for (std::size_t i = 0; i < before_.size(); ++i) {
    const auto pair = changed.find(i);
    if (pair == changed.end()) {
      add(before_.mass[i], before_.radius[i], i, before_.id[i]);
      continue;
    }
    const std::vector<std::uint32_t> ids = this->ids(*pair->second);
    const double inner = before_.radius[i], outer = before_.radius[i + 1];
    add(mass(ids[0]), inner, i, ids[0]);
    for (std::size_t k = 2; k < ids.size(); ++k) {
      const double part = static_cast<double>(k - 1) / static_cast<double>(ids.size() - 1);
      add(mass(ids[k]), inner + part * (outer - inner), i, ids[k]);
    }
    add(mass(ids[1]), outer, i + 1, ids[1]);
    ++i;
  }
  return all;
}

}  // namespace touchstone::cmc
