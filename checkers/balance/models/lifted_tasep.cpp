// checkers/balance/models/lifted_tasep.cpp
// Purpose   The lifted TASEP: event chains reduced to a ring of sites, of which the spectrum is
//           known, so that the checker judges how fast they relax. All mutants keep the uniform
//           distribution: balance does not see them.
// Source    F. H. L. Essler, W. Krauth, Phys. Rev. X 14, 041035 (2024). One particle is active. In
//           one step it moves to the next site, or, if this is occupied, hands its activity to the
//           particle there; then, with the chance of the pull-back, the activity goes back to the
//           particle before. Both are permutations of the lifted configurations: the uniform
//           distribution is stationary for every pull-back. With (N - 1) / (L - 1), the chance that
//           a site next to a particle is occupied, the activity has no drift among the particles.
// Note      The polynomials are characteristic polynomials of matrices that another program wrote
//           down, in factors. lifted_tasep_test.cpp holds all their roots to the Bethe equations.
#include <fmt/format.h>

#include "models/core/tiny_model.hpp"

namespace touchstone::balance {
namespace {

enum class Rule {
  lifted,
  lazy,          ///< mutant: one step in five is left out
  weak_pull,     ///< mutant: half the pull-back
  pull_forward,  ///< mutant: the activity goes to the particle ahead
  drawn_anew,    ///< mutant: all particles are active next with the same chance
  mixed          ///< mutant: in one step of five a random particle hops to a random side (SSEP)
};

/// The chance of the pull-back is back / whole.
struct Ring {
  int sites = 6;
  int particles = 3;
  std::uint32_t back = 2;
  std::uint32_t whole = 5;
};

class LiftedTasep final : public TinySystem {
 public:
  LiftedTasep(Ring ring, Rule rule) : ring_(ring), rule_(rule) {}

  std::vector<StateKey> configurations() const override {
    std::vector<StateKey> result;
    for (unsigned occupied = 0; occupied < 1u << ring_.sites; ++occupied)
      for (int s = 0; s < ring_.sites; ++s)
        if (__builtin_popcount(occupied) == ring_.particles && (occupied >> s & 1u) != 0)
          result.push_back(occupied | StateKey{1} << (ring_.sites + s));
    return result;
  }
  void load(StateKey state) override {
    occupied_ = static_cast<unsigned>(state) & ((1u << ring_.sites) - 1);
    active_ = __builtin_ctz(static_cast<unsigned>(state >> ring_.sites));
  }
  StateKey key() const override { return occupied_ | StateKey{1} << (ring_.sites + active_); }

  void apply(std::size_t, std::uint64_t sweep, ChoiceTape& tape, ProofExec&) override {
    auto random = tape.stream(Purpose::test, sweep, 0);
    if (rule_ == Rule::lazy && random.below(5) == 0) return;
    if (rule_ == Rule::mixed && random.below(5) == 0) return hop(random);
    if (!has(next(active_))) exchange(active_, next(active_));
    active_ = next(active_);
    const std::uint32_t back = rule_ == Rule::weak_pull ? ring_.back / 2 : ring_.back;
    if (random.below(ring_.whole) < back) pull(random);
  }

  std::string picture(StateKey state) const override {
    std::string result;
    for (int s = 0; s < ring_.sites; ++s)
      result += (state >> s & 1u) == 0 ? '.' : (state >> (ring_.sites + s) & 1u) != 0 ? '>' : 'o';
    return result;
  }

 private:
  bool has(int site) const { return (occupied_ >> site & 1u) != 0; }
  int next(int site) const { return (site + 1) % ring_.sites; }
  int before(int site) const { return (site + ring_.sites - 1) % ring_.sites; }
  void exchange(int a, int b) { occupied_ ^= 1u << a | 1u << b; }

  void pull(ChoiceTape::Stream& random) {
    auto places =
        rule_ == Rule::drawn_anew ? random.below(static_cast<std::uint32_t>(ring_.particles)) : 1u;
    for (; places > 0; --places) {
      do active_ = rule_ == Rule::pull_forward ? next(active_) : before(active_);
      while (!has(active_));
    }
  }

