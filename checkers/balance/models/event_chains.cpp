// checkers/balance/models/event_chains.cpp
// Purpose   Lattice event chains, right and wrong. A lifted configuration is the occupied sites and
//           which particles are active, with their direction; one time step is a map of lifted
//           configurations, and it keeps the uniform distribution exactly when each of them has one
//           predecessor. Every so many steps the active particles are drawn anew.
// Source    E. P. Bernard, W. Krauth, D. B. Wilson, Phys. Rev. E 80, 056704 (2009), on a lattice.
// Not here  Threads and local times (the family ecmc).
#include <fmt/format.h>

#include <algorithm>

#include "models/core/tiny_model.hpp"

namespace touchstone::balance {
namespace {

enum class Rule {
  lift,            ///< a blocked particle hands its motion on
  stop,            ///< mutant: a blocked particle stays active and tries again
  overtake,        ///< mutant: the motion is handed to the one after next
  reflect,         ///< between walls; at a wall the direction is reversed
  reject,          ///< mutant: at a wall nothing happens
  wait_for_active  ///< mutant, several active: behind an active particle one waits
};

struct Setup {
  int sites = 8;
  int particles = 3;
  int active = 1;
  int steps = 3;  ///< per chain
  Rule rule = Rule::lift;
  bool walls() const { return rule == Rule::reflect || rule == Rule::reject; }
};

class EventChain final : public TinySystem {
 public:
  explicit EventChain(Setup setup) : setup_(setup) {}

  std::vector<StateKey> configurations() const override {
    std::vector<StateKey> result;
    const unsigned sites = 1u << setup_.sites;
    for (unsigned occupied = 0; occupied < sites; ++occupied) {
      if (__builtin_popcount(occupied) != setup_.particles) continue;
      for (unsigned active = 0; active < sites; ++active)
        if ((active & occupied) == active && __builtin_popcount(active) == setup_.active)
          for (unsigned left = 0; left <= (setup_.walls() ? 1u : 0u); ++left)
            result.push_back(pack(occupied, active, left));
    }
    return result;
  }
  void load(StateKey state) override {
    occupied_ = static_cast<unsigned>(state) & mask();
    active_ = static_cast<unsigned>(state >> setup_.sites) & mask();
    left_ = static_cast<unsigned>(state >> (2 * setup_.sites)) & 1u;
  }
  StateKey key() const override { return pack(occupied_, active_, left_); }

  void apply(std::size_t which, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
    events_.clear();
    if (which == 1) return draw_active(sweep, tape);
    for (int step = 0; step < setup_.steps; ++step) advance();
  }

  std::string observable() const override { return "contacts"; }
  std::int64_t observe(StateKey state) const override {
    const unsigned occupied = static_cast<unsigned>(state) & mask();
    std::int64_t contacts = 0;
    for (int s = 0; s < setup_.sites; ++s) contacts += has(occupied, s) && has(occupied, next(s));
    return contacts;
  }
  std::string picture(StateKey state) const override {
    std::string result;
    const bool left = (state >> (2 * setup_.sites) & 1u) != 0;
    for (int s = 0; s < setup_.sites; ++s) {
      const bool active = (state >> (setup_.sites + s) & 1u) != 0;
      result += (state >> s & 1u) == 0 ? '.' : (active ? (left ? '<' : '>') : 'o');
    }
    return setup_.walls() ? "[" + result + "]" : result;
  }
  void record(bool on) override { recording_ = on; }
  std::vector<std::string> events() const override { return events_; }

 private:
  unsigned mask() const { return (1u << setup_.sites) - 1; }
  StateKey pack(unsigned occupied, unsigned active, unsigned left) const {
    return occupied | StateKey{active} << setup_.sites | StateKey{left} << (2 * setup_.sites);
  }
  static bool has(unsigned set, int site) { return (set >> site & 1u) != 0; }
  int next(int site) const { return (site + 1) % setup_.sites; }

  void say(const std::string& what) {
    if (recording_) events_.push_back(what + ": " + picture(key()));
  }

  void draw_active(std::uint64_t sweep, ChoiceTape& tape) {
    auto stream = tape.stream(Purpose::start, sweep, 0);
    std::vector<int> resting;
    for (int s = 0; s < setup_.sites; ++s)
      if (has(occupied_, s)) resting.push_back(s);
    active_ = 0;
    for (int k = 0; k < setup_.active; ++k) {
      const std::uint32_t i = stream.below(static_cast<std::uint32_t>(resting.size()));
      active_ |= 1u << resting[i];
      resting.erase(resting.begin() + i);
    }
    if (setup_.walls()) left_ = stream.below(2);
    say("active particles drawn anew");
  }

