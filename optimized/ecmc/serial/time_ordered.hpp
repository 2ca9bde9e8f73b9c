// optimized/ecmc/serial/time_ordered.hpp
// Purpose   Event chains in the order of time: the next event of each chain is predicted once and
//           kept in a queue. It meets no horizon violation, so it does what one global clock does
//           (Algorithm 2) at a cost that hardly depends on the number of active disks, and repairs
//           what others have spoilt.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithm 2; event-driven simulation with local queues as in molecular dynamics.
// Cost      O(log k) per event: a prediction, a queue entry, and the predictions of the chains that
//           were waiting for the disk that stops.
// Not here  Layout of disks (word_disks.hpp), legs (chain_team.hpp).
#pragma once
#include <cstdint>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "optimized/ecmc/chain_kernel.hpp"
#include "optimized/ecmc/placed_arrows.hpp"

namespace touchstone::optimized {

template <class Disks>
class TimeOrdered {
 public:
  explicit TimeOrdered(Disks& disks) : disks_(disks) {}

  /// Moves chains, all at the same time and at different active disks, to `end`. Calls
  /// lifted(chain before, chain after, time before + 1 of the new disk) in the order of time, of
  /// active disks, of targets.
  template <class Lifted>
  void run(std::vector<ChainState>& chains, std::uint32_t end, Lifted&& lifted) {
    start(chains, end);
    while (!queue_.empty()) {
      const Entry next = queue_.top();
      queue_.pop();
      Forecast& forecast = forecasts_[next.chain];
      if (next.version != forecast.version) continue;
      const disks::DiskIndex target = forecast.target;
      if (chain_of_[target] != kNone || disks_.get(target).x != forecast.target_x) {
        predict(chains[next.chain], next.chain, next.time);  // it has been active since
        continue;
      }
      lift(chains, next, lifted);
    }
    finish(chains);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Forecast {
    disks::DiskIndex target = 0;
    disks::FixedCoordinate target_x = 0;
    std::uint32_t version = 0;  ///< version of the entry in the queue that counts
    std::vector<std::pair<std::uint32_t, std::uint32_t>> waiting;  ///< chains behind, and versions
  };

  struct Entry {
    std::uint32_t time;
    disks::DiskIndex from;  ///< numbers of disks, not places: they decide ties
    disks::DiskIndex to;
    std::uint32_t chain;
    std::uint32_t version;
    bool operator>(const Entry& other) const {
      return std::tie(time, from, to) > std::tie(other.time, other.from, other.to);
    }
  };

  void start(std::vector<ChainState>& chains, std::uint32_t end) {
    end_ = end;
    if (chain_of_.empty()) chain_of_.assign(disks_.size(), kNone);
    forecasts_.resize(chains.size());
    for (std::uint32_t c = 0; c < chains.size(); ++c) {
      forecasts_[c].waiting.clear();
      chain_of_[chains[c].disk] = c;
    }
    for (std::uint32_t c = 0; c < chains.size(); ++c) predict(chains[c], c, chains[c].t);
  }

  void finish(std::vector<ChainState>& chains) {
    for (ChainState& chain : chains) {
      chain.x += end_ - chain.t;
      chain.t = end_;
      disks_.put(chain.disk, {chain.x, chain.t + 1, true});
      chain_of_[chain.disk] = kNone;
    }
  }

  /// The first inactive disk ahead. An active one moves as fast as this chain: it becomes an
  /// obstacle when it stops. The chain has met nothing until `now`, and goes there first: distances
  /// are those of one moment, so they are less than a box length.
  void predict(ChainState& chain, std::uint32_t c, std::uint32_t now) {
    chain.x += now - chain.t;
    chain.t = now;
    Forecast& forecast = forecasts_[c];
    ++forecast.version;
    std::uint32_t least = end_ - chain.t;
    for (const disks::Arrow& arrow : disks_.arrows(chain.disk)) {
      if (const std::uint32_t ahead = chain_of_[arrow.to]; ahead != kNone) {
        if (ahead != c) forecasts_[ahead].waiting.emplace_back(c, forecast.version);
        continue;
      }
      const disks::FixedCoordinate x = disks_.get(arrow.to).x;
      const std::uint32_t flight = time_of_flight(chain.x, x, arrow.separation);
      if (flight >= least) continue;
      least = flight;
      forecast.target = arrow.to;
      forecast.target_x = x;
    }
    if (least < end_ - chain.t)
      queue_.push({chain.t + least, disks_.order().disk[chain.disk],
                   disks_.order().disk[forecast.target], c, forecast.version});
  }

  template <class Lifted>
  void lift(std::vector<ChainState>& chains, const Entry& event, Lifted& lifted) {
    ChainState& chain = chains[event.chain];
    const ChainState before = chain;
    const disks::DiskIndex target = forecasts_[event.chain].target;
    const DiskState ahead = disks_.get(target);
    disks_.put(before.disk, {before.x + (event.time - before.t), event.time + 1, false});
    disks_.put(target, {ahead.x, event.time + 1, true});
    chain_of_[before.disk] = kNone;
    chain_of_[target] = event.chain;
    chain = {target, ahead.x, event.time};
    lifted(before, chain, ahead.time_plus_1);
    const auto behind = std::exchange(forecasts_[event.chain].waiting, {});
    predict(chain, event.chain, event.time);
    for (const auto& [c, version] : behind)
      if (forecasts_[c].version == version) predict(chains[c], c, event.time);
  }

  Disks& disks_;
  std::vector<std::uint32_t> chain_of_;  ///< by place
  std::vector<Forecast> forecasts_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  std::uint32_t end_ = 0;
};

}  // namespace touchstone::optimized
