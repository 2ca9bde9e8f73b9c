// checkers/hpmc/overlap_resolution.cpp
// Purpose   How near to contact an overlap algorithm is right, for each two classes of bodies: down
//           to which gap between bodies that are apart, down to which penetration of bodies that
//           overlap, and on which side it errs. Within its claim it must be right.
// Method    The pairs of the sweep, those that nobody chose, and for both those just beyond what is
//           claimed (claimed_gaps.hpp). Gaps are relative to the distance of centres at contact,
//           which the reference finds; where it is not sure nothing is compared. A gap counts as
//           right when all answers there and at all larger gaps are.
// Fails     Also where bodies touch, and nothing could be compared on a side of the contact.
#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "checkers/hpmc/claimed_gaps.hpp"
#include "checkers/hpmc/contact_sweep.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/hpmc/random_pairs.hpp"
#include "checkers/hpmc/tally.hpp"
#include "checkers/shown_series.hpp"

namespace touchstone::hpmc {
namespace {

using nlohmann::json;
using shapes::OverlapAlgorithm;

/// Answers on one side of contact.
class Side {
 public:
  void add(double gap, bool right) {
    ++asked_;
    wrong_ += right ? 0 : 1;
    smallest_ = asked_ == 1 ? gap : std::min(smallest_, gap);
    if (!right) largest_wrong_ = std::max(largest_wrong_, gap);
    gaps_.insert(gap);
  }
  std::uint64_t asked() const { return asked_; }
  std::uint64_t wrong() const { return wrong_; }
  /// The smallest gap at and above which every answer is right; nothing when there is none.
  json resolved() const {
    const auto next = gaps_.upper_bound(largest_wrong_);
    return next == gaps_.end() ? json(nullptr) : json(*next);
  }
  json smallest() const { return asked_ == 0 ? json(nullptr) : json(smallest_); }

 private:
  std::uint64_t asked_ = 0;
  std::uint64_t wrong_ = 0;
  double smallest_ = 0;
  double largest_wrong_ = 0;
  std::set<double> gaps_;  ///< those that were asked about
};

struct Sides {
  Side apart;
  Side overlapping;
  std::size_t contacts = 0;
};

class Resolution {
 public:
  explicit Resolution(const OverlapAlgorithm& algorithm) : algorithm_(algorithm) {}

  void add(const PlacedPair& pair) {
    const auto prepared = algorithm_.prepare(*pair.a, *pair.b);
    tally_.require_some(pair, algorithm_.resolution);
    Sides& sides = sides_[classes_of(pair)];
    sides.contacts += pair.contacts.size();
    const auto ask = [&](const Placement& p) {
      const bool found = prepared->overlaps(p.q_a, p.q_b, p.r);
      (p.truth.overlap ? sides.overlapping : sides.apart).add(p.gap, found == p.truth.overlap);
      if (pair.is_clear(p, algorithm_.resolution))
        tally_.expect(found, pair, p, fmt::format("gap {:g}", p.gap));
    };
    for (const Placement& p : pair.placements) ask(p);
    for (const Placement& p : at_claimed_gap(pair, algorithm_.resolution)) ask(p);
  }

  CheckResult result() const {
    CheckResult result = tally_.result("right wherever it claims to be");
    for (const auto& [bodies, sides] : sides_) {
      if (sides.contacts == 0) continue;
      result.params["series"]["resolution"].push_back(
          {{"a", bodies.first},
           {"b", bodies.second},
           {"contacts", sides.contacts},
           {"asked", sides.apart.asked() + sides.overlapping.asked()},
           {"smallest_asked", std::min(sides.apart.smallest(), sides.overlapping.smallest())},
           {"right_from_gap", sides.apart.resolved()},
           {"right_from_penetration", sides.overlapping.resolved()},
           {"free_called_overlapping", sides.apart.wrong()},
           {"overlapping_called_free", sides.overlapping.wrong()}});
      if (result.verdict == Verdict::pass &&
          (sides.apart.asked() == 0 || sides.overlapping.asked() == 0))
        fail(result, bodies);
    }
    return result;
  }

 private:
  static void fail(CheckResult& result, const std::pair<std::string, std::string>& bodies) {
    result.verdict = Verdict::fail;
    result.value = 1;
    result.detail =
        fmt::format("{} and {} touch, and on one side of the contact nothing could be compared",
                    bodies.first, bodies.second);
  }

  const OverlapAlgorithm& algorithm_;
  Tally tally_;
  ByBodies<Sides> sides_;
};

CheckResult resolution(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  if (algorithm.reference)
    return {.verdict = Verdict::not_run, .detail = "the answers are those of the references"};
  Resolution all(algorithm);
  for (const auto& [a, b] : classes_taken(algorithm)) {
    for (const PlacedPair& pair : swept_pairs(a, b, context.seed, context.effort)) all.add(pair);
    for (const RandomPair& pair : random_pairs(a, b, context.seed, context.effort))
      all.add(pair.placed);
  }
  return all.result();
}

/// "1e-06"; "none" when even the largest is wrong.
std::string gap_text(const json& gap) {
  return gap.is_null() ? "none" : fmt::format("{:.0e}", gap.get<double>());
}

std::string side_text(const json& row) {
  const auto free = row.at("overlapping_called_free").get<std::uint64_t>();
  const auto overlapping = row.at("free_called_overlapping").get<std::uint64_t>();
  if (free + overlapping == 0) return fmt::format("none wrong of {}", row.at("asked").dump());
  std::string text;
  if (free > 0) text = fmt::format("{} overlapping called free", free);
  if (overlapping > 0)
    text += fmt::format("{}{} free called overlapping", text.empty() ? "" : ", ", overlapping);
  return fmt::format("{}, of {}", text, row.at("asked").dump());
}

void print(const json& rows, std::ostream& out) {
  out << fmt::format("{:38} {:>10} {:>12}   answers\n", "right from this gap, penetration on",
                     "gap", "penetration");
  for (const json& row : rows) {
    const auto a = row.at("a").get<std::string>();
    const auto b = row.at("b").get<std::string>();
    out << fmt::format("{:38} {:>10} {:>12}   {}\n", a == b ? a : a + ", " + b,
                       gap_text(row.at("right_from_gap")),
                       gap_text(row.at("right_from_penetration")), side_text(row));
  }
  out << "relative to the distance of centres at contact; 1e-13 is the smallest that is asked "
         "about\n";
}

const bool registered =
    show_series("resolution", print) &&
    register_check(OverlapCheck{
        .name = "overlap/resolution",
        .shows = "how near to contact it is right, and on which side it errs; right where claimed",
        .run = resolution});

}  // namespace
}  // namespace touchstone::hpmc
