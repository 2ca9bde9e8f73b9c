// checkers/balance/models/soft_particles.cpp
// Purpose   Metropolis acceptance where energies matter, in miniature: particles on a ring whose
//           neighbours attract, with a rational Boltzmann factor; and a lattice gas with insertion
//           and deletion. Every fault of an acceptance rule shows at once.
// Source    N. Metropolis et al., J. Chem. Phys. 21, 1087 (1953); D. Frenkel, B. Smit,
//           Understanding Molecular Simulation (2002), sections 3.1 and 5.6.
#include <fmt/format.h>

#include <algorithm>

#include "models/core/tiny_model.hpp"

namespace touchstone::balance {
namespace {

constexpr int kSites = 7;
constexpr std::uint32_t kFactor = 3;  ///< Boltzmann factor of one pair of neighbours
constexpr std::uint32_t kRarity = 3;  ///< inverse fugacity of the lattice gas

enum class Fault {
  none,
  accepts_all,   ///< every move that fits is accepted
  wrong_ratio,   ///< old over new
  one_sided,     ///< steps to the right twice as often, without correction
  not_restored,  ///< a rejected move stays, and only its energy is put back
  stale_energy,  ///< the running energy is not updated when a move is accepted
  wrong_count,   ///< insertion divides by N instead of N + 1
  never_rests    ///< at fugacity 1, a random site changes in every step
};

unsigned bit(int site) { return 1u << ((site + kSites) % kSites); }
int neighbours(unsigned occupied) {
  int pairs = 0;
  for (int s = 0; s < kSites; ++s) pairs += (occupied & bit(s)) && (occupied & bit(s + 1)) ? 1 : 0;
  return pairs;
}
std::uint64_t power(std::uint64_t base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}
std::string drawn(unsigned occupied) {
  std::string result;
  for (int s = 0; s < kSites; ++s) result += (occupied & bit(s)) != 0 ? 'o' : '.';
  return result;
}

/// Base of both systems: occupied sites as a set of bits.
class Sites : public TinySystem {
 public:
  void load(StateKey state) override { occupied_ = static_cast<unsigned>(state) & 127u; }
  StateKey key() const override { return occupied_; }
  std::string observable() const override { return "neighbours"; }
  std::int64_t observe(StateKey state) const override {
    return neighbours(static_cast<unsigned>(state) & 127u);
  }
  std::string picture(StateKey state) const override {
    return drawn(static_cast<unsigned>(state) & 127u);
  }
  void record(bool on) override { recording_ = on; }
  std::vector<std::string> events() const override { return events_; }

 protected:
  void say(const std::string& what, bool accepted) {
    if (recording_) events_.push_back(what + (accepted ? ": accepted" : ": rejected"));
  }
  /// The occupied (or free) sites in increasing order.
  std::vector<int> sites(bool occupied) const {
    std::vector<int> result;
    for (int s = 0; s < kSites; ++s)
      if (((occupied_ & bit(s)) != 0) == occupied) result.push_back(s);
    return result;
  }
  unsigned occupied_ = 0;
  bool recording_ = false;
  std::vector<std::string> events_;
};

class SoftRing final : public Sites {
 public:
  SoftRing(int particles, Fault fault) : particles_(particles), fault_(fault) {}

  std::vector<StateKey> configurations() const override {
    std::vector<StateKey> result;
    for (unsigned set = 0; set < 1u << kSites; ++set)
      if (__builtin_popcount(set) == particles_)
        result.push_back(set | (keeps_energy() ? StateKey(neighbours(set)) << 7 : 0));
    return result;
  }
  StateKey configuration(StateKey state) const override { return state & 127u; }
  std::uint64_t weight(StateKey state) const override {
    return power(kFactor, neighbours(static_cast<unsigned>(state)));
  }
  void load(StateKey state) override {
    Sites::load(state);
    energy_ = static_cast<int>(state >> 7);
  }
  StateKey key() const override {
    return occupied_ | (keeps_energy() ? static_cast<StateKey>(energy_) << 7 : 0);
  }

  std::string picture(StateKey state) const override {
    const std::string sites = Sites::picture(state);
    return keeps_energy() ? fmt::format("{} (energy {})", sites, state >> 7) : sites;
  }

  void apply(std::size_t, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
    events_.clear();
    auto stream = tape.stream(Purpose::metropolis, sweep, 0);
    const int from = sites(true)[stream.below(static_cast<std::uint32_t>(particles_))];
    const bool right = fault_ == Fault::one_sided ? stream.below(3) < 2 : stream.below(2) == 1;
    const int to = (from + (right ? 1 : kSites - 1)) % kSites;
    const std::string what = fmt::format("{} -> {}", from, to);
    if ((occupied_ & bit(to)) != 0) return say(what, false);
    const unsigned moved = occupied_ ^ bit(from) ^ bit(to);
    const int old_energy = keeps_energy() ? energy_ : neighbours(occupied_);
    const bool accepted = accept(neighbours(moved) - old_energy, stream);
    if (accepted || fault_ == Fault::not_restored) occupied_ = moved;
    say(what, accepted);
  }

