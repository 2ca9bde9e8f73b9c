#include "checkers/hpmc/claimed_gaps.hpp"

#include <optional>
#include <utility>

#include "checkers/made_once.hpp"

namespace touchstone::hpmc {
namespace {

constexpr double kAimed = 1.01;  ///< a little beyond the claim, in units of it
constexpr double kMost = 1.1;
constexpr int kSteps = 30;  ///< one or two where the separation is linear in the gap

/// `side` is 1 for bodies that are apart, -1 for those that overlap.
std::optional<Placement> placed(const PlacedPair& pair, const Contact& contact,
                                const shapes::PairOverlap& truth, double side, double resolution) {
  const double claimed = resolution * pair.size;
  double gap = kAimed * claimed / contact.distance;
  for (int step = 0; step < kSteps && gap < 1; ++step) {
    const shapes::Vec3 r = (1 + side * gap) * contact.distance * contact.u;
    const Placement p{contact.q_a, contact.q_b, r, truth.answer(contact.q_a, contact.q_b, r), gap};
    const double found = side * pair.separation(p);
    if (!(found > 0)) return std::nullopt;
    if (found < kMost * claimed && pair.is_clear(p, resolution)) return p;
    gap *= kAimed * claimed / found;
  }
  return std::nullopt;
}

}  // namespace

const std::vector<Placement>& at_claimed_gap(const PlacedPair& pair, double resolution) {
  static MadeOnce<std::pair<const PlacedPair*, double>, std::vector<Placement>> known;
  return known({&pair, resolution}, [&] {
    std::vector<Placement> all;
    if (resolution == 0) return all;
    const auto truth = algorithms_for(*pair.a, *pair.b)[0]->prepare(*pair.a, *pair.b);
    for (const Contact& contact : pair.contacts)
      for (const double side : {1.0, -1.0})
        if (const auto p = placed(pair, contact, *truth, side, resolution)) all.push_back(*p);
    return all;
  });
}

}  // namespace touchstone::hpmc
