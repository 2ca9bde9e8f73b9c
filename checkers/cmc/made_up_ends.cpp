#include "checkers/cmc/made_up_ends.hpp"

#include <algorithm>
#include <cmath>

#include "checkers/cmc/meeting_law.hpp"
#include "checkers/cmc/places.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Binary;
using cluster::ClosePair;
using scattering::Motion;
using scattering::Point;
using scattering::Space;
using Real = long double;

/// Body of an end: one star, a point of two, or several that are bound.
struct Body {
  std::vector<std::size_t> numbers;  ///< numbers that its points have
  Real mass = 0;
};

/// Makes an end from the outside in.
class Maker {
 public:
  Maker(const ClosePair& pair, PairKind kind, Draws& draw)
      : pair_(pair), draw_(draw), mass_(masses(pair)), unit_(units_of(pair, kind)) {
    if (kind == PairKind::point) tight_ = 2 * (1 - wide_of(pair));
    if (tight_ < 4) mass_[tight_] += mass_[tight_ + 1];

    for (std::size_t k = 0; k < 4; ++k) star_[k] = {mass_[k], {}, {}};
  }

  bool is_tight(std::size_t number) const { return number == tight_; }
  Real mass(std::size_t star) const { return masses(pair_)[star]; }
  const Binary& tight() const { return *pair_.star[tight_ / 2].binary; }

  Body body(std::vector<std::size_t> numbers) const {
    Body one{numbers};
    for (const std::size_t k : numbers) one.mass += mass_[k];
    return one;
  }

  /// Puts two bodies on an ellipse around each other; its binding energy and eccentricity. In one
  /// of 16 they fly apart instead, or fall on each other, and the end is none.
  std::array<Real, 2> bind(const Body& a, const Body& b, Real axis) {
    const Real mass = a.mass + b.mass;
    if (draw_.one_in(16)) {
      const auto escape = static_cast<double>(std::sqrt(2 * mass / axis));
      const bool falls = draw_.one_in(2);
      const Space side = scattering::direction(draw_);
      const Space along = falls ? side : scattering::direction(draw_);
      const double speed = (falls ? draw_.from(-0.9, 0.9) : draw_.from(1.01, 3)) * escape;
      move(a, b, {scattering::plus({}, axis, side), scattering::plus({}, speed, along)});
      end_.none = true;
      return {1, 0};
    }
    const double e = draw_.from(0, 0.9);
    move(a, b,
         scattering::on_ellipse(static_cast<double>(mass), static_cast<double>(axis), e, draw_));
    return {a.mass * b.mass / (2 * axis), e};
  }

  /// Two that leave each other, far away; velocities at infinity are along the asymptote.
  void part(const Body& a, const Body& b) {
    const Real mass = a.mass + b.mass;
    Motion far{scattering::direction(draw_), scattering::direction(draw_)};
    far.position = scattering::plus({}, 50 * unit_.length, far.position);
    far.velocity = scattering::plus({}, unit_.speed, far.velocity);
    if (scattering::dot(far.position, far.velocity) < 0)
      far.velocity = scattering::plus({}, -1, far.velocity);
    move(a, b, far);
    const Space away =
        scattering::TwoBodies{mass, a.mass * b.mass / mass, far.position, far.velocity}
            .far_direction(true);
    end_.leaving = {scattering::plus({}, -b.mass / mass, away),
                    scattering::plus({}, a.mass / mass, away)};
  }

  /// Lets more than two leave, at some velocities.
  void scatter(const std::vector<Body>& all) {
    Space momentum{};
    Real mass = 0;
    std::vector<Space> velocity;
    for (const Body& one : all) {
      const Space place = scattering::plus({}, 50 * unit_.length, scattering::direction(draw_));
      const Space along = scattering::direction(draw_);
      velocity.push_back(scattering::plus({}, draw_.scale(0.3, 3) * unit_.speed, along));
      for (const std::size_t k : one.numbers) {
        star_[k].position = scattering::plus(star_[k].position, 1, place);
        star_[k].velocity = scattering::plus(star_[k].velocity, 1, velocity.back());
      }
      momentum = scattering::plus(momentum, one.mass, velocity.back());
      mass += one.mass;
    }
    for (const Space& v : velocity)
      end_.leaving.push_back(scattering::plus(v, -1 / mass, momentum));
  }