 private:
  bool keeps_energy() const { return fault_ == Fault::stale_energy; }
  bool accept(int more_neighbours, ChoiceTape::Stream& stream) const {
    if (fault_ == Fault::accepts_all) return true;
    const int gain = fault_ == Fault::wrong_ratio ? -more_neighbours : more_neighbours;
    if (gain >= 0) return true;
    return stream.bernoulli(1, static_cast<std::uint32_t>(power(kFactor, -gain)));
  }
  int particles_;
  Fault fault_;
  int energy_ = 0;
};

/// Any number of particles, any of the sites; weight (1 / kRarity)^N.
class LatticeGas final : public Sites {
 public:
  explicit LatticeGas(Fault fault) : fault_(fault) {}

  std::vector<StateKey> configurations() const override {
    std::vector<StateKey> result;
    for (unsigned set = 0; set < 1u << kSites; ++set) result.push_back(set);
    return result;
  }
  std::uint64_t weight(StateKey state) const override {
    if (fault_ == Fault::never_rests) return 1;
    return power(kRarity, kSites - __builtin_popcountll(state));
  }
  std::string observable() const override { return "particles"; }
  std::int64_t observe(StateKey state) const override { return __builtin_popcountll(state); }

  /// A random site for an insertion, a random particle for a deletion.
  void apply(std::size_t, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
    events_.clear();
    auto stream = tape.stream(Purpose::metropolis, sweep, 0);
    if (fault_ == Fault::never_rests) {
      occupied_ ^= bit(static_cast<int>(stream.below(kSites)));
      return say("insert or delete", true);
    }
    const auto n = static_cast<std::uint32_t>(__builtin_popcount(occupied_));
    if (stream.below(2) == 0) {
      const auto site = static_cast<int>(stream.below(kSites));
      const std::uint32_t count = std::max(1u, fault_ == Fault::wrong_count ? n : n + 1);
      const bool free = (occupied_ & bit(site)) == 0;
      const bool accepted = free && accept(kSites, kRarity * count, stream);
      if (accepted) occupied_ |= bit(site);
      return say(fmt::format("insert at {}", site), accepted);
    }
    if (n == 0) return say("delete nothing", false);
    const int site = sites(true)[stream.below(n)];
    const bool accepted = accept(kRarity * n, kSites, stream);
    if (accepted) occupied_ &= ~bit(site);
    say(fmt::format("delete at {}", site), accepted);
  }

 private:
  static bool accept(std::uint32_t numerator, std::uint32_t denominator,
                     ChoiceTape::Stream& stream) {
    return numerator >= denominator || stream.bernoulli(numerator, denominator);
  }
  Fault fault_;
};

constexpr Claims kReversible = Claims::detailed_balance | Claims::global_balance;

TinyModel soft(std::string scheme, Fault fault) {
  return {.scheme = std::move(scheme),
          .model = fmt::format("soft ring L={} N=3", kSites),
          .family = "hpmc",
          .source = "Metropolis et al. 1953",
          .operators = {{"metropolis", kReversible}},
          .claims = kReversible,
          .make = [fault] { return std::make_unique<SoftRing>(3, fault); }};
}

TinyModel gas(std::string scheme, Fault fault) {
  return {.scheme = std::move(scheme),
          .model = fmt::format("lattice gas L={} z={}", kSites,
                               fault == Fault::never_rests ? "1" : fmt::format("1/{}", kRarity)),
          .family = "hpmc",
          .source = "Frenkel and Smit 2002, section 5.6",
          .operators = {{"insert or delete", kReversible}},
          .claims = kReversible,
          .make = [fault] { return std::make_unique<LatticeGas>(fault); }};
}

bool add(TinyModel mutant, const Origin& origin, std::vector<std::string> killed_by) {
  mutant.origin = origin;
  mutant.killed_by = std::move(killed_by);
  return register_tiny(std::move(mutant));
}

const bool registered =
    register_tiny(soft("variant/soft-metropolis", Fault::none)) &&
    register_tiny(gas("variant/lattice-gas", Fault::none)) &&
    add(soft("mutant/soft-accepts-all", Fault::accepts_all),
        Origin::public_bug("https://github.com/lammps/lammps/issues/4801", "(accepts every swap)"),
        {"detailed balance", "global balance"}) &&
    add(soft("mutant/soft-wrong-ratio", Fault::wrong_ratio),
        Origin::invented("seeded fault: the ratio of weights is upside down"),
        {"detailed balance", "global balance"}) &&
    add(soft("mutant/soft-one-sided-proposals", Fault::one_sided),
        Origin::public_bug("https://github.com/netket/netket/issues/2250",
                           "(proposal density not corrected)"),
        {"detailed balance"}) &&
    add(soft("mutant/soft-rejected-not-restored", Fault::not_restored),
        Origin::public_bug("https://github.com/lammps/lammps/issues/467",
                           "(rejected move not restored)"),
        {"detailed balance", "global balance"}) &&
    add(soft("mutant/soft-stale-energy", Fault::stale_energy),
        Origin::public_bug("https://github.com/GOMC-WSU/GOMC/issues/179",
                           "(running energy differs from recomputed)"),
        {"global balance"}) &&
    add(gas("mutant/gas-wrong-count", Fault::wrong_count),
        Origin::public_bug("https://github.com/GOMC-WSU/GOMC/issues/289",
                           "(acceptance uses the wrong count)"),
        {"detailed balance", "global balance"}) &&
    add(gas("mutant/gas-never-rests", Fault::never_rests),
        Origin::invented(
            "seeded fault: no step is ever rejected, even and odd numbers of particles alternate"),
        {"aperiodic"});

}  // namespace
}  // namespace touchstone::balance
