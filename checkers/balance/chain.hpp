// checkers/balance/chain.hpp
// Purpose   Everything known exactly about one model: matrices of its operators and of the step,
//           recurrent states, and the same between configurations.
#pragma once
#include "checkers/balance/classes.hpp"
#include "checkers/balance/compose.hpp"
#include "checkers/balance/judge.hpp"

namespace touchstone::balance {

template <class Int>
struct Chain {
  std::vector<Operator<Int>> operators;
  Matrix<Int> step;
  Components parts;  ///< strongly connected components of the step
  Classes classes;
  std::vector<Lumped<Int>> operator_lumps;
  Lumped<Int> step_lump;
  Int total_weight = 0;  ///< weight of all configurations

  /// True when the order in the lists, or whatever else the state holds, does not matter.
  bool forgets() const {
    return step_lump.different.empty() &&
           std::all_of(operator_lumps.begin(), operator_lumps.end(),
                       [](const auto& lump) { return lump.different.empty(); });
  }
};

/// Fills the rows of an operator by symmetry. All images of the first state and one of 256 others
/// are computed as well; throws InputError when one of them differs.
template <class Int>
Operator<Int> by_symmetry(Composer<Int>& composer, const Enumeration& found) {
  const States& states = found.states;
  const auto number = [&](StateKey key) {
    const Index n = states.find_configuration(key);
    if (n == States::kIllegal || states.key(n) != key)
      throw InputError("symmetry needs states that are configurations");
    return n;
  };
  if (states.size() != states.configurations())
    throw InputError("symmetry: expected states that are legal configurations, found others");
  Operator<Int> result;
  result.matrix.denominator = composer.denominator();
  result.matrix.rows.resize(states.size());
  result.stages.rows.resize(states.size());
  for (Index x = 0; x < states.size(); ++x) {
    if (!result.matrix.rows[x].empty()) continue;
    typename Composer<Int>::Counts counts(found.stages.size());
    const auto row = composer.row(x, false, &counts);
    std::vector<std::vector<StateKey>> images;
    for (const auto& entry : row) images.push_back(states.system().images(states.key(entry.to)));
    const std::vector<StateKey> of_x = states.system().images(states.key(x));
    for (std::size_t g = 0; g < of_x.size(); ++g) {
      const Index image = number(of_x[g]);
      if (!result.matrix.rows[image].empty()) continue;
      auto mapped = row;
      for (std::size_t i = 0; i < row.size(); ++i) mapped[i].to = number(images[i][g]);
      std::sort(mapped.begin(), mapped.end(),
                [](const auto& a, const auto& b) { return a.to < b.to; });
      if ((image * 2654435761u) >> 24 == 0 &&
          !same_row<Int>(mapped, composer.row(image, false, nullptr)))
        throw InputError("symmetry: the rows of a state and of its image differ; run without it");
      result.matrix.rows[image] = std::move(mapped);
      result.stages.rows[image] = counts;
    }
  }
  return result;
}

template <class Int>
Chain<Int> make_chain(const Enumeration& found, bool symmetry) {
  Chain<Int> chain;
  const std::size_t n = found.states.size();
  for (const Pieces& pieces : found.operators) {
    Composer<Int> composer(pieces, n, found.stages.size());
    chain.operators.push_back(symmetry ? by_symmetry(composer, found) : composer.all());
  }
  chain.step = chain.operators[0].matrix;
  for (std::size_t o = 1; o < chain.operators.size(); ++o)
    chain.step = product(chain.step, chain.operators[o].matrix);
  chain.parts = components(graph_of(chain.step));
  chain.classes = by_configuration(found.states, chain.parts);
  for (const Operator<Int>& one : chain.operators)
    chain.operator_lumps.push_back(lumped(one.matrix, chain.classes));
  chain.step_lump = lumped(chain.step, chain.classes);
  for (Index c = 0; c < found.states.configurations(); ++c)
    chain.total_weight += Int(found.states.weight(c));
  // Flows are weights times probabilities, summed over all configurations.
  times<Int>(chain.step_lump.matrix.denominator, times<Int>(chain.total_weight, Int(4)));
  for (const Lumped<Int>& lump : chain.operator_lumps)
    times<Int>(lump.matrix.denominator, times<Int>(chain.total_weight, Int(4)));
  return chain;
}

}  // namespace touchstone::balance
