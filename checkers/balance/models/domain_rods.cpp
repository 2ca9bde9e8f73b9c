// checkers/balance/models/domain_rods.cpp
// Purpose   Hard rods with orientation under an active/inactive domain decomposition, as hpmc runs
//           them, in miniature: two ranks share a periodic lattice; each moves the particles of its
//           own domain except those in the inactive column at its upper side, in forward or reverse
//           order, translating or rotating; then one common random shift of the domains.
// Source    J. A. Anderson, M. E. Irrgang, S. C. Glotzer, Comput. Phys. Commun. 204, 21 (2016).
// State     Rods keep their numbers, which decide the order; a rod covers its site and the next one
//           along x or y.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/core/tiny_model.hpp"

namespace touchstone::balance {
namespace {

enum class Order {
  forward_or_reverse,
  forward,     ///< mutant: sequential
  by_position  ///< mutant: from left to right, as the list is sorted now
};

struct Setup {
  int columns = 6;  ///< two domains of half as many
  int rows = 2;
  int rods = 2;
  Order order = Order::forward_or_reverse;
  bool may_enter_inactive = false;  ///< mutant: a move may end in the inactive column
  bool shared_seed = false;         ///< mutant: both ranks draw the same numbers
  bool shifts = true;
  int inactive = 1;        ///< columns at the upper side of a domain; 0 is a mutant
  bool in_turn = false;    ///< one domain after the other, each whole
  bool turn_drawn = true;  ///< ... in random order
};

struct Rod {
  int x = 0;
  int y = 0;
  int turned = 0;  ///< 0: along x, 1: along y
  [[maybe_unused]] friend bool operator==(const Rod&, const Rod&) = default;
};

class DomainRods final : public TinySystem {
 public:
  explicit DomainRods(Setup setup) : setup_(setup) {}

  std::vector<StateKey> configurations() const override {
    std::vector<StateKey> result;
    std::vector<Rod> rods;
    const auto extend = [&](auto&& self) -> void {
      if (static_cast<int>(rods.size()) == setup_.rods) return result.push_back(pack(rods));
      for (int turned = 0; turned < 2; ++turned)
        for (int y = 0; y < setup_.rows; ++y)
          for (int x = 0; x < setup_.columns; ++x) {
            const Rod rod{x, y, turned};
            if (collides(rods, rod, rods.size())) continue;
            rods.push_back(rod);
            self(self);
            rods.pop_back();
          }
    };
    extend(extend);
    return result;
  }
  void load(StateKey state) override { rods_ = unpack(state); }
  StateKey key() const override { return pack(rods_); }

  void apply(std::size_t which, std::uint64_t sweep, ChoiceTape& tape, ProofExec& exec) override {
    events_.clear();
    if (which == 1) return shift(sweep, tape);
    if (setup_.in_turn) return domains_in_turn(sweep, tape, exec);
    const std::vector<Rod> at_start = rods_;  // what a rank knows of the other one
    const auto ranks = [&](std::size_t, std::size_t first, std::size_t last) {
      for (std::size_t rank = first; rank < last; ++rank)
        update(static_cast<int>(rank), at_start, sweep, tape);
    };
    if (setup_.inactive > 0)
      exec.for_each_slice(2, ranks);
    else  // what was sent at the start is memory that slices share: nothing may be cut out
      ranks(0, 0, 2);
  }

