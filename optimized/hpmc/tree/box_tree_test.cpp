// Invariants of the tree of boxes, and queries against all boxes one by one, right after a build
// and after many bodies have moved.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "models/core/random/philox.hpp"
#include "optimized/hpmc/tree/box_tree_kernel.hpp"

namespace touchstone::optimized {
namespace {

struct Cloud {
  std::vector<shapes::Vec3> centres;
  std::vector<double> radii;

  FloatBox box(std::size_t i) const { return FloatBox::around(centres[i], radii[i]); }
};

Cloud cloud(std::uint64_t seed, std::size_t bodies, bool plane, double lump) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  Cloud c;
  for (std::size_t i = 0; i < bodies; ++i) {
    const double scale = random.uniform() < lump ? 0 : 10;
    const double x = scale * random.uniform(), y = scale * random.uniform();
    c.centres.push_back({x, y, plane ? 0 : scale * random.uniform()});
    c.radii.push_back(0.1 + 0.4 * random.uniform());
  }
  return c;
}

std::vector<std::uint32_t> leaf_of(const BoxTree& tree, std::size_t bodies) {
  std::vector<std::uint32_t> leaf(bodies, 0xFFFFFFFFu);
  for (std::uint32_t l = 0; l < tree.leaves().size(); ++l)
    for (std::uint32_t k = 0; k < tree.leaves()[l].count; ++k)
      leaf[tree.order()[tree.leaves()[l].first + k]] = l;
  return leaf;
}

void expect_sound(const BoxTree& tree, const Cloud& c) {
  std::multiset<std::uint32_t> seen;
  for (const BoxTree::Leaf& leaf : tree.leaves()) {
    RC_ASSERT(leaf.count >= 1u);
    RC_ASSERT(leaf.count <= kLeafCapacity);
    RC_ASSERT(tree.skip(leaf.node) == 0u);
    for (std::uint32_t k = 0; k < leaf.count; ++k) {
      const std::uint32_t body = tree.order()[leaf.first + k];
      seen.insert(body);
      for (std::uint32_t node = leaf.node; node != BoxTree::kInner; node = tree.parent(node))
        RC_ASSERT(tree.box(node).contains(c.box(body)));
    }
  }
  RC_ASSERT(seen.size() == c.centres.size());
  RC_ASSERT(std::set<std::uint32_t>(seen.begin(), seen.end()).size() == seen.size());
  std::vector<std::uint32_t> below(tree.nodes(), 0);  // descendants, counted by parents
  for (std::size_t node = tree.nodes(); node-- > 1;) {
    RC_ASSERT(tree.parent(node) < node);  // parents first
    below[tree.parent(node)] += below[node] + 1;
  }
  for (std::size_t node = 0; node < tree.nodes(); ++node) RC_ASSERT(tree.skip(node) == below[node]);
}

std::set<std::uint32_t> found(const BoxTree& tree, const FloatBox& query) {
  std::set<std::uint32_t> bodies;
  tree.any(query, [&](std::uint32_t leaf) {
    for (std::uint32_t k = 0; k < tree.leaves()[leaf].count; ++k)
      bodies.insert(tree.order()[tree.leaves()[leaf].first + k]);
    return false;
  });
  return bodies;
}

TEST(BoxTree, HoldsItsInvariantsAndFindsAllNeighbours) {
  EXPECT_TRUE(rc::check("invariants and queries", [] {
    const auto bodies = *rc::gen::inRange<std::size_t>(1, 300);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
    const bool plane = *rc::gen::arbitrary<bool>();
    const double lump = *rc::gen::element(0.0, 0.3, 1.0);
    Cloud c = cloud(seed, bodies, plane, lump);
    BoxTree tree;
    tree.build(c.centres, c.radii);
    expect_sound(tree, c);
    const std::vector<std::uint32_t> leaf = leaf_of(tree, bodies);
    PhiloxStream random = Philox(seed).stream(Purpose::test, 1, 0);
    for (int move = 0; move < 50; ++move) {
      const auto i = random.below(static_cast<std::uint32_t>(bodies));
      c.centres[i] = c.centres[i] + shapes::Vec3{random.uniform() - 0.5, random.uniform() - 0.5, 0};
      tree.grow(leaf[i], c.box(i));
    }
    expect_sound(tree, c);
    for (int k = 0; k < 20; ++k) {
      const FloatBox query = c.box(random.below(static_cast<std::uint32_t>(bodies)));
      const auto hits = found(tree, query);
      for (std::size_t i = 0; i < bodies; ++i)
        if (c.box(i).meets(query)) RC_ASSERT(hits.count(static_cast<std::uint32_t>(i)) == 1u);
    }
  }));
}

/// Bodies at one place: a split by halves, so that leaves are at most twice as many as needed.
TEST(BoxTree, IsShallowForBodiesAtOnePlace) {
  const Cloud c = cloud(1, 4096, false, 1);
  BoxTree tree;
  tree.build(c.centres, c.radii);
  for (const BoxTree::Leaf& leaf : tree.leaves()) {
    int depth = 0;
    for (std::uint32_t node = leaf.node; node != BoxTree::kInner; node = tree.parent(node)) ++depth;
    EXPECT_LE(depth, 10);
  }
}

TEST(BoxTree, RoundsOutward) {
  for (const double x : {0.1, -0.1, 1e6 + 0.3, -271.123456789, 0.0, 1e-20}) {
    EXPECT_LE(static_cast<double>(float_below(x)), x);
    EXPECT_GE(static_cast<double>(float_above(x)), x);
  }
}

}  // namespace
}  // namespace touchstone::optimized
