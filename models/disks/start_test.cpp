#include "models/disks/start.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/core/errors.hpp"

namespace touchstone::disks {
namespace {

TEST(Aspects, AreReadAsTheDataFilesWriteThem) {
  const auto ratio = [](const char* text) {
    const Aspect a = parse_aspect(text);
    return a.width / a.height;
  };
  const auto of = [](Aspect a) { return a.width / a.height; };
  EXPECT_DOUBLE_EQ(ratio("(1 : 1)"), of(kSquare));
  EXPECT_DOUBLE_EQ(ratio("(1:1)"), 1);
  EXPECT_DOUBLE_EQ(ratio("(1 : sqrt3/2)"), of(kHexagonal));
  EXPECT_DOUBLE_EQ(ratio("(1 :\\sqrt{3} / 2)"), of(kHexagonal));
  EXPECT_DOUBLE_EQ(ratio("(9 : 8 sqrt3/2)"), of(kHexagonal72));
  EXPECT_DOUBLE_EQ(ratio("(9 : 8 \\sqrt{3} / 2)"), 9 / (4 * std::sqrt(3.0)));
  EXPECT_DOUBLE_EQ(ratio("(29 : 30 \\sqrt{3} / 2)"), of(kHexagonal870));
}

TEST(Aspects, NonsenseIsRefused) {
  for (const char* text : {"", "1", "unknown", "mixed", "(1 : )", "(0 : 1)", "(1 : -1)", "(1 : 2x)",
                           "(1 : 1/)", "(1 : 1/0)", "(inf : 1)", "(nan : 1)", "(1 : 2 : 3)"})
    EXPECT_THROW(parse_aspect(text), InputError) << text;
}

TEST(BoxFor, HasThePackingFractionAndTheShape) {
  const Box box = box_for(72, 0.65, kHexagonal72);
  EXPECT_NEAR(72 * std::numbers::pi / 4 / box.area(), 0.65, 1e-14);
  EXPECT_NEAR(box.width / box.height, 9 / (4 * std::sqrt(3.0)), 1e-14);
  EXPECT_THROW(box_for(0, 0.5), InputError);
  EXPECT_THROW(box_for(1, 0.0), InputError);
  EXPECT_THROW(box_for(1, std::nan("")), InputError);
  EXPECT_THROW(box_for(1, 0.5, {1, 0}), InputError);
}

struct Case {
  std::size_t disks;
  double packing;
  Aspect aspect;
};

TEST(HexagonalStart, FillsEveryBoxOfTheLiterature) {
  for (const Case& k :
       {Case{72, 0.736, kSquare}, Case{72, 0.736, kHexagonal72}, Case{72, 0.736, kHexagonal},
        Case{224, 0.722, kSquare}, Case{870, 0.718, kSquare}, Case{870, 0.718, kHexagonal870},
        Case{64 * 64, 0.72, kSquare}, Case{128 * 128, 0.72, kHexagonal},
        Case{128 * 128, 0.72, kSquare}, Case{253 * 253, 0.698, kSquare},
        Case{256 * 256, 0.72, kSquare}, Case{760 * 760, 0.698, kSquare}}) {
    const Configuration c = hexagonal_start(k.disks, k.packing, k.aspect);
    ASSERT_EQ(c.size(), k.disks);
    EXPECT_NEAR(c.packing_fraction(), k.packing, 1e-12);
    EXPECT_TRUE(is_legal(c)) << k.disks;
    EXPECT_GT(smallest_distance(c, 1.2), 1 + 2e-6) << k.disks;
  }
}

TEST(HexagonalStart, EveryNumberOfDisksIsPlaced) {
  for (std::size_t disks = 1; disks <= 60; ++disks) {
    const Configuration c = hexagonal_start(disks, 0.35);
    EXPECT_EQ(c.size(), disks);
    EXPECT_TRUE(is_legal(c)) << disks;
    EXPECT_GE(smallest_distance_all_pairs(c), 1) << disks;
  }
}

TEST(HexagonalStart, ReachesClosePackingWhereTheBoxAllowsIt) {
  EXPECT_TRUE(is_legal(hexagonal_start(72, kClosePacking * (1 - 1e-12), kHexagonal72)));
  EXPECT_TRUE(is_legal(hexagonal_start(870, kClosePacking * (1 - 1e-12), kHexagonal870)));
  // a rotated lattice: five disks on the (2, 1), (-1, 2) sublattice, d = L / sqrt(5)
  EXPECT_TRUE(is_legal(hexagonal_start(5, 0.78)));
}

TEST(HexagonalStart, ExplainsWhatIsImpossible) {
  EXPECT_THROW(hexagonal_start(72, 0.907, kHexagonal72), InputError);
  try {
    hexagonal_start(72, 0.9, kHexagonal);
    FAIL() << "close packing in a box that does not fit it";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("do not fit on a lattice"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("found 0.9"), std::string::npos) << e.what();
  }
}

TEST(RandomStart, IsLegalAndAFunctionOfItsSeed) {
  for (const std::size_t disks : {1u, 2u, 7u, 100u, 2000u}) {
    const Configuration c = random_start(disks, disks < 10 ? 0.2 : 0.45, kHexagonal, 3);
    ASSERT_EQ(c.size(), disks);
    EXPECT_TRUE(is_legal(c));
    EXPECT_GE(smallest_distance_all_pairs(c), 1);
  }
  EXPECT_EQ(random_start(50, 0.3, kSquare, 5).centres, random_start(50, 0.3, kSquare, 5).centres);
  EXPECT_NE(random_start(50, 0.3, kSquare, 5).centres, random_start(50, 0.3, kSquare, 6).centres);
  EXPECT_THROW(random_start(50, 0.51, kSquare, 5), InputError);
}

TEST(RandomStart, RefusesMoreCellsThanItCanKeep) {
  for (const double packing : {1e-12, 1e-20, 1e-40, 1e-60})
    EXPECT_THROW(random_start(4, packing, kSquare, 1), InputError) << packing;
}

TEST(RandomStart, FillsTheBoxEvenly) {
  const Configuration c = random_start(20000, 0.4, kSquare, 11);
  double x = 0;
  double y = 0;
  for (const auto p : c.centres) {
    x += p.x / c.box.width;
    y += p.y / c.box.height;
  }
  EXPECT_NEAR(x / 20000, 0.5, 5 * std::sqrt(1 / 12.0 / 20000));
  EXPECT_NEAR(y / 20000, 0.5, 5 * std::sqrt(1 / 12.0 / 20000));
}

TEST(CompressedStart, ReachesTheDensitiesOfThePaper) {
  for (const Case& k : {Case{72, 0.736, kSquare}, Case{870, 0.70, kSquare},
                        Case{870, 0.718, kHexagonal870}, Case{16384, 0.718, kSquare}}) {
    const Configuration c = compressed_start(k.disks, k.packing, k.aspect, 1);
    ASSERT_EQ(c.size(), k.disks);
    EXPECT_NEAR(c.packing_fraction(), k.packing, 1e-12);
    EXPECT_TRUE(is_legal(c));
    EXPECT_GT(smallest_distance(c, 1.2), 1 + 2e-6);
  }
}

TEST(CompressedStart, IsAFunctionOfItsSeed) {
  EXPECT_EQ(compressed_start(200, 0.7, kSquare, 5).centres,
            compressed_start(200, 0.7, kSquare, 5).centres);
  EXPECT_NE(compressed_start(200, 0.7, kSquare, 5).centres,
            compressed_start(200, 0.7, kSquare, 6).centres);
}

TEST(CompressedStart, GivesUpBeyondTheDensityItCanReach) {
  EXPECT_THROW(compressed_start(60, 0.95, kSquare, 1), InputError);
}

}  // namespace
}  // namespace touchstone::disks