  void advance() {
    if (setup_.walls())
      advance_between_walls();
    else if (setup_.rule == Rule::wait_for_active)
      advance_one_by_one();
    else
      advance_together();
  }

  /// All active particles move or hand on at the same time; a train of them moves as one.
  void advance_together() {
    unsigned occupied = occupied_ & ~active_;
    unsigned active = 0;
    for (int s = 0; s < setup_.sites; ++s) {
      if (!has(active_, s)) continue;
      int front = s;
      while (has(active_, next(front))) front = next(front);
      const bool free = !has(occupied_, next(front));
      occupied |= 1u << (free ? next(s) : s);
      active |= 1u << (free ? next(s) : receiver(s));
    }
    occupied_ = occupied;
    active_ = active;
    say("step");
  }

  /// Particle that goes on when the one at a site is blocked.
  int receiver(int site) const {
    if (setup_.rule == Rule::stop) return site;
    int to = next(site);
    if (setup_.rule != Rule::overtake) return to;
    do to = next(to);
    while (!has(occupied_, to));
    return to;
  }

  /// The mutant with several active particles: one after the other, as if the others rested.
  void advance_one_by_one() {
    const unsigned before = active_;
    for (int s = 0; s < setup_.sites; ++s) {
      if (!has(before, s) || has(active_, next(s))) continue;
      if (!has(occupied_, next(s))) occupied_ ^= 1u << s | 1u << next(s);
      active_ ^= 1u << s | 1u << next(s);
    }
    say("step");
  }

  void advance_between_walls() {
    const int from = __builtin_ctz(active_);
    const int to = from + (left_ != 0 ? -1 : 1);
    if (to < 0 || to >= setup_.sites) {
      if (setup_.rule == Rule::reflect) left_ ^= 1u;
    } else {
      if (!has(occupied_, to)) occupied_ ^= 1u << from | 1u << to;
      active_ = 1u << to;
    }
    say("step");
  }

  const Setup setup_;
  unsigned occupied_ = 0;
  unsigned active_ = 0;
  unsigned left_ = 0;
  bool recording_ = false;
  std::vector<std::string> events_;
};

TinyModel model(std::string scheme, Setup setup, std::string source) {
  return {.scheme = std::move(scheme),
          .model = fmt::format("chain L={} N={} active={} steps={}", setup.sites, setup.particles,
                               setup.active, setup.steps),
          .family = "ecmc",
          .source = std::move(source),
          .operators = {{"event chain", Claims::global_balance},
                        {"lift anew", Claims::detailed_balance | Claims::global_balance}},
          .make = [setup] { return std::make_unique<EventChain>(setup); }};
}

bool add_mutant(const char* name, Setup setup, const Origin& origin) {
  TinyModel mutant = model(std::string("mutant/") + name, setup, "event chain, broken on purpose");
  mutant.origin = origin;
  mutant.killed_by = {"global balance"};
  return register_tiny(std::move(mutant));
}

constexpr const char* kStraight = "Bernard, Krauth, Wilson 2009, straight chains on a lattice";

bool register_correct() {
  for (const int active : {1, 2, 3})
    register_tiny(model("variant/event-chain", {.particles = 4, .active = active}, kStraight));
  return register_tiny(
      model("variant/event-chain-reflected-at-walls", {.rule = Rule::reflect}, kStraight));
}

const bool registered =
    register_correct() &&
    add_mutant("event-chain-stops", {.rule = Rule::stop},
               Origin::invented("seeded fault: motion is not handed on")) &&
    add_mutant("event-chain-overtakes", {.rule = Rule::overtake},
               Origin::invented("seeded fault: motion is handed to the wrong particle")) &&
    add_mutant("event-chain-rejected-at-walls", {.rule = Rule::reject},
               Origin::invented(
                   "a chain that stops at the border of its domain has no predecessor there")) &&
    add_mutant(
        "event-chain-waits-for-active", {.active = 2, .rule = Rule::wait_for_active},
        Origin::invented("seeded fault: several active particles are moved one after the other"));

}  // namespace
}  // namespace touchstone::balance
