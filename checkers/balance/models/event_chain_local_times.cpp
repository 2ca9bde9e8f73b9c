// checkers/balance/models/event_chain_local_times.cpp
// Purpose   Several event chains at a time without a common clock, in miniature: each chain keeps
//           its own local time, chains advance in any order, and a chain whose way is blocked by an
//           active particle waits for that one's time to pass. Whatever the order, the result must
//           be that of all chains advancing together (variant/event-chain).
// Source    The local-time algorithm of multithreaded event-chain Monte Carlo, on a ring of sites,
//           where a particle can only be hit by the one behind it, so that its horizon condition
//           always holds; here it is an assertion.
// Not here  Threads and atomics (checkers/explore).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "models/core/tiny_model.hpp"

namespace touchstone::balance {
namespace {

enum class Rule {
  local_times,
  visits,     ///< mutant: no local times: a chain ends after a fixed number of visits
  one_holder  ///< mutant: nobody looks whether the target is active already
};

struct Setup {
  int sites = 8;
  int particles = 4;
  int active = 2;
  int steps = 3;
  Rule rule = Rule::local_times;
};

class LocalTimeChains final : public TinySystem {
 public:
  explicit LocalTimeChains(Setup setup) : setup_(setup) {}

  std::vector<StateKey> configurations() const override {
    std::vector<StateKey> result;
    const unsigned sets = 1u << setup_.sites;
    for (unsigned occupied = 0; occupied < sets; ++occupied)
      for (unsigned active = 0; active < sets; ++active)
        if (__builtin_popcount(occupied) == setup_.particles && (active & ~occupied) == 0 &&
            __builtin_popcount(active) == setup_.active)
          result.push_back(pack(occupied, active));
    return result;
  }
  void load(StateKey state) override {
    occupied_ = static_cast<unsigned>(state) & ((1u << setup_.sites) - 1);
    active_ = static_cast<unsigned>(state >> setup_.sites);
  }
  StateKey key() const override { return pack(occupied_, active_); }

  void apply(std::size_t which, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
    events_.clear();
    if (which == 0)
      run_legs(sweep, tape);
    else
      draw_active(sweep, tape);
  }

  std::string picture(StateKey state) const override {
    std::string result;
    for (int s = 0; s < setup_.sites; ++s)
      result += !has(static_cast<unsigned>(state), s)
                    ? '.'
                    : (has(static_cast<unsigned>(state >> setup_.sites), s) ? '>' : 'o');
    return result;
  }
  void record(bool on) override { recording_ = on; }
  std::vector<std::string> events() const override { return events_; }

 private:
  struct Chain {
    int site;  ///< site of the active particle
    int time = 0;
  };

  StateKey pack(unsigned occupied, unsigned active) const {
    return occupied | StateKey{active} << setup_.sites;
  }
  static bool has(unsigned set, int site) { return (set >> site & 1u) != 0; }
  int next(int site) const { return (site + 1) % setup_.sites; }

  void run_legs(std::uint64_t sweep, ChoiceTape& tape) {
    auto scheduler = tape.stream(Purpose::colour_order, sweep, 0);
    std::vector<Chain> chains;
    for (int s = 0; s < setup_.sites; ++s)
      if (has(active_, s)) chains.push_back({s});
    last_active_.fill(0);
    for (auto ready = runnable(chains); !ready.empty(); ready = runnable(chains))
      advance(chains[ready[scheduler.below(static_cast<std::uint32_t>(ready.size()))]]);
  }

  /// Chains before their end; those behind an active particle yield.
  std::vector<std::size_t> runnable(const std::vector<Chain>& chains) const {
    std::vector<std::size_t> result;
    for (std::size_t c = 0; c < chains.size(); ++c) {
      const bool waits = setup_.rule == Rule::local_times && has(active_, next(chains[c].site));
      if (chains[c].time < setup_.steps && !waits) result.push_back(c);
    }
    return result;
  }

  /// One unit of local time: a step, or a lifting to the particle that is hit.
  void advance(Chain& chain) {
    const int from = chain.site;
    const int to = next(from);
    ++chain.time;
    if (has(active_, to) && setup_.rule == Rule::visits) return say(from, "waits", chain);
    if (has(occupied_, to)) {
      if (setup_.rule == Rule::local_times &&
          last_active_[static_cast<std::size_t>(to)] > chain.time)
        throw std::logic_error("horizon condition violated on a ring");
    } else {
      occupied_ ^= 1u << from | 1u << to;
    }
    last_active_[static_cast<std::size_t>(from)] = chain.time;
    active_ = (active_ & ~(1u << from)) | 1u << to;
    chain.site = to;
    say(from, "goes on", chain);
  }

  void draw_active(std::uint64_t sweep, ChoiceTape& tape) {
    auto stream = tape.stream(Purpose::start, sweep, 0);
    std::vector<int> resting;
    for (int s = 0; s < setup_.sites; ++s)
      if (has(occupied_, s)) resting.push_back(s);
    active_ = 0;
    for (int k = 0; k < setup_.active; ++k) {
      const auto i = stream.below(static_cast<std::uint32_t>(resting.size()));
      active_ |= 1u << resting[i];
      resting.erase(resting.begin() + i);
    }
  }

  void say(int from, const char* what, const Chain& chain) {
    if (recording_)
      events_.push_back(fmt::format("chain at {} {} (local time {}): {}", from, what, chain.time,
                                    picture(key())));
  }

  const Setup setup_;
  unsigned occupied_ = 0;
  unsigned active_ = 0;
  std::array<int, 32> last_active_{};  // of the particle at a site that is not active now
  bool recording_ = false;
  std::vector<std::string> events_;
};

TinyModel model(std::string scheme, Setup setup) {
  return {.scheme = std::move(scheme),
          .model = fmt::format("chain L={} N={} active={} steps={}", setup.sites, setup.particles,
                               setup.active, setup.steps),
          .family = "ecmc",
          .source = "event-chain Monte Carlo with local times, on a lattice",
          .operators = {{"legs in any order", Claims::global_balance},
                        {"lift anew", Claims::detailed_balance | Claims::global_balance}},
          .make = [setup] { return std::make_unique<LocalTimeChains>(setup); }};
}

bool add_mutant(const char* name, Rule rule, const Origin& origin, const char* killed_by) {
  TinyModel mutant = model(std::string("mutant/") + name, {.rule = rule});
  mutant.origin = origin;
  mutant.killed_by = {killed_by};
  return register_tiny(std::move(mutant));
}

const bool registered =
    register_tiny(model("variant/event-chain-local-times", {})) &&
    register_tiny(model("variant/event-chain-local-times", {.active = 3, .steps = 2})) &&
    add_mutant(
        "event-chain-without-local-times", Rule::visits,
        Origin::invented("seeded fault: chains end after so many turns, and waiting costs a turn"),
        "global balance") &&
    add_mutant(
        "event-chain-lifts-to-active", Rule::one_holder,
        Origin::invented("seeded fault: a chain takes over a particle that another one moves"),
        "stochastic");

}  // namespace
}  // namespace touchstone::balance
