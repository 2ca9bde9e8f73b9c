// checkers/balance/classes.hpp
// Purpose   From states with memory to configurations: each configuration stands for the average
//           over those of its representations that are visited again and again.
#pragma once
#include <map>

#include "checkers/balance/states.hpp"
#include "statistics/exact/graph.hpp"
#include "statistics/exact/matrix.hpp"

namespace touchstone::balance {

/// A partition of the states. Class number count() - 1 holds all illegal states.
struct Classes {
  std::vector<Index> of;                    ///< class of every state
  std::vector<std::vector<Index>> members;  ///< that represent the class
  std::size_t count() const { return members.size(); }
  Index illegal() const { return static_cast<Index>(members.size() - 1); }
};

template <class Int>
Graph graph_of(const Matrix<Int>& matrix) {
  Graph graph(matrix.size());
  for (std::size_t x = 0; x < matrix.size(); ++x)
    for (const auto& entry : matrix.rows[x]) graph[x].push_back(entry.to);
  return graph;
}

/// Configurations as classes; represented by recurrent states where there are any.
inline Classes by_configuration(const States& states, const Components& components) {
  Classes classes;
  const std::size_t legal = states.configurations();
  classes.members.resize(legal + 1);
  std::vector<std::vector<Index>> transient(legal + 1);
  for (Index s = 0; s < states.size(); ++s) {
    const Index found = states.configuration(s);
    const Index c = found == States::kIllegal ? static_cast<Index>(legal) : found;
    classes.of.push_back(c);
    const bool recurrent = components.closed[components.of[s]] != 0;
    (recurrent ? classes.members : transient)[c].push_back(s);
  }
  for (std::size_t c = 0; c < classes.count(); ++c)
    if (classes.members[c].empty()) classes.members[c] = transient[c];
  return classes;
}

/// One row summed over the classes of its targets.
template <class Int>
std::vector<typename Matrix<Int>::Entry> lumped_row(const Matrix<Int>& matrix, Index state,
                                                    const Classes& classes, Sums<Int>& sums) {
  for (const auto& [to, weight] : matrix.rows[state]) sums.add(classes.of[to], weight);
  return sums.take();
}

template <class Int>
struct Lumped {
  Matrix<Int> matrix;
  /// Two states of one class whose rows differ: then the classes alone are no Markov chain.
  std::vector<std::pair<Index, Index>> different;
};

/// The chain between classes, rows averaged over the members.
template <class Int>
Lumped<Int> lumped(const Matrix<Int>& matrix, const Classes& classes) {
  Lumped<Int> result;
  Int members = 1;
  for (const auto& m : classes.members)
    if (!m.empty()) members = least_common<Int>(members, Int(m.size()));
  result.matrix.denominator = times<Int>(matrix.denominator, members);
  result.matrix.rows.resize(classes.count());
  Sums<Int> sums(classes.count());
  Sums<Int> total(classes.count());
  for (std::size_t c = 0; c < classes.count(); ++c) {
    const auto& of_class = classes.members[c];
    if (of_class.empty()) continue;
    const Int factor = members / Int(of_class.size());
    std::vector<typename Matrix<Int>::Entry> first;
    bool differs = false;
    for (const Index state : of_class) {
      const auto row = lumped_row(matrix, state, classes, sums);
      for (const auto& [to, weight] : row) total.add(to, factor * weight);
      if (state == of_class.front()) {
        first = row;
      } else if (!differs && !same_row<Int>(row, first)) {
        differs = true;
        result.different.emplace_back(of_class.front(), state);
      }
    }
    result.matrix.rows[c] = total.take();
  }
  return result;
}

}  // namespace touchstone::balance
