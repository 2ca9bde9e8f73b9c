// checkers/cmc/scattering/four_ends.cpp
// Purpose   Ends of four stars that are set up: where stars are sorted and leave each other as an
//           end demands, a scheme sees it at once, and names it; a little short of it, it does not.
// Source    The ends as four_stars.hpp has them.
// Computes  Objects (stars, binaries, a triple) that move away from one point, each as fast as it
//           is far, which makes each two recede. Distances give the tide, the rate the energies: in
//           an end a half of the tide that is asked for, and twice the energy that the others can
//           take; else one of both is wrong, by factors of 3 and 2, or the triple's outer orbit has
//           0.85 of the pericentre of stability in place of 1.15.
// Cost      144 meetings of some revolutions.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "checkers/cmc/scattering/orbits.hpp"
#include "checkers/cmc/scattering/read_meeting.hpp"
#include "checkers/cmc/scattering/scattering_kind.hpp"
#include "checkers/findings.hpp"

namespace touchstone::scattering {
namespace {

using cluster::FourEnd;
using cluster::FourEnding;
using cluster::FourStars;
using cluster::ScatteringScheme;

constexpr double kTide = 1e-4;
constexpr int kOfEach = 12;

/// An end, and how far it is on the right or the wrong side of what makes it one.
struct Wanted {
  FourEnding ending;
  double tide = 0.7;         ///< over kTide
  double energy = 1.3;       ///< motion of two objects that leave each other, over what they need
  double pericentre = 1.15;  ///< outer one of a triple, over that of stability
  bool over() const { return tide < 1 && energy > 1 && pericentre > 1; }
};

const std::vector<Wanted> kAll = {
    {FourEnding::binaries},
    {FourEnding::binaries, 3},
    {FourEnding::binaries, 0.7, 0.5},
    {FourEnding::binary},
    {FourEnding::binary, 3},
    {FourEnding::binary, 0.7, 0.5},
    {FourEnding::triple},
    {FourEnding::triple, 3},
    {FourEnding::triple, 0.7, 0.5},
    {FourEnding::triple, 0.7, 1.3, 0.85},
    {FourEnding::ionised},
    {FourEnding::ionised, 0.7, 0.5},
};

/// Stars that stay together, around their centre of mass.
struct Object {
  std::vector<std::size_t> stars;
  double mass = 0;
  double reach = 0;  ///< apocentre of the outermost orbit
  Space centre{};
};

class SetUp {
 public:
  SetUp(const Wanted& wanted, Draws& draws) : wanted_(wanted), draws_(draws) {
    std::array<std::size_t, 4> of = {0, 1, 2, 3};
    for (std::size_t i = 3; i > 0; --i)
      std::swap(of[i], of[static_cast<std::size_t>(draws_.whole(0, static_cast<int>(i)))]);
    for (auto& star : stars_) star.mass = draws_.scale(0.3, 6);
    end_.ending = wanted.ending;
    switch (wanted.ending) {
      case FourEnding::binaries:
        objects_ = {binary(of[0], of[1]), binary(of[2], of[3])};
        end_.binary =
            of[0] == 0 || of[1] == 0 ? std::array{of[0], of[1]} : std::array{of[2], of[3]};
        break;
      case FourEnding::binary:
        objects_ = {binary(of[0], of[1]), single(of[2]), single(of[3])};
        end_.binary = {of[0], of[1]};
        break;
      case FourEnding::triple:
        objects_ = {triple(of[0], of[1], of[2]), single(of[3])};
        end_.binary = {of[0], of[1]};
        end_.outer = of[2];
        break;
      default:
        for (const std::size_t k : of) objects_.push_back(single(k));
    }
    if (end_.binary[0] > end_.binary[1]) std::swap(end_.binary[0], end_.binary[1]);
    place();
    move();
  }

  const FourStars& stars() const { return stars_; }
  const FourEnd& end() const { return end_; }
  /// Time in which distances do not grow by more than 30 percent, nor a triple turns much.
  double longest() const { return longest_; }

 private:
  Object single(std::size_t k) const { return {{k}, stars_[k].mass}; }

  Object binary(std::size_t a, std::size_t b) {
    const double m = stars_[a].mass, n = stars_[b].mass, e = draws_.from(0, 0.8);
    axis_ = draws_.scale(0.5, 2);
    inner_ = on_ellipse(m + n, axis_, e, draws_);
    add(a, inner_, -n / (m + n));
    add(b, inner_, m / (m + n));
    return {{a, b}, m + n, axis_ * (1 + e)};
  }

