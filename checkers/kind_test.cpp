#include "checkers/kind.hpp"

#include <gtest/gtest.h>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/starts/start_kind.hpp"

namespace touchstone {
namespace {

TEST(FamilyOf, IsAFieldOfASchemeAndNotItsName) {
  disks::DiskScheme scheme;
  scheme.info.name = "stranger/chains";
  EXPECT_EQ(family_of(scheme), "mpmc");
  scheme.family = "ecmc";
  EXPECT_EQ(family_of(scheme), "ecmc");
  mutants::Mutant<disks::DiskScheme> mutant;
  mutant.scheme = scheme;
  EXPECT_EQ(family_of(mutant), "ecmc");
  scheme.family.clear();
  scheme.info.name = "ecmc/misleading";
  EXPECT_EQ(family_of(scheme), "mpmc");
}

template <class Scheme>
void expect_named_by_family() {
  ASSERT_FALSE(Kind<Scheme>::schemes().empty());
  for (const Scheme& scheme : Kind<Scheme>::schemes())
    EXPECT_EQ(scheme.info.name.rfind(family_of(scheme) + "/", 0), 0u) << scheme.info.name;
}

TEST(FamilyOf, OfKindsWithSeveralIsWhatTheNamesOfThisTreeSay) {
  expect_named_by_family<disks::DiskScheme>();
  expect_named_by_family<starts::Generator>();
}

}  // namespace
}  // namespace touchstone
