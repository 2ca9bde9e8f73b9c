#include "models/disks/lattice_geometry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace touchstone::disks {
namespace {

TEST(LatticeGeometry, CountsTheConfigurationsOfTheRing) {  // L/(L-N) C(L-N, N)
  EXPECT_EQ(LatticeGeometry({.particles = 6}).configurations().size(), 336u);
  EXPECT_EQ(LatticeGeometry({.particles = 5}).configurations().size(), 672u);
  EXPECT_EQ(LatticeGeometry({.cell_width = 3, .particles = 4}).configurations().size(), 105u);
}

TEST(LatticeGeometry, CountsPairsOfSquares) {  // 64 sites, 9 of them taken by the first
  LatticeSetup setup{.dimensions = 2, .cell_width = 4, .columns = 2, .rows = 2, .particles = 2};
  EXPECT_EQ(LatticeGeometry(setup).configurations().size(), 64u * 55u / 2u);
}

TEST(LatticeGeometry, PacksAndUnpacks) {
  const LatticeGeometry ring({.particles = 6});
  const std::vector<int> sites{15, 0, 7, 3};
  EXPECT_EQ(ring.unpack(ring.pack(sites)), sites);
  EXPECT_EQ(ring.unpack(ring.sorted(ring.pack(sites))), (std::vector<int>{0, 3, 7, 15}));
  EXPECT_TRUE(ring.unpack(0).empty());
  for (const StateKey key : ring.configurations()) {
    EXPECT_EQ(ring.pack(ring.unpack(key)), key);
    EXPECT_EQ(ring.sorted(key), key);
  }
}

TEST(LatticeGeometry, SitesAndCellsAreInverse) {
  const LatticeGeometry squares(
      {.dimensions = 2, .cell_width = 2, .columns = 4, .rows = 4, .particles = 2});
  for (int site = 0; site < 64; ++site)
    EXPECT_EQ(squares.site(squares.cell(site), squares.local(site)), site);
  EXPECT_EQ(squares.site(0, {-1, -1}), 63) << "through the boundary";
  EXPECT_EQ(squares.cell(9), 0u);
  EXPECT_EQ(squares.cell(10), 1u);
}

TEST(LatticeGeometry, KnowsCollisionsContactsAndPictures) {
  const LatticeGeometry ring({.particles = 6});
  EXPECT_TRUE(ring.collide(0, 15));
  EXPECT_FALSE(ring.collide(0, 14));
  EXPECT_EQ(ring.contacts(ring.pack({0, 2, 4, 7, 9, 14})), 4);  // 0-2, 2-4, 7-9, 14-0
  EXPECT_EQ(ring.picture(ring.pack({2, 0, 5})), "|2.1.|.1..|....|....|");
  const LatticeGeometry squares(
      {.dimensions = 2, .cell_width = 2, .columns = 2, .rows = 2, .particles = 1});
  EXPECT_EQ(squares.picture(squares.pack({6})), "|..|..|/|..|1.|//|..|..|/|..|..|");
}

TEST(LatticeGeometry, ImagesAreSymmetries) {
  const LatticeGeometry squares({.dimensions = 2,
                                 .cell_width = 4,
                                 .columns = 2,
                                 .rows = 2,
                                 .particles = 2,
                                 .keep_order = false});
  const std::vector<StateKey> all = squares.configurations();
  const std::set<StateKey> legal(all.begin(), all.end());
  for (std::size_t i = 0; i < all.size(); i += 97) {
    const std::vector<StateKey> images = squares.images(all[i]);
    EXPECT_EQ(images.size(), 32u);  // 4 translations, 8 rotations and reflections
    EXPECT_EQ(images.front(), all[i]);
    for (const StateKey image : images) {
      EXPECT_EQ(legal.count(image), 1u);
      EXPECT_EQ(squares.contacts(image), squares.contacts(all[i]));
    }
  }
}

TEST(LatticeGeometry, ImagesOfStatesKeepTheOrderOfLists) {
  const LatticeGeometry ring({.particles = 3});
  const std::vector<StateKey> images = ring.images(ring.pack({2, 0, 5}));
  ASSERT_EQ(images.size(), 8u);
  EXPECT_EQ(ring.unpack(images[1]), (std::vector<int>{6, 4, 9})) << "translated by one cell";
  EXPECT_EQ(ring.unpack(images[4]), (std::vector<int>{10, 13, 15}))
      << "reflected: 2 is still first";
}

TEST(LatticeGeometry, RefusesWhatDoesNotFit) {
  EXPECT_THROW(LatticeGeometry({.cell_width = 1}), InputError);
  EXPECT_THROW(LatticeGeometry({.particles = 13}), InputError);
  EXPECT_THROW(LatticeGeometry({.particles = 0}), InputError);
}

}  // namespace
}  // namespace touchstone::disks