  /// A random particle to a random side; the active one stays active.
  void hop(ChoiceTape::Stream& random) {
    int from = active_;
    for (auto places = random.below(static_cast<std::uint32_t>(ring_.particles)); places > 0;
         --places) {
      do from = next(from);
      while (!has(from));
    }
    const int to = random.below(2) == 0 ? next(from) : before(from);
    if (has(to)) return;
    exchange(from, to);
    if (from == active_) active_ = to;
  }

  const Ring ring_;
  const Rule rule_;
  unsigned occupied_ = 0;
  int active_ = 0;
};

/// Characteristic polynomials, in factors.
using Polynomials = std::vector<std::vector<std::int64_t>>;
const Polynomials kTwoOnFive = {{1, -1},
                                {2, 1},
                                {2, 0, 1},
                                {65536, -49152, 16384, 14336, 12544, -7808, -8384, 3748, 7613,
                                 -1874, -2096, 976, 784, -448, 256, 384, 256}};
const Polynomials kTwoOnSix = {{1, -1},
                               {25, 20, 14, 12, 9},
                               {125, -25, -10, 18, 9, 27},
                               {625, -250, 175, 20, 101, 234, -59, -60, -9, 54, 81},
                               {15625, -6250, 1875, -2500, -575, -3510, 1089, 108, -405, 486, 729}};
const Polynomials kThreeOnSix = {
    {1, -1},
    {15625, -9375, 5625, -4125, 5475, -3825, 831, -609, 441, -343},
    {15625, -25000, 15000, 1750, -8800, 9300, -4336, 64, 1050, -784, 343},
    {6103515625,  -19531250000, 27343750000, -22363281250, 12500000000, -6214843750, 3664062500,
     -1886875000, 146656250,    847850000,   -871196875,   468552500,   -171682600,  60701330,
     -22107232,   -1139740,     13474412,    -14559664,    9344692,     -3764768,    823543},
    {6103515625, -19531250000, 27343750000, -21386718750, 9375000000, -785156250, -2367187500,
     2394375000, -1763343750,  1360450000,  -922836875,   409277500,  -80226600,  -24683730,
     30922752,   -22599780,    18600204,    -15097488,    9344692,    -3764768,   823543}};

TinyModel model(std::string scheme, Ring ring, Rule rule, const Polynomials& spectrum) {
  return {.scheme = std::move(scheme),
          .model = fmt::format("ring L={} N={} pull-back={}/{}", ring.sites, ring.particles,
                               ring.back, ring.whole),
          .family = "ecmc",
          .source = "Essler, Krauth 2024, the lifted TASEP",
          .operators = {{"step", Claims::global_balance}},
          .make = [ring, rule] { return std::make_unique<LiftedTasep>(ring, rule); },
          .spectrum = spectrum};
}

bool add_mutant(const char* name, Rule rule, const Origin& origin) {
  TinyModel mutant = model(std::string("mutant/lifted-tasep-") + name, {}, rule, kThreeOnSix);
  mutant.origin = origin;
  mutant.killed_by = {"relaxation"};
  return register_tiny(std::move(mutant));
}

const bool registered =
    register_tiny(model("variant/lifted-tasep", {5, 2, 1, 4}, Rule::lifted, kTwoOnFive)) &&
    register_tiny(model("variant/lifted-tasep", {6, 2, 1, 5}, Rule::lifted, kTwoOnSix)) &&
    register_tiny(model("variant/lifted-tasep", {6, 3, 2, 5}, Rule::lifted, kThreeOnSix)) &&
    add_mutant("lazy", Rule::lazy, Origin::invented("seeded fault: some steps are left out")) &&
    add_mutant(
        "weak-pull-back", Rule::weak_pull,
        Origin::invented("seeded fault: half the pull-back, which lets the activity drift")) &&
    add_mutant("pull-forward", Rule::pull_forward,
               Origin::invented("seeded fault: the activity is handed to the particle ahead")) &&
    add_mutant(
        "drawn-anew", Rule::drawn_anew,
        Origin::invented("seeded fault: the activity is drawn anew instead of pulled back")) &&
    add_mutant("mixed-with-ssep", Rule::mixed,
               Origin::invented("seeded fault: some steps are reversible hops of other particles"));

}  // namespace
}  // namespace touchstone::balance
