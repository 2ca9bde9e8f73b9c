// checkers/balance/exact_distance.hpp
// Purpose   Total variation between the distribution that a scheme samples and the claimed one, as
//           a fraction: the stationary vector of the augmented chain (list order and all),
//           projected on configurations.
// Method    States that a symmetry of the chain maps on each other are equally likely, so the
//           vector is solved for one state of each orbit. Only those symmetries of
//           the lattice are used that the chain has; that is tested on every row.
// Not here  The proven bound for chains with more orbits (distance.hpp).
#pragma once
#include <numeric>
#include <optional>

#include "checkers/balance/chain.hpp"
#include "statistics/exact/exact_stationary.hpp"

namespace touchstone::balance {

inline constexpr std::size_t kMostOrbits = 512;  ///< solved for exactly

/// Sets of nodes of a chain that its symmetries map on each other. `closed` are the nodes visited
/// again and again, `images` maps each of them to its images, one for each symmetry.
class Orbits {
 public:
  template <class Int>
  Orbits(const Matrix<Int>& matrix, std::vector<Index> closed,
         std::vector<std::vector<Index>> images)
      : of(matrix.size(), States::kIllegal),
        closed_(std::move(closed)),
        images_(std::move(images)) {
    std::vector<std::size_t> symmetries;
    for (std::size_t g = 0; g < images_[closed_.front()].size(); ++g)
      if (commutes(matrix, g)) symmetries.push_back(g);
    for (const Index x : closed_) {
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
  bool commutes(const Matrix<Int>& matrix, std::size_t g) const {
    std::vector<Int> left(matrix.size(), 0);  // of the row of the image; both rows have one sum
    for (const Index x : closed_) {
      const Index image = images_[x][g];
      if (image == States::kIllegal || images_[image].empty()) return false;
      for (const auto& [to, weight] : matrix.rows[image]) left[to] = weight;
      for (const auto& [to, weight] : matrix.rows[x]) {
        if (images_[to][g] == States::kIllegal) return false;
        left[images_[to][g]] -= weight;
      }
      for (const auto& [to, weight] : matrix.rows[image])
        if (left[to] != 0) return false;
    }
    return true;
  }

  std::vector<Index> closed_;
  std::vector<std::vector<Index>> images_;
};

/// Orbits of the full states, including all that the scheme remembers between steps.
template <class Int>
Orbits orbits_of_states(const Chain<Int>& chain, const States& states) {
  std::vector<Index> closed;
  std::vector<std::vector<Index>> images(states.size());
  for (Index x = 0; x < states.size(); ++x) {
    if (chain.parts.closed[chain.parts.of[x]] == 0) continue;
    closed.push_back(x);
    for (const StateKey image : states.system().images(states.key(x)))
      images[x].push_back(states.find(image));
  }
  return {chain.step, std::move(closed), std::move(images)};
}

/// Orbits of the configurations; valid where these alone form a Markov chain.
template <class Int>
Orbits orbits_of_configurations(const Chain<Int>& chain, const States& states) {
  const TinySystem& system = states.system();
  const Matrix<Int>& matrix = chain.step_lump.matrix;
  const Components parts = components(graph_of(matrix));
  std::vector<Index> closed;
  std::vector<std::vector<Index>> images(matrix.size());
  for (Index c = 0; c < states.configurations(); ++c) {
    if (parts.closed[parts.of[c]] == 0) continue;
    closed.push_back(c);
    for (const StateKey image : system.images(states.configuration_key(c)))
      images[c].push_back(states.find_configuration(system.configuration(image)));
  }
  return {matrix, std::move(closed), std::move(images)};
}

/// The chain between orbits, from the row of the node that stands for each.
template <class Int>
ExactVector stationary_of(const Matrix<Int>& matrix, const Orbits& orbits) {
  std::vector<WeightedRow> rows;
  Sums<Int> sums(orbits.members.size());
  for (const std::vector<Index>& members : orbits.members) {
    for (const auto& [to, weight] : matrix.rows[members.front()]) sums.add(orbits.of[to], weight);
    rows.emplace_back();
    for (const auto& [to, weight] : sums.take()) rows.back().emplace_back(to, big(weight));
  }
  return exact_stationary(std::move(rows));
}

struct ExactDistance {
  Rational total_variation = 0;
  /// Probability of every state, rounded once; empty when only configurations were solved for.
  std::vector<double> sampled;
};

/// `configuration` gives that of a node.
template <class Int, class Configuration>
ExactDistance exact_distance(const Chain<Int>& chain, const States& states,
                             const Matrix<Int>& matrix, const Orbits& orbits,
                             Configuration&& configuration) {
  const ExactVector pi = stationary_of(matrix, orbits);
  ExactDistance result{0, std::vector<double>(matrix.size(), 0.0)};
  std::size_t common = 1;  // of the numbers of nodes in the orbits
  for (const auto& members : orbits.members) common = std::lcm(common, members.size());
  const Big whole = pi.whole * common;
  std::vector<Big> sampled(states.configurations(), 0);  // over whole
  for (std::size_t o = 0; o < orbits.members.size(); ++o) {
    const Big share = pi.parts[o] * (common / orbits.members[o].size());
    const double probability = decimal(Rational(share, whole));
    for (const Index x : orbits.members[o]) {
      sampled[configuration(x)] += share;
      result.sampled[x] = probability;
    }
  }
  const Big total = big(chain.total_weight);
  Big apart = 0;
  for (Index c = 0; c < states.configurations(); ++c)
    apart += abs(Big(sampled[c] * total - whole * states.weight(c)));
  result.total_variation = Rational(apart, Big(2 * whole * total));
  return result;
}

/// Exact distance; empty when there are too many orbits, or more than one class that is never left.
template <class Int>
std::optional<ExactDistance> exact_distance(const Chain<Int>& chain, const States& states) {
  if (chain.parts.closed_count() != 1) return std::nullopt;
  const Orbits orbits = orbits_of_states(chain, states);
  if (orbits.members.size() <= kMostOrbits)
    return exact_distance(chain, states, chain.step, orbits,
                          [&](Index x) { return states.configuration(x); });
  if (!chain.forgets()) return std::nullopt;
  const Orbits fewer = orbits_of_configurations(chain, states);
  if (fewer.members.size() > kMostOrbits) return std::nullopt;
  ExactDistance result = exact_distance(chain, states, chain.step_lump.matrix, fewer,
                                        [](Index configuration) { return configuration; });
  result.sampled.clear();
  return result;
}

}  // namespace touchstone::balance
