#include "models/disks/chains/lattice_chains.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/disks/chains/chain_schedule.hpp"

namespace touchstone::disks {
namespace {

constexpr int kBits = 9;  // of a coordinate, in parts of sites

class TwinSystem final : public TinySystem {
 public:
  TwinSystem(const ChainTwin& twin, TwinScheme rules) : lattice_(twin), rules_(std::move(rules)) {}

  std::vector<StateKey> configurations() const override { return lattice_.configurations(); }
  void load(StateKey state) override { now_ = lattice_.load(state); }
  StateKey key() const override { return lattice_.key(now_); }
  std::uint64_t weight(StateKey state) const override {
    return lattice_.legal(lattice_.load(state)) ? 1 : 0;
  }

  void apply(std::size_t which, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
    const ChainTwin& twin = lattice_.twin();
    const std::uint64_t leg = 2 * sweep + which;
    if (which == 1) now_ = transposed(now_);
    const ConstraintGraph graph = lattice_.graph(now_);
    const auto active = rules_.choose(now_, graph, twin.active, active_stream(tape, leg));
    now_.x = rules_.run(Leg{now_, active, twin.leg()}, graph);
    if (which == 1) now_ = transposed(now_);
    if (recording_) note(active);
  }

  std::string observable() const override { return "near pairs"; }
  std::int64_t observe(StateKey state) const override {
    return lattice_.near_pairs(lattice_.load(state));
  }
  std::string picture(StateKey state) const override {
    const FixedConfiguration c = lattice_.load(state);
    const double site = static_cast<double>(lattice_.twin().sites) * 0x1p-32;
    std::string text;
    for (std::size_t i = 0; i < c.size(); ++i)
      text += fmt::format("{}({}, {})", i == 0 ? "" : " ", c.x[i] * site, c.y[i] * site);
    return text;
  }
  void record(bool on) override { recording_ = on; }
  std::vector<std::string> events() const override { return events_; }

 private:
  void note(const std::vector<DiskIndex>& active) {
    std::string who;
    for (const DiskIndex i : active) who += ' ' + std::to_string(i);
    events_ = {"active" + who + ": " + picture(key())};
  }

  LatticeDisks lattice_;
  TwinScheme rules_;
  FixedConfiguration now_;
  bool recording_ = false;
  std::vector<std::string> events_;
};

}  // namespace

std::string ChainTwin::name() const {
  return fmt::format("stairs L={} N={} reach={} k={} T={}", sites, disks, reach, active, steps);
}

FixedCoordinate LatticeDisks::tick() const {
  return static_cast<FixedCoordinate>(kTicksPerSide / (twin_.sites * kParts));
}

int LatticeDisks::distance(FixedCoordinate a, FixedCoordinate b) const {
  const FixedCoordinate apart = std::min(a - b, b - a);
  return static_cast<int>(apart / (kParts * tick()));
}

bool LatticeDisks::offsets_exchanged(const std::vector<FixedCoordinate>& x) const {
  std::vector<FixedCoordinate> offset;
  for (const FixedCoordinate coordinate : x) offset.push_back(coordinate / tick() % kParts);
  std::sort(offset.begin(), offset.end());
  for (std::size_t i = 0; i < x.size(); ++i)
    if (offset[i] != (twin_.offsets ? i : 0)) return false;
  return true;
}

bool LatticeDisks::legal(const FixedConfiguration& c) const {
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (distance(c.x[i], c.x[j]) + distance(c.y[i], c.y[j]) < twin_.reach) return false;
  return offsets_exchanged(c.x) && offsets_exchanged(c.y);
}

int LatticeDisks::near_pairs(const FixedConfiguration& c) const {
  int near = 0;
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      near += distance(c.x[i], c.x[j]) + distance(c.y[i], c.y[j]) == twin_.reach ? 1 : 0;
  return near;
}

std::vector<StateKey> LatticeDisks::configurations() const {
  FixedConfiguration c = load(0);
  std::vector<StateKey> all;
  place(0, c, all);
  return all;
}

/// All places of the disks from `next` on, in sites that are beside each other by an offset.
void LatticeDisks::place(std::size_t next, FixedConfiguration& c,
                         std::vector<StateKey>& all) const {
  if (next == c.size()) {
    if (legal(c)) all.push_back(key(c));
    return;
  }
  std::vector<FixedCoordinate>
      places;  // the first disk in the first site: all others are translations
  for (int site = 0; site < (next == 0 ? 1 : twin_.sites); ++site)
    for (int offset = 0; offset < (twin_.offsets ? twin_.disks : 1); ++offset)
      places.push_back(static_cast<FixedCoordinate>(site * kParts + offset) * tick());
  for (const FixedCoordinate x : places)
    for (const FixedCoordinate y : places) {
      c.x[next] = x;
      c.y[next] = y;
      place(next + 1, c, all);
    }
}

FixedConfiguration LatticeDisks::load(StateKey key) const {
  const double side = static_cast<double>(twin_.sites) / twin_.reach;
  const auto disks = static_cast<std::size_t>(twin_.disks);
  FixedConfiguration c{
      {side, side}, std::vector<FixedCoordinate>(disks), std::vector<FixedCoordinate>(disks)};
  for (std::vector<FixedCoordinate>* axis : {&c.x, &c.y})
    for (FixedCoordinate& coordinate : *axis) {
      coordinate = static_cast<FixedCoordinate>(key & ((1u << kBits) - 1)) * tick();
      key >>= kBits;
    }
  return c;
}

StateKey LatticeDisks::key(const FixedConfiguration& c) const {
  const FixedCoordinate site = kParts * tick();
  StateKey key = 0;
  int shift = 0;
  for (const std::vector<FixedCoordinate>* axis : {&c.x, &c.y})
    for (const FixedCoordinate coordinate : *axis) {
      key |= StateKey{(coordinate - axis->front() / site * site) / tick()} << shift;
      shift += kBits;
    }
  return key;
}

ConstraintGraph LatticeDisks::graph(const FixedConfiguration& c) const {
  std::vector<std::size_t> first{0};
  std::vector<Arrow> arrows;
  for (DiskIndex i = 0; i < c.size(); ++i) {
    for (DiskIndex j = 0; j < c.size(); ++j) {
      const int separation = twin_.reach - distance(c.y[i], c.y[j]);
      if (j != i && separation > 0)
        arrows.push_back({j, static_cast<FixedCoordinate>(separation * kParts) * tick()});
    }
    first.push_back(arrows.size());
  }
  return {std::move(first), std::move(arrows)};
}

std::vector<DiskIndex> choose_at_random(const FixedConfiguration& c, const ConstraintGraph&,
                                        std::size_t active, ChoiceTape::Stream random) {
  return random_active(c.size(), active, random);
}

TinyModel chain_model(const std::string& scheme, const ChainTwin& twin, const TwinScheme& rules,
                      const std::string& source) {
  return {.scheme = scheme,
          .model = twin.name(),
          .family = "ecmc",
          .source = source,
          .operators = {{"leg along x", Claims::global_balance},
                        {"leg along y", Claims::global_balance}},
          .make = [twin, rules] { return std::make_unique<TwinSystem>(twin, rules); }};
}

}  // namespace touchstone::disks
