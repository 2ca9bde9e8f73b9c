// checkers/hpmc/two_bodies.cpp
// Purpose   Two bodies of each class in a small periodic box: whether they end where direct
//           sampling puts them, without an overlap, and rotated where rotations were counted.
// Method    Starts are drawn from the law, by rejection with the most trusted overlap tests, and
//           the ends of independent runs must still follow it. What is compared with further draws
//           are distances, relative orientations, and how often bodies that are larger by a few per
//           cent would overlap: bodies that a scheme takes for too large keep away from contact.
// Power     Mutants whose bodies are 6 % too large are caught; a user's rod 5 % too large was not.
//           An overlap in one of the ends fails: bodies that are too small, or of another form.
// Sees not  Proposals that are not symmetric (move_laws.cpp).
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <set>
#include <tuple>

#include "checkers/external/less_effort.hpp"
#include "checkers/hpmc/exact_laws.hpp"
#include "checkers/hpmc/legal_states.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/test_bodies.hpp"
#include "checkers/made_once.hpp"
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::Box;
using shapes::Configuration;
using shapes::Orientation;
using shapes::RunParameters;
using shapes::ShapeScheme;
using shapes::Vec3;

constexpr int kRuns = 300;         ///< runs with each body
constexpr std::size_t kDraws = 3;  ///< draws that ends are compared with, for each run
constexpr std::array kLarger{1.05, 1.12, 1.25};
/// Edge of the box in diameters: enough for programs that look at the nearest image alone.
constexpr double kEdge = 2.05;
constexpr int kSteps = 4, kSweeps = 2;
constexpr double kStill = 1e-9;  ///< rotations that are smaller have a chance of about 1e-9

struct Places {
  Orientation a, b;
  Vec3 r;  ///< centre of b less that of a
};

/// Two bodies in a small box: the law, by direct sampling.
class TwoBodies {
 public:
  explicit TwoBodies(const Body& body) : body_(body), diameter_(2 * circumradius(body)) {
    const double edge = kEdge * diameter_;
    box_ = dimensions(body) == 2 ? Box::square(edge) : Box::cube(edge);
    images_ = box_.images(kLarger.back() * diameter_);
    for (std::size_t k = 0; k <= kLarger.size(); ++k) {
      const Body one = shapes::scaled(body, size(k));
      tests_.push_back(shapes::prepare_trusted(one, one));
    }
  }
  double diameter() const { return diameter_; }
  const Box& box() const { return box_; }
  const Body& body() const { return body_; }

  Places draw(PhiloxStream& random) const {
    for (;;) {
      const Places p{orientation(random), orientation(random), somewhere(random)};
      if (!overlap(p, 0)) return p;
    }
  }
  /// Two bodies as far from each other as the box allows.
  Places apart() const { return {{}, {}, box_.from_fractional({-0.5, -0.5, plane() ? 0 : -0.5})}; }
  /// Whether they would overlap if both were larger by factor k of kLarger, from 1 on.
  bool overlap(const Places& p, std::size_t k) const {
    for (const Vec3& image : images_) {
      const Vec3 r = p.r + image;
      if (norm(r) <= size(k) * diameter_ && tests_[k]->overlaps(p.a, p.b, r)) return true;
    }
    return false;
  }
  Configuration start(const Places& p, PhiloxStream& random) const {
    const Vec3 a = somewhere(random);
    return {.box = box_,
            .types = {body_},
            .type = {0, 0},
            .centres = {a, box_.wrap(a + p.r)},
            .orientations = {p.a, p.b}};
  }

 private:
  static double size(std::size_t k) { return k == 0 ? 1 : kLarger[k - 1]; }
  bool plane() const { return box_.dimensions == 2; }
  Vec3 somewhere(PhiloxStream& random) const {
    const double x = random.uniform() - 0.5, y = random.uniform() - 0.5;
    return box_.wrap(box_.from_fractional({x, y, plane() ? 0 : random.uniform() - 0.5}));
  }
  Orientation orientation(PhiloxStream& random) const {
    if (plane()) return shapes::turned_by(2 * std::numbers::pi * random.uniform());
    const auto number = [&] { return 2 * random.uniform() - 1; };
    for (;;) {
      const double s = number(), x = number(), y = number(), z = number();
      const Orientation q{s, x, y, z};
      if (norm2(q) < 1 && norm2(q) > 0.01) return normalised(q);
    }
  }

  Body body_;
  double diameter_;
  Box box_;
  std::vector<Vec3> images_;
  std::vector<std::unique_ptr<shapes::PairOverlap>> tests_ = {};
};

/// The law of a body, and draws of it: starts first, then those that ends are compared with.
struct Drawn {
  TwoBodies law;
  std::vector<Places> places = {};
};

const Drawn& drawn(std::size_t number, const Body& body, std::uint64_t seed, std::size_t count) {
  static MadeOnce<std::tuple<std::size_t, std::uint64_t, std::size_t>, Drawn> known;
  return known({number, seed, count}, [&] {
    Drawn all{TwoBodies(body)};
    PhiloxStream random = Philox(seed).stream(Purpose::test, 0, static_cast<std::uint32_t>(number));
    while (all.places.size() < count) all.places.push_back(all.law.draw(random));
    return all;
  });
}

/// The numbers of two bodies that are compared.
struct Numbers {
  std::array<std::uint64_t, kLarger.size()> overlaps = {};
  std::vector<double> distance, turn;

  void add(const TwoBodies& law, const Places& p) {
    for (std::size_t k = 0; k < kLarger.size(); ++k) overlaps[k] += law.overlap(p, k + 1) ? 1 : 0;
    distance.push_back(norm(law.box().nearest(p.r)));
    const Orientation q = conjugate(p.a) * p.b;
    turn.push_back(q.s * q.s);
  }
};