  /// The outer star is at its apocentre, where the orbits change least.
  Object triple(std::size_t a, std::size_t b, std::size_t outer) {
    Object all = binary(a, b);
    const double m = all.mass, n = stars_[outer].mass, e = draws_.from(0.3, 0.8);
    Motion orbit = at_apocentre(m + n, 1, e, draws_);
    const TwoBodies inner{m, 1, inner_.position, inner_.velocity},
        outer_orbit{m + n, 1, orbit.position, orbit.velocity};
    const auto needed = static_cast<double>(pericentre_of_stability(inner, outer_orbit, n / m));
    const double size = wanted_.pericentre * needed * axis_ / (1 - e);
    orbit = {plus({}, size, orbit.position), plus({}, 1 / std::sqrt(size), orbit.velocity)};
    add(a, orbit, -n / (m + n));
    add(b, orbit, -n / (m + n));
    add(outer, orbit, m / (m + n));
    longest_ = 6 * std::numbers::pi * std::sqrt(axis_ * axis_ * axis_ / m);
    return {{a, b, outer}, m + n, size * (1 + e)};
  }

  void add(std::size_t k, const Motion& motion, double part) {
    for (std::size_t c = 0; c < 3; ++c) {
      stars_[k].position[c] += static_cast<double>(part * motion.position[c]);
      stars_[k].velocity[c] += static_cast<double>(part * motion.velocity[c]);
    }
  }

  double apart(const Object& a, const Object& b) const {
    return static_cast<double>(length(plus(a.centre, -1, b.centre)));
  }

  /// Objects around the origin, so far that the largest tide is the one that is wanted.
  void place() {
    double largest = 0;
    for (Object& one : objects_) {
      const Space along = direction(draws_);
      one.centre = plus({}, draws_.from(1, 2), along);
    }
    for (const Object& one : objects_)
      for (const Object& other : objects_)
        if (&one != &other)
          largest = std::max(largest, tide_on(one.mass, one.reach, other.mass, apart(one, other)));
    const double size = largest > 0 ? std::cbrt(largest / (wanted_.tide * kTide)) : 10;
    for (Object& one : objects_) one.centre = plus({}, size, one.centre);
  }

  /// Velocities in proportion to distances, so that the pair that needs most has what is wanted.
  void move() {
    double rate2 = 0;
    for (const Object& a : objects_)
      for (const Object& b : objects_) {
        if (&a == &b) continue;
        const double r = apart(a, b);
        double needed = a.mass * b.mass / r;
        for (const Object& other : objects_)
          if (&other != &a && &other != &b)
            needed += other.mass * (a.mass / apart(a, other) + b.mass / apart(b, other));
        rate2 = std::max(rate2, 2 * needed * (a.mass + b.mass) / (a.mass * b.mass * r * r));
      }
    const double rate = std::sqrt(wanted_.energy * rate2);
    longest_ = std::min(longest_, 0.3 / rate);
    for (const Object& one : objects_)
      for (const std::size_t k : one.stars) add(k, {one.centre, plus({}, rate, one.centre)}, 1);
  }

  const Wanted& wanted_;
  Draws& draws_;
  FourStars stars_{};
  FourEnd end_;
  std::vector<Object> objects_;
  Motion inner_{};
  double axis_ = 0;  ///< semi-major axis of the binary made last
  double longest_ = HUGE_VAL;
};

CheckResult four_ends(const ScatteringScheme& scheme, const CheckContext& context) {
  if (!scheme.scatter_binaries) return not_of_binaries();
  Findings findings;
  const int of_each = std::max(1, static_cast<int>(kOfEach * context.effort));
  std::uint64_t number = 0;
  for (const Wanted& wanted : kAll)
    for (int k = 0; k < of_each; ++k, ++number) {
      auto random = stream_of_system(context, number);
      Draws draws(random);
      const SetUp set(wanted, draws);
      const auto found = scheme.scatter_binaries(
          {&set.stars(), 1}, {.threads = context.threads, .tide = kTide, .longest = set.longest()});
      const FourEnd expected = wanted.over() ? set.end() : FourEnd{};
      findings.expect(
          found.size() == 1 && found[0].end == expected &&
              (found[0].time < set.longest()) == wanted.over(),
          fmt::format("set up: end {} with {} of the tide, {} of the energy and {} of the "
                      "pericentre: found {} at {:.3g} of the longest time",
                      static_cast<int>(wanted.ending), wanted.tide, wanted.energy,
                      wanted.pericentre, found.empty() ? -1 : static_cast<int>(found[0].end.ending),
                      found.empty() ? 0 : found[0].time / set.longest()));
    }
  return findings.result(number, fmt::format("{} ends that are, or are not", number));
}

const bool registered = register_check(ScatteringCheck{
    .name = "scattering/four ends",
    .shows = "four stars that leave each other as an end demands are done with each other, and a "
             "little short of it they are not",
    .needs = Claims::conserves_particles,
    .cost = "144 meetings of some revolutions",
    .run = four_ends});

}  // namespace
}  // namespace touchstone::scattering
