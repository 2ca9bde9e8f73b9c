// checkers/balance/ring_oracle.hpp
// Purpose   The numbers of the hard-core ring a second time, written differently from everything
//           they check: no tapes, no bodies, no cell system. Distributions over labelled lists are
//           pushed through single trials by their formulas, in doubles.
// Source    mpmc.md of the project's notes, table 4.6 A: L = 16, w = 4, N = 6.
#pragma once
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace touchstone::balance::oracle {

inline constexpr int kSites = 16;
inline constexpr int kWidth = 4;
inline constexpr int kCells = 4;
inline constexpr int kParticles = 6;

enum class Rule { correct, no_shuffle, leaving, each_once, one_stream };

struct Particle {
  int site;
  bool moved;
  friend auto operator<=>(const Particle&, const Particle&) = default;
};
using Lists = std::vector<std::vector<Particle>>;
using Distribution = std::map<Lists, double>;
using Sites = std::vector<int>;

inline Sites sites_of(const Lists& lists) {
  Sites result;
  for (const auto& list : lists)
    for (const Particle& p : list) result.push_back(p.site);
  std::sort(result.begin(), result.end());
  return result;
}

inline bool moved_any(const Lists& lists) {
  for (const auto& list : lists)
    for (const Particle& p : list)
      if (p.moved) return true;
  return false;
}

inline bool free_for(const Lists& lists, int from, int to) {
  for (const int site : sites_of(lists)) {
    const int apart = std::abs(site - to);
    if (site != from && std::min(apart, kSites - apart) < 2) return false;
  }
  return true;
}

/// Trial of particle `i` of a cell by one site; `rule` decides whether it may leave, and whether it
/// is marked as moved.
inline Lists after_trial(Lists lists, int cell, std::size_t i, int by, Rule rule) {
  const bool leaving = rule == Rule::leaving || rule == Rule::each_once;
  const int from = lists[static_cast<std::size_t>(cell)][i].site;
  const int to = (from + by + kSites) % kSites;
  const int target = to / kWidth;
  auto& list = lists[static_cast<std::size_t>(cell)];
  const bool moves = free_for(lists, from, to) && (leaving || target == cell);
  list[i].moved = rule == Rule::each_once;
  if (!moves) return lists;
  list[i].site = to;
  if (target == cell) return lists;
  const Particle gone = list[i];
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
  lists[static_cast<std::size_t>(target)].push_back(gone);
  return lists;
}

inline Distribution shuffled(const Distribution& before, int cell) {
  Distribution after;
  for (const auto& [lists, p] : before) {
    Lists changed = lists;
    auto& list = changed[static_cast<std::size_t>(cell)];
    std::sort(list.begin(), list.end());
    const double ways = std::tgamma(static_cast<double>(list.size()) + 1);
    do after[changed] += p / ways;
    while (std::next_permutation(list.begin(), list.end()));
  }
  return after;
}

inline Distribution tried(const Distribution& before, int cell, int s, Rule rule) {
  Distribution after;
  for (const auto& [lists, p] : before) {
    const auto& list = lists[static_cast<std::size_t>(cell)];
    std::size_t i = list.empty() ? 0 : static_cast<std::size_t>(s) % list.size();
    if (rule == Rule::each_once)
      i = static_cast<std::size_t>(
          std::find_if(list.begin(), list.end(), [](const Particle& q) { return !q.moved; }) -
          list.begin());
    if (i >= list.size()) {
      after[lists] += p;
      continue;
    }
    for (const int by : {-1, 1}) after[after_trial(lists, cell, i, by, rule)] += p / 2;
  }
  return after;
}

/// All cells of one colour read the same coins: the first for the order of a pair, then the moves.
inline Distribution one_stream(const Distribution& before, int colour, int trials) {
  Distribution after;
  const int tapes = 2 << trials;
  for (const auto& [lists, p] : before)
    for (int tape = 0; tape < tapes; ++tape) {
      Lists now = lists;
      for (int cell = colour; cell < kCells; cell += 2) {
        auto& list = now[static_cast<std::size_t>(cell)];
        int coin = 0;
        if (list.size() == 2 && (tape >> coin++ & 1) == 0) std::swap(list[0], list[1]);
        const std::size_t n = list.size();
        for (int s = 0; s < trials && n > 0; ++s)
          now = after_trial(now, cell, static_cast<std::size_t>(s) % n,
                            (tape >> coin++ & 1) == 0 ? -1 : 1, Rule::one_stream);
      }
      after[now] += p / tapes;
    }
  return after;
}

/// Everybody moves with the grid: those that stay in their cell first, those that enter after.
inline Distribution shifted(const Distribution& before) {
  Distribution after;
  for (const auto& [lists, p] : before)
    for (const int by : {-2, -1, 0, 0, 1, 2}) {
      Lists stay(kCells);
      Lists enter(kCells);
      for (int cell = 0; cell < kCells; ++cell)
        for (const Particle& q : lists[static_cast<std::size_t>(cell)]) {
          const int site = (q.site + by + kSites) % kSites;
          const auto to = static_cast<std::size_t>(site / kWidth);
          (site / kWidth == cell ? stay : enter)[to].push_back({site, false});
        }
      for (std::size_t cell = 0; cell < kCells; ++cell)
        stay[cell].insert(stay[cell].end(), enter[cell].begin(), enter[cell].end());
      after[stay] += p / 6;
    }
  return after;
}

inline std::vector<Sites> configurations() {
  std::vector<Sites> result;
  for (unsigned set = 0; set < 1u << kSites; ++set) {
    if (__builtin_popcount(set) != kParticles || (set & (set << 1 | set >> (kSites - 1))) != 0)
      continue;
    Sites sites;
    for (int s = 0; s < kSites; ++s)
      if ((set >> s & 1u) != 0) sites.push_back(s);
    result.push_back(sites);
  }
  return result;
}

inline Lists sorted_lists(const Sites& sites) {
  Lists lists(kCells);
  for (const int s : sites) lists[static_cast<std::size_t>(s / kWidth)].push_back({s, false});
  return lists;
}

/// A chain of elementary maps on the lists that can be met, as vectors of probabilities.
class Ring {
 public:
  Ring(Rule rule, int trials) : rule_(rule), trials_(trials) {
    for (const Sites& sites : configurations()) number(sorted_lists(sites));
    for (std::size_t x = 0; x < lists_.size(); ++x)
      for (const Map& map : maps()) rows_[map].push_back(numbered(image(map, lists_[x])));
  }

  std::size_t states() const { return lists_.size(); }
  const Lists& lists(std::size_t x) const { return lists_[x]; }

  /// One sub-sweep of both colours in random order, then the grid shift.
  std::vector<double> step(const std::vector<double>& start) const {
    std::vector<double> sum(start.size(), 0.0);
    for (const int first : {0, 1}) {
      std::vector<double> now = start;
      for (const int colour : {first, 1 - first})
        for (const Map& map : of_colour(colour)) now = applied(map, now);
      for (std::size_t x = 0; x < sum.size(); ++x) sum[x] += now[x] / 2;
    }
    return applied({Kind::shift, 0, 0}, sum);
  }

 private:
  enum class Kind { shuffle, trial, stream, shift };
  struct Map {
    Kind kind;
    int cell;
    int trial;
    friend auto operator<=>(const Map&, const Map&) = default;
  };
  using Row = std::vector<std::pair<std::size_t, double>>;

  std::vector<Map> of_colour(int colour) const {
    if (rule_ == Rule::one_stream) return {{Kind::stream, colour, 0}};
    std::vector<Map> result;
    for (int cell = colour; cell < kCells; cell += 2) {
      if (rule_ != Rule::no_shuffle) result.push_back({Kind::shuffle, cell, 0});
      const int trials = rule_ == Rule::each_once ? 2 : trials_;
      for (int s = 0; s < trials; ++s) result.push_back({Kind::trial, cell, s % 2});
    }
    return result;
  }
  std::vector<Map> maps() const {
    std::set<Map> result{{Kind::shift, 0, 0}};
    for (const int colour : {0, 1})
      for (const Map& map : of_colour(colour)) result.insert(map);
    return {result.begin(), result.end()};
  }
  Distribution image(const Map& map, const Lists& lists) const {
    const Distribution here{{lists, 1.0}};
    switch (map.kind) {
      case Kind::shuffle:
        return shuffled(here, map.cell);
      case Kind::trial:
        return tried(here, map.cell, map.trial, rule_);
      case Kind::stream:
        return one_stream(here, map.cell, trials_);
      case Kind::shift:
        break;
    }
    return shifted(here);
  }
  std::size_t number(const Lists& lists) {
    const auto [place, added] = numbers_.try_emplace(lists, lists_.size());
    if (added) lists_.push_back(lists);
    return place->second;
  }
  Row numbered(const Distribution& distribution) {
    Row row;
    for (const auto& [lists, p] : distribution) row.emplace_back(number(lists), p);
    return row;
  }
  std::vector<double> applied(const Map& map, const std::vector<double>& before) const {
    std::vector<double> after(before.size(), 0.0);
    const std::vector<Row>& rows = rows_.at(map);
    for (std::size_t x = 0; x < before.size(); ++x)
      if (before[x] != 0)
        for (const auto& [to, p] : rows[x]) after[to] += before[x] * p;
    return after;
  }

  Rule rule_;
  int trials_;
  std::vector<Lists> lists_;
  std::map<Lists, std::size_t> numbers_;
  std::map<Map, std::vector<Row>> rows_;
};

struct Numbers {
  double one_step = 0;  ///< largest relative deviation from uniform after one step
  double total_variation = 0;
  double contacts = 0;  ///< relative shift of the mean number of contacts
};

inline int contacts(const Sites& sites) {
  int result = 0;
  for (std::size_t i = 0; i < sites.size(); ++i)
    result += (sites[(i + 1) % sites.size()] - sites[i] + kSites) % kSites == 2 ? 1 : 0;
  return result;
}

/// Probabilities of configurations, as multiples of the uniform one.
inline std::map<Sites, double> relative(const Ring& ring, const std::vector<double>& p) {
  std::map<Sites, double> result;
  for (std::size_t x = 0; x < p.size(); ++x) result[sites_of(ring.lists(x))] += 336 * p[x];
  return result;
}

inline double largest_deviation(const Ring& ring, const std::vector<double>& p) {
  double result = 0;
  for (const auto& [sites, times] : relative(ring, p))
    result = std::max(result, std::abs(times - 1));
  return result;
}

/// Distribution after one step from uniform configurations whose lists are sorted (numbered first).
inline double one_step_from_sorted_lists(const Ring& ring) {
  std::vector<double> p(ring.states(), 0.0);
  std::fill_n(p.begin(), 336, 1 / 336.0);
  return largest_deviation(ring, ring.step(p));
}

inline Numbers numbers(const Ring& ring) {
  std::map<Sites, double> orders;
  for (std::size_t x = 0; x < ring.states(); ++x)
    if (!moved_any(ring.lists(x))) ++orders[sites_of(ring.lists(x))];
  std::vector<double> p(ring.states(), 0.0);
  for (std::size_t x = 0; x < p.size(); ++x)
    if (!moved_any(ring.lists(x))) p[x] = 1 / (336 * orders[sites_of(ring.lists(x))]);
  Numbers result;
  p = ring.step(p);
  result.one_step = largest_deviation(ring, p);
  for (int i = 0; i < 400; ++i) p = ring.step(p);
  double mean = 0;
  double uniform = 0;
  for (const auto& [sites, times] : relative(ring, p)) {
    result.total_variation += std::abs(times - 1) / 336 / 2;
    mean += times / 336 * contacts(sites);
    uniform += contacts(sites) / 336.0;
  }
  result.contacts = mean / uniform - 1;
  return result;
}

}  // namespace touchstone::balance::oracle
