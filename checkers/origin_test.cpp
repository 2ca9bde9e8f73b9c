#include "checkers/origin.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(OriginOf, TellsPapersPublicBugsAndSeededFaultsApart) {
  const Origin bug = origin_of("https://github.com/lammps/lammps/issues/467 (not restored)");
  EXPECT_EQ(bug.kind, "public bug");
  EXPECT_EQ(bug.link, "https://github.com/lammps/lammps/issues/467");
  EXPECT_EQ(origin_of("Anderson 2013, section 2.4, item 1").kind, "paper");
  EXPECT_EQ(origin_of("the paper's section 3.4").kind, "paper");
  EXPECT_EQ(origin_of("seeded fault: one of nine cells is not searched").kind, "seeded");
  EXPECT_TRUE(origin_of("Anderson 2013, section 2.4, item 1").link.empty());
}

}  // namespace
}  // namespace touchstone