  /// A length near those of the binaries.
  Real axis() { return unit_.length * draw_.scale(0.3, 1); }
  Outcome& end() { return end_; }
  Outcome outcome(const ClosePair& pair) {
    sort_places(end_.expected, pair.star[0].binary && pair.star[1].binary, wide_of(pair));
    return end_;
  }
  cluster::PointStar in_units(std::size_t number) const {
    const Point& star = star_[number];
    cluster::PointStar one{static_cast<double>(star.mass / unit_.mass), {}, {}};
    for (std::size_t c = 0; c < 3; ++c) {
      one.position[c] = static_cast<double>(star.position[c] / unit_.length);
      one.velocity[c] = static_cast<double>(star.velocity[c] / unit_.speed);
    }
    return one;
  }

 private:
  void move(const Body& a, const Body& b, const Motion& motion) {
    const Real mass = a.mass + b.mass;
    const auto add = [&](const Body& one, Real part) {
      for (const std::size_t k : one.numbers) {
        star_[k].position = scattering::plus(star_[k].position, part, motion.position);
        star_[k].velocity = scattering::plus(star_[k].velocity, part, motion.velocity);
      }
    };
    add(a, -b.mass / mass);
    add(b, a.mass / mass);
  }

  const ClosePair& pair_;
  Draws& draw_;
  std::array<Real, 4> mass_;
  Units unit_;
  std::size_t tight_ = 4;
  std::array<Point, 4> star_;  ///< by number; a point has the number of its first star
  Outcome end_;
};

/// Own stars of a point.
std::vector<std::size_t> own(const Maker& make, std::size_t number) {
  if (make.is_tight(number)) return {number, number + 1};
  return {number};
}

/// Holds two points: a binary, or a triple that is broken, as group `group`.
void hold(Maker& make, std::size_t i, std::size_t j, std::size_t group) {
  const auto [bound, e] = make.bind(make.body({i}), make.body({j}), make.axis());
  if (!make.is_tight(i) && !make.is_tight(j)) {
    make.end().expected.push_back({{i, j}, group, bound, e});
    return;
  }
  const std::size_t point = make.is_tight(i) ? i : j;
  make.end().expected.push_back(
      {own(make, point), group, binding(make.tight()) + bound, make.tight().eccentricity});
  make.end().expected.push_back({{point == i ? j : i}, group});
}

void leave_alone(Maker& make, std::size_t i, std::size_t group) {
  Expected one{own(make, i), group};
  if (make.is_tight(i)) {
    one.binding = binding(make.tight());
    one.eccentricity = make.tight().eccentricity;
  }
  make.end().expected.push_back(one);
}

/// Puts other stars nearly as near as one of the binaries that are held is wide: a little nearer or
/// farther. Wide binaries are none, where the energy is enough.
void crowd(ClosePair& pair, Maker& make, Draws& draw) {
  std::vector<Expected> all = make.end().expected;
  const auto axis = [&](const Expected& one) {
    return make.mass(one.stars[0]) * make.mass(one.stars[1]) / (2 * one.binding);
  };
  const auto binary = std::find_if(all.begin(), all.end(),
                                   [](const Expected& one) { return one.stars.size() == 2; });
  if (binary == all.end()) return;
  const auto distance = static_cast<double>(axis(*binary) * (draw.one_in(2) ? 0.999L : 1.001L));
  pair.density = 1 / (distance * distance * distance);
  const auto left = [&] {
    Real sum = energy_of(pair);
    for (const Expected& one : all) sum += one.binding;
    return sum;
  };
  const std::size_t count = all.size();
  for (std::size_t k = 0; k < count; ++k) {
    // A binary in a group of its own.
    const auto with = std::count_if(
        all.begin(), all.end(), [&](const Expected& other) { return other.group == all[k].group; });
    if (all[k].stars.size() != 2 || with != 1) continue;
    if (!(axis(all[k]) > distance && left() - all[k].binding > 0)) continue;
    const Expected whole = all[k];
    all[k] = {{whole.stars[0]}, whole.group};
    all.push_back({{whole.stars[1]}, whole.group});
  }
  make.end().expected = all;
}

}  // namespace

std::array<Real, 4> masses(const ClosePair& pair) {
  std::array<Real, 4> all{};
  for (std::size_t k = 0; k < 2; ++k) {
    all[2 * k] = pair.star[k].binary ? pair.star[k].binary->mass[0] : pair.star[k].mass;
    all[2 * k + 1] = pair.star[k].binary ? pair.star[k].binary->mass[1] : 0;
  }
  return all;
}

