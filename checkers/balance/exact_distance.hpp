// checkers/balance/exact_distance.hpp
// Purpose   Total variation between the distribution that a scheme samples and the claimed one, as
// a
//           fraction: the stationary vector of the augmented chain (list order and all), projected
//           on configurations.
// Method    States that a symmetry of the chain maps on each other are equally likely, so the
// vector
//           is solved for one state of each orbit. Of the symmetries of the lattice those are used
//           that the chain has; that is tested on every row.
// Not here  The proven bound for chains with more orbits (distance.hpp).
#pragma once
#include <numeric>
#include <optional>

#include "checkers/balance/chain.hpp"
#include "checkers/balance/exact_stationary.hpp"

namespace touchstone::balance {

inline constexpr std::size_t kMostOrbits = 512;  ///< solved for exactly

/// What the distance is computed on: configurations when nothing else matters, else states.
template <class Int>
class Nodes {
 public:
  Nodes(const Chain<Int>& chain, const States& states)
      : states_(states),
        forgets_(chain.forgets()),
        matrix_(forgets_ ? chain.step_lump.matrix : chain.step) {
    const Components parts = components(graph_of(matrix_));
    for (Index x = 0; x < (forgets_ ? states.configurations() : states.size()); ++x)
      if (parts.closed[parts.of[x]] != 0) closed_.push_back(x);
  }

  const Matrix<Int>& matrix() const { return matrix_; }
  /// Those visited again and again.
  const std::vector<Index>& closed() const { return closed_; }
  Index configuration(Index node) const { return forgets_ ? node : states_.configuration(node); }

  /// The images of a node, one for each symmetry; kIllegal for what is no node.
  std::vector<Index> images(Index node) const {
    const TinySystem& system = states_.system();
    std::vector<Index> result;
    for (const StateKey image :
         system.images(forgets_ ? states_.configuration_key(node) : states_.key(node)))
      result.push_back(forgets_ ? states_.find_configuration(system.configuration(image))
                                : states_.find(image));
    return result;
  }

 private:
  const States& states_;
  bool forgets_;
  const Matrix<Int>& matrix_;
  std::vector<Index> closed_;
};

/// Sets of nodes that symmetries of the chain map on each other.
class Orbits {
 public:
  template <class Int>
  explicit Orbits(const Nodes<Int>& nodes) : of(nodes.matrix().size(), States::kIllegal) {
    images_.resize(nodes.matrix().size());
    for (const Index x : nodes.closed()) images_[x] = nodes.images(x);
    std::vector<std::size_t> symmetries;
    for (std::size_t g = 0; g < images_[nodes.closed().front()].size(); ++g)
      if (commutes(nodes, g)) symmetries.push_back(g);
    for (const Index x : nodes.closed()) {
      if (of[x] != States::kIllegal) continue;
      const auto number = static_cast<Index>(members.size());
      members.push_back({x});
      of[x] = number;
      for (const std::size_t g : symmetries) add(images_[x][g], number);
    }
  }

  std::vector<Index> of;                    ///< orbit of every node; kIllegal where there is none
  std::vector<std::vector<Index>> members;  ///< the first one stands for all

 private:
  void add(Index image, Index number) {
    if (of[image] == number) return;
    if (of[image] != States::kIllegal) throw InputError("images of a tiny model are not a group");
    of[image] = number;
    members[number].push_back(image);
  }

  /// The row of every node, mapped by symmetry g, is the row of the image of the node.
  template <class Int>
  bool commutes(const Nodes<Int>& nodes, std::size_t g) const {
    const auto& rows = nodes.matrix().rows;
    std::vector<Int> left(rows.size(), 0);  // of the row of the image; both rows have one sum
    for (const Index x : nodes.closed()) {
      const Index image = images_[x][g];
      if (image == States::kIllegal || images_[image].empty()) return false;
      for (const auto& [to, weight] : rows[image]) left[to] = weight;
      for (const auto& [to, weight] : rows[x]) {
        if (images_[to][g] == States::kIllegal) return false;
        left[images_[to][g]] -= weight;
      }
      for (const auto& [to, weight] : rows[image])
        if (left[to] != 0) return false;
    }
    return true;
  }

  std::vector<std::vector<Index>> images_;  // of closed nodes, by symmetry
};

/// The chain between orbits, from the row of the state that stands for each.
template <class Int>
ExactVector stationary_of(const Nodes<Int>& nodes, const Orbits& orbits) {
  std::vector<WeightedRow> rows;
  Sums<Int> sums(orbits.members.size());
  for (const std::vector<Index>& members : orbits.members) {
    for (const auto& [to, weight] : nodes.matrix().rows[members.front()])
      sums.add(orbits.of[to], weight);
    rows.emplace_back();
    for (const auto& [to, weight] : sums.take()) rows.back().emplace_back(to, big(weight));
  }
  return exact_stationary(std::move(rows));
}

/// Nothing when there are too many orbits, or more than one class that is never left.
template <class Int>
std::optional<Rational> exact_distance(const Chain<Int>& chain, const States& states) {
  const Nodes<Int> nodes(chain, states);
  if (chain.parts.closed_count() != 1) return std::nullopt;
  const Orbits orbits(nodes);
  if (orbits.members.size() > kMostOrbits) return std::nullopt;
  const ExactVector pi = stationary_of(nodes, orbits);

  std::size_t common = 1;  // of the numbers of states in the orbits
  for (const auto& members : orbits.members) common = std::lcm(common, members.size());
  std::vector<Big> sampled(states.configurations(), 0);  // over pi.whole * common
  for (const Index x : nodes.closed()) {
    const Index orbit = orbits.of[x];
    sampled[nodes.configuration(x)] += pi.parts[orbit] * (common / orbits.members[orbit].size());
  }
  const Big total = big(chain.total_weight);
  const Big whole = pi.whole * common;
  Big apart = 0;
  for (Index c = 0; c < states.configurations(); ++c)
    apart += abs(Big(sampled[c] * total - whole * states.weight(c)));
  return Rational(apart, Big(2 * whole * total));
}

}  // namespace touchstone::balance
