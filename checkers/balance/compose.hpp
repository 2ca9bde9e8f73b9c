// checkers/balance/compose.hpp
// Purpose   From the pieces of an operator to its matrix: the product of the slices of each path,
//           averaged over paths.
// Cost      Rows times paths times outcomes of a path.
#pragma once
#include "checkers/balance/enumerate.hpp"
#include "statistics/exact/matrix.hpp"

namespace touchstone::balance {

/// Expected trials and acceptances of every stage, from every state, over one denominator.
template <class Int>
struct StageRows {
  struct Count {
    Int trials = 0;
    Int accepted = 0;
  };
  std::vector<std::vector<Count>> rows;  ///< [state][stage]
};

template <class Int>
struct Operator {
  Matrix<Int> matrix;
  StageRows<Int> stages;  ///< over matrix.denominator
  /// States from which the order of the slices of one barrier makes a difference.
  std::vector<Index> schedule_dependent;
};

template <class Int>
class Composer {
 public:
  Composer(const Pieces& pieces, std::size_t states, std::size_t stages)
      : pieces_(pieces), states_(states), stages_(stages), sums_(states) {
    for (std::size_t s = 0; s < pieces.slices.size(); ++s) {
      Int common = 1;
      for (const Index row : pieces.slices[s])
        common = least_common<Int>(common, Int(pieces.pool[row].whole));
      slice_denominator_.push_back(common);
    }
    for (const Path& path : pieces.paths) {
      Int whole = Int(path.weight);
      for (const auto& barrier : path.barriers)
        for (const Index slice : barrier) whole = times<Int>(whole, slice_denominator_[slice]);
      path_denominator_.push_back(whole);
      denominator_ = least_common<Int>(denominator_, whole);
    }
    times<Int>(denominator_, Int(kMostTrials));  // expected counts must fit as well
  }

  Operator<Int> all() {
    Operator<Int> result;
    result.matrix.denominator = denominator_;
    for (Index x = 0; x < states_; ++x) {
      result.stages.rows.emplace_back(stages_);
      result.matrix.rows.push_back(row(x, false, &result.stages.rows.back()));
      if (several_slices() && !same_row<Int>(result.matrix.rows.back(), row(x, true, nullptr)))
        result.schedule_dependent.push_back(x);
    }
    return result;
  }

  const Int& denominator() const { return denominator_; }

  using Entries = std::vector<typename Matrix<Int>::Entry>;
  using Counts = std::vector<typename StageRows<Int>::Count>;

  /// One row; with `backward`, slices of a barrier in reverse order.
  Entries row(Index from, bool backward, Counts* counts) {
    Sums<Int>& total = sums_;
    std::vector<Entries> ends;
    for (std::size_t p = 0; p < pieces_.paths.size(); ++p) {
      Entries here{{from, Int(denominator_ / path_denominator_[p])}};
      Int rest = path_denominator_[p] / Int(pieces_.paths[p].weight);
      for (const std::vector<Index>& barrier : pieces_.paths[p].barriers)
        for (std::size_t i = 0; i < barrier.size(); ++i) {
          const Index slice = barrier[backward ? barrier.size() - 1 - i : i];
          here = through(here, slice, rest, counts);
          rest /= slice_denominator_[slice];
        }
      ends.push_back(std::move(here));
    }
    for (const Entries& end : ends)
      for (const auto& [to, weight] : end) total.add(to, weight);
    return total.take();
  }

 private:
  static constexpr unsigned kMostTrials = 1u << 16;  // of one stage of one operator

  /// All ways through one slice; `rest` is the denominator of this slice and those to come.
  Entries through(const Entries& here, Index slice, const Int& rest, Counts* counts) {
    const Int& common = slice_denominator_[slice];
    for (const auto& [state, weight] : here) {
      const Outcomes& outcomes = pieces_.pool[pieces_.slices[slice][state]];
      const Int scaled = weight * (common / Int(outcomes.whole));
      for (std::size_t i = 0; i < outcomes.to.size(); ++i)
        sums_.add(outcomes.to[i], scaled * Int(outcomes.count[i]));
      if (counts)
        for (std::size_t s = 0; s < stages_; ++s) {
          const Int factor = scaled * Int(rest / common);
          (*counts)[s].trials += factor * Int(outcomes.stages[s].trials);
          (*counts)[s].accepted += factor * Int(outcomes.stages[s].accepted);
        }
    }
    return sums_.take(false);
  }

  bool several_slices() const {
    for (const Path& path : pieces_.paths)
      for (const auto& barrier : path.barriers)
        if (barrier.size() > 1) return true;
    return false;
  }

  const Pieces& pieces_;
  std::size_t states_;
  std::size_t stages_;
  Sums<Int> sums_;
  std::vector<Int> slice_denominator_;
  std::vector<Int> path_denominator_;
  Int denominator_ = 1;
};

}  // namespace touchstone::balance