  std::string observable() const override { return "rods along x"; }
  std::int64_t observe(StateKey state) const override {
    const std::vector<Rod> rods = unpack(state);
    return std::count_if(rods.begin(), rods.end(), [](const Rod& r) { return r.turned == 0; });
  }
  std::string picture(StateKey state) const override {
    std::vector<std::string> lines(static_cast<std::size_t>(setup_.rows),
                                   std::string(static_cast<std::size_t>(setup_.columns), '.'));
    char name = 'a';
    for (const Rod& rod : unpack(state)) {
      for (const auto& [x, y] : sites(rod)) {
        char& mark = lines[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
        mark = mark == '.' ? name : 'X';
      }
      ++name;
    }
    std::string result;
    for (const std::string& line : lines)
      result += (result.empty() ? "|" : "/|") +
                line.substr(0, static_cast<std::size_t>(setup_.columns / 2)) + "|" +
                line.substr(static_cast<std::size_t>(setup_.columns / 2)) + "|";
    return result;
  }
  void record(bool on) override { recording_ = on; }
  std::vector<std::string> events() const override { return events_; }

 private:
  int width() const { return setup_.columns / 2; }
  StateKey pack(const std::vector<Rod>& rods) const {
    StateKey key = 1;
    for (const Rod& r : rods)
      key = key << 6 | static_cast<StateKey>((r.y * setup_.columns + r.x) * 2 + r.turned);
    return key;
  }
  std::vector<Rod> unpack(StateKey key) const {
    std::vector<Rod> rods;
    for (; key > 1; key >>= 6) {
      const int code = static_cast<int>(key & 63u);
      rods.push_back({code / 2 % setup_.columns, code / 2 / setup_.columns, code % 2});
    }
    std::reverse(rods.begin(), rods.end());
    return rods;
  }

  std::array<std::pair<int, int>, 2> sites(const Rod& r) const {
    return {{{r.x, r.y}, {(r.x + 1 - r.turned) % setup_.columns, (r.y + r.turned) % setup_.rows}}};
  }
  bool touches(const Rod& a, const Rod& b) const {
    for (const auto& p : sites(a))
      for (const auto& q : sites(b))
        if (p == q) return true;
    return false;
  }
  bool collides(const std::vector<Rod>& rods, const Rod& moved, std::size_t self) const {
    for (std::size_t i = 0; i < rods.size(); ++i)
      if (i != self && touches(rods[i], moved)) return true;
    return false;
  }

  /// The rods of a domain in the order in which they are moved.
  std::vector<std::size_t> order_of(int rank, ChoiceTape::Stream& stream) const {
    std::vector<std::size_t> mine;
    for (std::size_t i = 0; i < rods_.size(); ++i)
      if (rods_[i].x / width() == rank) mine.push_back(i);
    if (setup_.order == Order::by_position)
      std::stable_sort(mine.begin(), mine.end(),
                       [&](std::size_t a, std::size_t b) { return rods_[a].x < rods_[b].x; });
    if (setup_.order == Order::forward_or_reverse && stream.below(2) == 1)
      std::reverse(mine.begin(), mine.end());
    return mine;
  }

  void update(int rank, const std::vector<Rod>& at_start, std::uint64_t sweep, ChoiceTape& tape) {
    auto stream = tape.stream(Purpose::cell_update, sweep,
                              setup_.shared_seed ? 0u : static_cast<std::uint32_t>(rank));
    const int inactive_from = width() - (setup_.in_turn ? 0 : setup_.inactive);
    for (const std::size_t i : order_of(rank, stream)) {
      if (rods_[i].x % width() >= inactive_from) continue;
      const Rod moved = proposed(rods_[i], stream);
      const int limit = setup_.may_enter_inactive ? width() : inactive_from;
      const bool stays = moved.x / width() == rank && moved.x % width() < limit;
      const bool free = !collides(known_to(rank, at_start), moved, i);
      if (recording_)
        events_.push_back(fmt::format("rank {}, rod {}: ({},{}) {} -> ({},{}) {}: {}", rank,
                                      static_cast<char>('a' + i), rods_[i].x, rods_[i].y,
                                      rods_[i].turned ? "|" : "-", moved.x, moved.y,
                                      moved.turned ? "|" : "-",
                                      !stays ? "rejected, it leaves the active part"
                                             : (free ? "accepted" : "rejected, it overlaps")));
      if (stays && free) rods_[i] = moved;
    }
  }

  Rod proposed(Rod rod, ChoiceTape::Stream& stream) const {
    const std::uint32_t kind = stream.below(5);
    if (kind == 4) rod.turned ^= 1;
    if (kind < 2) rod.x = (rod.x + (kind == 0 ? 1 : setup_.columns - 1)) % setup_.columns;
    if (kind == 2 || kind == 3) rod.y = (rod.y + (kind == 2 ? 1 : setup_.rows - 1)) % setup_.rows;
    return rod;
  }

  /// Own rods as they are now, those of the other rank as they were sent.
  std::vector<Rod> known_to(int rank, const std::vector<Rod>& at_start) const {
    if (setup_.in_turn) return rods_;
    std::vector<Rod> known = rods_;
    for (std::size_t i = 0; i < known.size(); ++i)
      if (at_start[i].x / width() != rank) known[i] = at_start[i];
    return known;
  }

  void domains_in_turn(std::uint64_t sweep, ChoiceTape& tape, ProofExec& exec) {
    const int first = setup_.turn_drawn
                          ? static_cast<int>(tape.stream(Purpose::colour_order, sweep, 0).below(2))
                          : 0;
    for (const int rank : {first, 1 - first})
      exec.for_each_slice(
          1, [&](std::size_t, std::size_t, std::size_t) { update(rank, rods_, sweep, tape); });
  }

  /// One column to the left or right, or none: of the domains, or of all rods against them.
  void shift(std::uint64_t sweep, ChoiceTape& tape) {
    const int by = static_cast<int>(tape.stream(Purpose::grid_shift, sweep, 0).below(3)) - 1;
    for (Rod& rod : rods_) rod.x = (rod.x + by + setup_.columns) % setup_.columns;
    if (recording_) events_.push_back(fmt::format("all domains shift by {}", -by));
  }

  const Setup setup_;
  std::vector<Rod> rods_;
  bool recording_ = false;
  std::vector<std::string> events_;
};

constexpr Claims kReversible = Claims::detailed_balance | Claims::global_balance;

TinyModel model(std::string scheme, Setup setup, std::string source) {
  TinyModel result{.scheme = std::move(scheme),
                   .model = fmt::format("rods {}x{} N={}", setup.columns, setup.rows, setup.rods),
                   .family = "hpmc",
                   .source = std::move(source),
                   .operators = {{"domain updates", kReversible}, {"common shift", kReversible}},
                   .make = [setup] { return std::make_unique<DomainRods>(setup); }};
  if (!setup.shifts) result.operators.pop_back();
  return result;
}

bool add_mutant(const char* name, Setup setup, const Origin& origin, const char* killed_by) {
  TinyModel mutant = model(std::string("mutant/rods-") + name, setup,
                           "Anderson et al. 2016, section 2.4, broken on purpose");
  mutant.origin = origin;
  mutant.killed_by = {killed_by};
  return register_tiny(std::move(mutant));
}

bool register_correct() {
  for (const int rods : {2, 3})
    register_tiny(model("variant/domain-rods", {.rods = rods}, "Anderson et al. 2016"));
  return register_tiny(model("variant/domain-rods-in-turn", {.in_turn = true},
                             "one domain after the other, in random order"));
}

const bool registered =
    register_correct() &&
    add_mutant("sequential-order", {.rods = 3, .order = Order::forward},
               Origin::paper("Anderson 2016: sequential updates inside active domains"),
               "detailed balance") &&
    add_mutant("order-by-position", {.rods = 3, .order = Order::by_position},
               Origin::invented("seeded fault: the list is sorted along x before every sweep"),
               "detailed balance") &&
    add_mutant("enter-inactive-column", {.may_enter_inactive = true},
               Origin::paper("Anderson 2016: moves cross into frozen space"), "global balance") &&
    add_mutant("no-inactive-column", {.inactive = 0},
               Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/pull/554",
                                  "(domains not kept apart)"),
               "stochastic") &&
    add_mutant("fixed-domain-order", {.in_turn = true, .turn_drawn = false},
               Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/issues/657",
                                  "(fixed order of updaters)"),
               "detailed balance") &&
    add_mutant("rank-shared-seed", {.shared_seed = true},
               Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/pull/1925",
                                  "(partitions share a seed)"),
               "fresh streams") &&
    add_mutant("no-common-shift", {.shifts = false},
               Origin::invented("seeded fault: rods never change their domain"), "irreducible");

}  // namespace
}  // namespace touchstone::balance
