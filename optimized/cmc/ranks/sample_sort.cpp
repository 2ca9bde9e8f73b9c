#include "optimized/cmc/ranks/sample_sort.hpp"

#include <algorithm>
#include <bit>

#include "models/core/errors.hpp"

namespace touchstone::optimized {
namespace {

/// Sorts, and counts the comparisons.
void sort_by_radius(std::vector<Traveller>& stars, std::uint64_t& comparisons) {
  std::uint64_t made = 0;
  std::sort(stars.begin(), stars.end(), [&made](const Traveller& a, const Traveller& b) {
    ++made;
    return a.radius != b.radius ? a.radius < b.radius : a.id < b.id;
  });
  comparisons += made;
}

/// Phases 2 and 3: the same splitters on all ranks, one less than ranks.
std::vector<double> splitters(const std::vector<Traveller>& sorted, std::size_t samples,
                              Exchange& exchange, std::uint64_t& comparisons) {
  std::vector<double> own;
  const std::size_t taken = std::min(samples, sorted.size());
  for (std::size_t i = 1; i <= taken; ++i)
    own.push_back(sorted[i * sorted.size() / (taken + 1)].radius);
  std::vector<double> all = exchange.gather(own);
  std::sort(all.begin(), all.end(), [&comparisons](double a, double b) {
    ++comparisons;
    return a < b;
  });
  std::vector<double> chosen;
  if (exchange.rank() == 0 && !all.empty())
    for (std::size_t j = 1; j < exchange.ranks(); ++j) {
      const std::size_t place = j * all.size() / exchange.ranks();
      chosen.push_back(all[place > 0 ? place - 1 : 0]);
    }
  return exchange.broadcast(chosen);
}

/// Phase 4: how many stars lie between each two splitters.
Counts partition_by(const std::vector<double>& splitters, const std::vector<Traveller>& sorted,
                    std::size_t ranks, std::uint64_t& comparisons) {
  Counts counts(ranks, 0);
  std::size_t first = 0;
  for (std::size_t j = 0; j < ranks; ++j) {
    std::size_t end = sorted.size();
    if (j < splitters.size())
      end = static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), splitters[j],
                                                      [&comparisons](const Traveller& t, double r) {
                                                        ++comparisons;
                                                        return t.radius < r;
                                                      }) -
                                     sorted.begin());
    counts[j] = end - first;
    first = end;
  }
  return counts;
}

}  // namespace

std::vector<Traveller> sample_sort(std::vector<Traveller> own, std::size_t samples,
                                   Exchange& exchange, SortCounts* counts) {
  if (samples < 1) throw input_error("sample sort", "samples of each rank", "1 or more", "0");
  const std::size_t ranks = exchange.ranks();
  SortCounts done;
  sort_by_radius(own, done.local);  // phase 1
  const std::vector<double> chosen = splitters(own, samples, exchange, done.samples);
  own = exchange.all_to_all(own, partition_by(chosen, own, ranks, done.splitters));
  sort_by_radius(own, done.merge);  // phase 5

  // Redistribution: where the wanted boundaries cut what this rank holds now.
  const std::size_t first = exchange.sum_below(own.size());
  const std::vector<double> held =
      exchange.all_gather(std::vector<double>{static_cast<double>(own.size())});
  std::size_t stars = 0;
  for (const double part : held) stars += static_cast<std::size_t>(part);
  done.received = own.size();
  done.stars = stars;
  if (counts) *counts = done;
  const auto wanted = cluster::partition(stars, ranks);
  Counts cut(ranks, 0);
  for (std::size_t q = 0; q < ranks; ++q) {
    const std::size_t from = std::max(wanted[q].first, first);
    const std::size_t to = std::min(wanted[q].end, first + own.size());
    cut[q] = from < to ? to - from : 0;
  }
  return exchange.all_to_all(own, cut);
}

}  // namespace touchstone::optimized
