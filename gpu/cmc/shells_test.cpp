// The search for the shell of a radius finds, among few and many shells, what a walk along them
// finds, for radii on shells, between them, and outside of the orbit by rounding.
#include "gpu/cmc/shells.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "gpu/exec/plain_array.hpp"

namespace touchstone::gpu {
namespace {

int walk(const std::vector<double>& radii, double r, int below, int above) {
  while (below + 1 < above && radii[static_cast<std::size_t>(below + 1)] <= r) ++below;
  return below;
}

TEST(StarCount, LeavesRoomForSumsOfTwoIndices) {
  EXPECT_EQ(star_count((std::size_t{1} << 30) - 1), (1 << 30) - 1);
  EXPECT_THROW(star_count(std::size_t{1} << 30), InputError);
  EXPECT_THROW(star_count((std::size_t{1} << 32) + 5), InputError);
}

TEST(ShellSearch, FindsWhatAWalkFinds) {
  std::vector<double> radii;
  for (int k = 0; k < 40; ++k)
    radii.push_back(k % 7 == 3 ? radii.back() : k * k);  // some are equal
  std::vector<ShellPoint> points(radii.size());
  const OpenShells<PlainArray<ShellPoint>, PlainArray<double>> shells{
      PlainArray<ShellPoint>(points.data()), PlainArray<double>(radii.data()),
      PlainArray<double>(radii.data()), static_cast<int>(radii.size()) - 1};
  for (int below = 0; below < 39; ++below)
    for (int above = below + 1; above < 40; ++above)
      for (int k = below; k <= above; ++k)
        for (const double from_shell : {-0.25, 0.0, 0.25}) {
          const double r = radii[static_cast<std::size_t>(k)] + from_shell;
          ASSERT_EQ(shells.shell_at(r, below, above), walk(radii, r, below, above))
              << "radius " << r << " among shells " << below << " to " << above;
        }
}

}  // namespace
}  // namespace touchstone::gpu
