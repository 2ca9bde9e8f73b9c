// Bodies of ranks: whatever the box, the domains and the number of ranks, migration loses and
// doubles nobody, and ghosts are complete, by a search among all bodies and images.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>

#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "optimized/core/thread_ranks.hpp"
#include "optimized/hpmc/ranks/rank_bodies_kernel.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Box;
using shapes::Configuration;
using shapes::Vec3;

struct Case {
  Configuration all;
  shapes::RunParameters parameters;
  std::size_t ranks = 1;
};

enum class Places { anywhere, one_corner, borders };

/// Points rather than bodies: they may overlap.
Case draw_case() {
  const bool plane = *rc::gen::arbitrary<bool>();
  Box box = plane ? Box::square(9) : Box::cube(7);
  box.xy = *rc::gen::element(0.0, 0.3, -0.4);
  if (!plane) box.xz = *rc::gen::element(0.0, 0.2);
  Case c;
  c.parameters.domains = {*rc::gen::inRange(1, 5), *rc::gen::inRange(1, 4),
                          plane ? 1 : *rc::gen::inRange(1, 4)};
  const int domains = c.parameters.domains[0] * c.parameters.domains[1] * c.parameters.domains[2];
  c.ranks = static_cast<std::size_t>(*rc::gen::inRange(1, std::min(domains, 9) + 1));
  const auto places = *rc::gen::element(Places::anywhere, Places::one_corner, Places::borders);
  const auto bodies = *rc::gen::inRange<std::size_t>(1, 120);
  PhiloxStream random =
      Philox(*rc::gen::inRange<std::uint64_t>(0, 1000000)).stream(Purpose::test, 0, 0);
  const auto coordinate = [&](int n) {
    if (places == Places::borders) return static_cast<double>(random.below(4 * 3)) / 12 - 0.5;
    return (places == Places::one_corner ? 1.0 / n : 1.0) * random.uniform() - 0.5;
  };
  c.all = {.box = box, .types = {shapes::named_body(plane ? "disk" : "sphere")}};
  for (std::size_t i = 0; i < bodies; ++i) {
    const Vec3 f{coordinate(c.parameters.domains[0]), coordinate(c.parameters.domains[1]),
                 plane ? 0 : coordinate(c.parameters.domains[2])};
    c.all.centres.push_back(box.wrap(box.from_fractional(f)));
    c.all.type.push_back(0);
    c.all.orientations.push_back({});
  }
  return c;
}

/// The ranks of one run.
struct Ranks {
  ThreadRanks threads;
  std::vector<std::unique_ptr<RankBodies>> bodies;

  explicit Ranks(const Case& c) : threads(c.ranks) {
    for (std::size_t q = 0; q < c.ranks; ++q)
      bodies.push_back(std::make_unique<RankBodies>(c.all, c.parameters, threads[q]));
  }
  template <class Work>
  void on_all(Work&& work) {
    threads.on_all([&](std::size_t q) { work(*bodies[q]); });
  }
};

/// First error in the ownership of bodies, or empty.
std::string wrong_owners(const Ranks& ranks, const Case& c) {
  std::vector<int> owners(c.all.size(), 0);
  std::uint32_t next_domain = 0;
  for (const auto& rank : ranks.bodies)
    for (std::size_t k = 0; k < rank->domains(); ++k) {
      if (rank->domain(k) != next_domain++) return "a domain without a rank, or with two";
      std::int64_t last = -1;
      for (const Passenger& p : rank->own(k)) {
        ++owners[p.tag];
        if (p.tag <= last) return "not in the order of tags";
        last = p.tag;
        if (rank->grid().domain(p.r) != rank->domain(k)) return "a body in another's domain";
        if (!(p.r == c.all.centres[p.tag])) return "a body elsewhere";
      }
    }
  if (next_domain != ranks.bodies[0]->grid().size()) return "a domain without a rank";
  for (const int count : owners)
    if (count != 1) return count == 0 ? "a lost body" : "a doubled body";
  return "";
}

/// Whether a domain sees a body at r, its own ones among them.
bool sees(const RankBodies& rank, std::size_t k, std::uint32_t tag, Vec3 r) {
  for (const Parcel* parcel : {&rank.own(k), &rank.ghosts(k)})
    for (const Passenger& p : *parcel)
      if (p.tag == tag && norm(p.r - r) < 1e-9) return true;
  return false;
}

/// Lattice vectors in the directions that are cut: those of the others are images.
std::vector<Vec3> images_of_cuts(const Case& c) {
  std::vector<Vec3> result;
  for (const Vec3& image : c.all.box.images(1.5)) {
    const Vec3 f = c.all.box.fractional(image);
    const double turns[3] = {f.x, f.y, f.z};
    bool along_cuts = true;
    for (std::size_t k = 0; k < 3; ++k)
      along_cuts = along_cuts && (c.parameters.domains[k] > 1 || std::abs(turns[k]) < 0.5);
    if (along_cuts) result.push_back(image);
  }
  return result;
}

/// A body within a diameter of one that may move (below) or of any (around) that is not seen.
std::string missing_ghosts(const Ranks& ranks, const Case& c, GhostReach reach) {
  const std::vector<Vec3> images = images_of_cuts(c);
  for (const auto& rank : ranks.bodies)
    for (std::size_t k = 0; k < rank->domains(); ++k)
      for (const Passenger& p : rank->own(k)) {
        if (reach == GhostReach::below && !rank->grid().active(p.r, rank->domain(k))) continue;
        for (std::uint32_t tag = 0; tag < c.all.size(); ++tag)
          for (const Vec3& image : images) {
            const Vec3 r = c.all.centres[tag] + image;
            if (norm(r - p.r) <= 1 && !sees(*rank, k, tag, r))
              return fmt::format("body {} does not see body {}", p.tag, tag);
          }
      }
  return "";
}

/// All bodies moved by the same vector, and by less than half a diameter.
void move_all(Case& c, Ranks& ranks, std::uint64_t step) {
  const Vec3 by = ranks.bodies[0]->grid().shift(Philox(1), step);
  for (Vec3& r : c.all.centres) r = c.all.box.wrap(r + by);
  ranks.on_all([&](RankBodies& rank) {
    rank.shift(by, c.all.box);
    rank.migrate();
  });
}

TEST(RankBodies, LoseAndDoubleNobodyAndSeeAllTheyCanMeetThread) {
  EXPECT_TRUE(rc::check("ownership and ghosts", [] {
    Case c = draw_case();
    Ranks ranks(c);
    RC_ASSERT(wrong_owners(ranks, c) == "");
    for (std::uint64_t step = 0; step < 3; ++step) {
      ranks.on_all([](RankBodies& rank) { rank.fetch_ghosts(GhostReach::below); });
      RC_ASSERT(missing_ghosts(ranks, c, GhostReach::below) == "");
      move_all(c, ranks, step);
      RC_ASSERT(wrong_owners(ranks, c) == "");
    }
    ranks.on_all([](RankBodies& rank) { rank.fetch_ghosts(GhostReach::around); });
    RC_ASSERT(missing_ghosts(ranks, c, GhostReach::around) == "");
  }));
}

}  // namespace
}  // namespace touchstone::optimized
