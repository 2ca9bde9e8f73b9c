// suite/external/overlaps.cpp
// Purpose   Overlap of two hard bodies in a program of the user's: an algorithm like any other,
//           asked about many pairs in one request.
// Method    Which classes it takes is asked once, with a body of each: what it refuses then is not
//           judged, and it may not refuse bodies of the other classes later.
// Not here  The lines of bodies (body_text.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "models/hpmc/bodies/mesh.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "suite/external/body_text.hpp"
#include "suite/external/places.hpp"
#include "suite/external/schemes.hpp"
#include "suite/external/words.hpp"

namespace touchstone::external {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::OverlapQuestion;

constexpr std::size_t kPairs = 1000;  ///< largest number in a request
constexpr const char* kContactIsOverlap = "contact is overlap";
constexpr const char* kScaleInvariant = "scale invariant";
constexpr const char* kRefused = "refused";

/// The start with `count` questions from the first one.
std::string request(const OverlapQuestion* first, std::size_t count) {
  std::map<const Body*, std::size_t> types;
  std::string lines;
  std::string places;
  const auto add = [&](const Body* body, shapes::Vec3 centre, const shapes::Orientation& q) {
    const auto [type, is_new] = types.try_emplace(body, types.size());
    if (is_new) lines += body_line(*body) + "\n";
    places += placed_line(type->second, centre, q);
  };
  for (std::size_t k = 0; k < count; ++k) {
    const auto [place_a, place_b] = places_of(first[k].r_ab);
    add(first[k].a, place_a, first[k].q_a);
    add(first[k].b, place_b, first[k].q_b);
  }
  return fmt::format("start overlaps {}\ntypes {}\n{}pairs\n{}", count, types.size(), lines,
                     places);
}

/// A body of each class.
const std::vector<Body>& examples() {
  static const std::vector<Body> all = [] {
    const std::vector<shapes::Vec2> square{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const auto corners = std::get<shapes::ConvexPolyhedron>(shapes::named_body("cube")).vertices;
    std::vector<Body> bodies{
        shapes::Disk{0.5},
        shapes::Ball{0.5},
        shapes::SphereUnion{.centres = {{-0.5, 0, 0}, {0.5, 0, 0}}, .radii = {0.5, 0.5}},
        shapes::ConvexPolygon{square},
        shapes::Spheropolygon{square, 0.5},
        shapes::named_body("c-polygon"),
        shapes::Ellipse{1, 0.5},
        shapes::Ellipsoid{1, 0.5, 0.25},
        shapes::ConvexPolyhedron{corners},
        shapes::Spheropolyhedron{corners, 0.5},
        shapes::FacetedEllipsoid{
            .a = 1, .b = 0.5, .c = 0.5, .normals = {{1, 0, 0}}, .offsets = {-0.5}},
        shapes::mesh_of_hull(corners),
        shapes::DimpledBall{.radius = 1, .dimple_centres = {{0, 0, 1.5}}, .dimple_radii = {1}}};
    for (Body& body : bodies) body = checked(body, "example");
    return bodies;
  }();
  return all;
}

class Asked {
 public:
  explicit Asked(const Command& command)
      : name_(command.words.front()), pool_(std::make_shared<Pool>(command)) {}

  bool takes(BodyClass a, BodyClass b) {
    const std::lock_guard lock(guard_);
    if (!known_) ask_about_classes();
    if (fault_) std::rethrow_exception(fault_);
    return taken_.count({a, b}) > 0;
  }

  /// Throws ProgramFault for a refusal: of classes that it does not take nothing is asked.
  std::vector<bool> answers(const std::vector<OverlapQuestion>& questions) {
    std::vector<bool> all;
    for (const std::string& word : words(questions)) {
      if (word == kRefused) {
        const OverlapQuestion& q = questions[all.size()];
        throw ProgramFault(
            fmt::format("{}: refused '{}' and '{}', after it had taken others of "
                        "these classes",
                        name_, body_line(*q.a), body_line(*q.b)));
      }
      all.push_back(word == "1");
    }
    return all;
  }

 private:
  std::vector<std::string> words(const std::vector<OverlapQuestion>& questions) {
    const auto program = Pool::lease(pool_);
    std::vector<std::string> all;
    while (all.size() < questions.size()) {
      const std::size_t count = std::min(kPairs, questions.size() - all.size());
      program->start(request(questions.data() + all.size(), count));
      program->ask("overlaps\n");
      for (std::size_t k = 0; k < count; ++k) all.push_back(program->word({"0", "1", kRefused}));
    }
    return all;
  }

  /// A fault is kept: every check fails by it, and none of them waits for it again.
  void ask_about_classes() {
    known_ = true;
    try {
      take(examples_of_pairs());
    } catch (const ProgramFault&) {
      fault_ = std::current_exception();
    } catch (const InputError&) {
      fault_ = std::current_exception();
    }
  }

  static std::vector<OverlapQuestion> examples_of_pairs() {
    std::vector<OverlapQuestion> questions;
    for (const Body& a : examples())
      for (const Body& b : examples())
        if (dimensions(a) == dimensions(b)) questions.push_back({&a, &b, {}, {}, {4, 0, 0}});
    return questions;
  }

  void take(const std::vector<OverlapQuestion>& questions) {
    const std::vector<std::string> found = words(questions);
    for (std::size_t k = 0; k < found.size(); ++k)
      if (found[k] != kRefused)
        taken_.emplace(class_of(*questions[k].a), class_of(*questions[k].b));
  }

  std::string name_;
  std::shared_ptr<Pool> pool_;
  std::mutex guard_;
  bool known_ = false;
  std::exception_ptr fault_;
  std::set<std::pair<BodyClass, BodyClass>> taken_;
};

class OnePair final : public shapes::PairOverlap {
 public:
  OnePair(std::shared_ptr<Asked> asked, const Body& a, const Body& b)
      : asked_(std::move(asked)), a_(a), b_(b) {}
  bool overlaps(const shapes::Orientation& a, const shapes::Orientation& b,
                shapes::Vec3 r) const override {
    return asked_->answers({{&a_, &b_, a, b, r}}).front();
  }

 private:
  std::shared_ptr<Asked> asked_;
  Body a_;
  Body b_;
};

}  // namespace

shapes::OverlapAlgorithm overlap_algorithm(const Description& d) {
  require_known_claims(d, {kEqualsReference, kContactIsOverlap, kScaleInvariant});
  const auto claims = [&](const char* claim) {
    return std::find(d.claims.begin(), d.claims.end(), claim) != d.claims.end();
  };
  if (!claims(kEqualsReference))
    throw input_error(d.file, "\"claims\"", fmt::format("\"{}\" among them", kEqualsReference),
                      fmt::format("'{}'", line_of(d.claims, "', '")));
  shapes::OverlapAlgorithm algorithm;
  algorithm.info = d.info;
  algorithm.info.claims = Claims::equals_reference;
  algorithm.resolution = d.margin;
  algorithm.touching = claims(kContactIsOverlap);
  algorithm.scale_invariant = claims(kScaleInvariant);
  const auto asked = std::make_shared<Asked>(d.command);
  algorithm.takes = [asked](BodyClass a, BodyClass b) { return asked->takes(a, b); };
  algorithm.prepare = [asked](const Body& a, const Body& b) {
    return std::make_unique<OnePair>(asked, a, b);
  };
  algorithm.answers = [asked](const std::vector<OverlapQuestion>& questions) {
    return asked->answers(questions);
  };
  return algorithm;
}

}  // namespace touchstone::external