/// How often the runs rotate a body, by their counts and by what is seen.
struct Rotations {
  int counted = 0, seen = 0, wrong = 0;

  void add(const Configuration& before, const Configuration& after, std::uint64_t accepted,
           double tolerance) {
    bool turned = false;
    for (std::size_t i = 0; i < 2; ++i) {
      const Orientation q = after.orientations[i] * conjugate(before.orientations[i]);
      turned = turned || norm(Vec3{q.x, q.y, q.z}) > kStill + 4 * tolerance;
    }
    counted += accepted > 0 ? 1 : 0;
    seen += turned ? 1 : 0;
    wrong += tolerance == 0 && turned != (accepted > 0) ? 1 : 0;
  }
};

void compare(const Numbers& found, const Numbers& direct, const std::string& body, Laws& laws) {
  const std::size_t n = found.distance.size(), m = direct.distance.size();
  // If both have the same chance, so many of all hits are in the first sample: binomial, with tails
  // that are never lighter than those of the true law (Hoeffding 1956).
  const double share = static_cast<double>(n) / static_cast<double>(n + m);
  for (std::size_t k = 0; k < kLarger.size(); ++k)
    laws.share(
        fmt::format("{}: pairs that overlap if {:.0f} % larger", body, 100 * (kLarger[k] - 1)),
        found.overlaps[k], found.overlaps[k] + direct.overlaps[k], share);
  laws.same(body + ": distance", found.distance, direct.distance);
  if (body != "disk" && body != "ball")
    laws.same(body + ": relative orientation", found.turn, direct.turn);
}

/// Whether the scheme runs a body: asked with two that are far apart.
bool takes(const ShapeScheme& scheme, const Configuration& start, const RunParameters& p) {
  if (scheme.runs) return scheme.runs(start, p);
  try {
    scheme.start(start, p);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// Trial moves made; 0 where the scheme does not run the body.
std::uint64_t judge_body(const ShapeScheme& scheme, const CheckContext& context, std::size_t number,
                         const Body& body, Laws& laws) {
  const auto runs = static_cast<std::size_t>(std::max(10.0, kRuns * context.effort));
  const auto& [law, places] = drawn(number, body, part_seed(context, 78), (1 + kDraws) * runs);
  const std::string what(name(class_of(body)));
  const Configuration asked{
      .box = law.box(), .types = {body}, .type = {0, 0}, .centres = {}, .orientations = {}};
  const LegalStates legal(asked, scheme.tolerance);
  Findings findings;
  Numbers found, direct;
  Rotations rotations;
  std::uint64_t trials = 0;
  for (std::size_t k = 0; k < runs; ++k) {
    PhiloxStream random =
        Philox(part_seed(context, 79)).stream(Purpose::test, k, static_cast<std::uint32_t>(number));
    const Configuration start = law.start(places[k], random);
    const RunParameters p{.max_displacement = 0.3 * law.diameter(),
                          .max_rotation = 1,
                          .sweeps_per_step = kSweeps,
                          .seed = part_seed(context, 1000 + k)};
    if (k == 0 && !takes(scheme, law.start(law.apart(), random), p)) return 0;
    try {
      const auto run = scheme.start(start, p);
      run->advance(kSteps);
      const Configuration end = run->configuration();
      legal.judge(end, what, findings);
      if (findings.any()) break;
      rotations.add(start, end, run->stats().rotations.accepted, scheme.tolerance);
      found.add(law, {end.orientations[0], end.orientations[1],
                      law.box().wrap(end.centres[1] - end.centres[0])});
      trials += run->stats().of_bodies().trials;
    } catch (const InputError& error) {
      findings.expect(
          false, fmt::format("{}: a start without overlap is refused: {}", what, error.what()));
      break;
    }
  }
  laws.require(!findings.any(), findings.first());
  if (findings.any()) return trials + 1;
  for (std::size_t k = runs; k < places.size(); ++k) direct.add(law, places[k]);
  compare(found, direct, what, laws);
  if (what == "disk" || what == "ball") return trials;
  laws.require(rotations.seen > 0 && rotations.wrong == 0,
               fmt::format("{}: rotations were accepted in {} runs, and seen in {}", what,
                           rotations.counted, rotations.seen));
  return trials;
}

CheckResult two_bodies(const ShapeScheme& scheme, const CheckContext& context) {
  const std::vector<Body>& bodies = stout_bodies();
  Laws laws(context);
  std::uint64_t trials = 0;
  std::set<shapes::BodyClass> judged;
  std::string names;
  for (std::size_t number = 0; number < bodies.size(); ++number) {
    const shapes::BodyClass which = class_of(bodies[number]);
    if (judged.count(which) > 0) continue;
    const std::uint64_t more = judge_body(scheme, context, number, bodies[number], laws);
    if (more == 0) continue;
    judged.insert(which);
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name(which));
    trials += more;
  }
  if (judged.empty()) throw CannotRun("it refuses two bodies of every class");
  const CheckResult result =
      laws.result(trials, "two bodies are where direct sampling puts them: " + names);
  return scheme.screened_starts ? external::of_part(result, context.effort) : result;
}

const bool registered = register_check(
    ShapeCheck{.name = "shapes/two bodies",
               .shows = "two bodies of each class stay distributed as direct sampling has them",
               .needs = Claims::global_balance,
               .run = two_bodies,
               .many_steps = true});

}  // namespace
}  // namespace touchstone::hpmc