Real energy_of(const ClosePair& pair) {
  const Space w = scattering::plus(space(pair.star[1].velocity), -1, space(pair.star[0].velocity));
  Real energy = Real{pair.star[0].mass} * pair.star[1].mass /
                (Real{pair.star[0].mass} + pair.star[1].mass) * scattering::dot(w, w) / 2;
  for (const cluster::Partner& one : pair.star)
    if (one.binary) energy -= binding(*one.binary);
  return energy;
}

MadeUp<cluster::Scattered> made_up_of_three(ClosePair& pair, PairKind kind, Draws& draw) {
  Maker make(pair, kind, draw);
  const std::size_t wide = wide_of(pair);
  const std::array<std::size_t, 3> number{2 * wide, 2 * wide + 1, 2 * (1 - wide)};
  cluster::Scattered end{.ending = cluster::Ending::binary};
  end.single = static_cast<std::size_t>(draw.whole(0, 3));
  if (end.single == 3) {
    end.ending = cluster::Ending::ionised;
    std::vector<Body> all;
    for (std::size_t k = 0; k < 3; ++k) {
      leave_alone(make, number[k], k);
      all.push_back(make.body({number[k]}));
    }
    make.scatter(all);
  } else {
    std::vector<std::size_t> held;
    for (std::size_t k = 0; k < 3; ++k)
      if (k != end.single) held.push_back(number[k]);
    std::sort(held.begin(), held.end());
    hold(make, held[0], held[1], 0);
    leave_alone(make, number[end.single], 1);
    make.part(make.body(held), make.body({number[end.single]}));
  }
  if (draw.one_in(2)) crowd(pair, make, draw);
  if (draw.one_in(16)) {  // whatever else it says
    end.ending = draw.one_in(2) ? cluster::Ending::unfinished : cluster::Ending::lost;
    make.end().none = true;
  }
  for (std::size_t k = 0; k < 3; ++k) end.stars[k] = make.in_units(number[k]);
  return {end, make.outcome(pair)};
}

MadeUp<cluster::ScatteredFour> made_up_of_four(ClosePair& pair, Draws& draw) {
  Maker make(pair, PairKind::two, draw);
  std::array<std::size_t, 4> order{0, 1, 2, 3};
  for (std::size_t k = 3; k > 0; --k)
    std::swap(order[k], order[static_cast<std::size_t>(draw.whole(0, static_cast<int>(k)))]);
  std::sort(order.begin(), order.begin() + 2);
  cluster::ScatteredFour end{};
  const int ending = draw.whole(0, 3);
  if (ending == 0) {
    end.end.ending = cluster::FourEnding::binaries;
    std::sort(order.begin() + 2, order.end());
    if (order[0] != 0) std::rotate(order.begin(), order.begin() + 2, order.end());
    hold(make, order[0], order[1], 0);
    hold(make, order[2], order[3], 1);
    make.part(make.body({order[0], order[1]}), make.body({order[2], order[3]}));
  } else if (ending == 1) {
    end.end.ending = cluster::FourEnding::binary;
    hold(make, order[0], order[1], 0);
    leave_alone(make, order[2], 1);
    leave_alone(make, order[3], 2);
    make.scatter({make.body({order[0], order[1]}), make.body({order[2]}), make.body({order[3]})});
  } else if (ending == 2) {
    end.end.ending = cluster::FourEnding::triple;
    end.end.outer = order[2];
    hold(make, order[0], order[1], 0);
    const auto [bound, e] =
        make.bind(make.body({order[0], order[1]}), make.body({order[2]}), 6 * make.axis());
    make.end().expected[0].binding += bound;
    leave_alone(make, order[2], 0);
    leave_alone(make, order[3], 1);
    make.part(make.body({order[0], order[1], order[2]}), make.body({order[3]}));
  } else {
    end.end.ending = cluster::FourEnding::ionised;
    std::vector<Body> all;
    for (std::size_t k = 0; k < 4; ++k) {
      leave_alone(make, k, k);
      all.push_back(make.body({k}));
    }
    make.scatter(all);
  }
  if (ending != 3) end.end.binary = {order[0], order[1]};
  if (draw.one_in(2)) crowd(pair, make, draw);
  if (draw.one_in(16)) {
    end.end.ending = draw.one_in(2) ? cluster::FourEnding::unfinished : cluster::FourEnding::lost;
    make.end().none = true;
  }
  for (std::size_t k = 0; k < 4; ++k) end.stars[k] = make.in_units(k);
  return {end, make.outcome(pair)};
}

}  // namespace touchstone::cmc
