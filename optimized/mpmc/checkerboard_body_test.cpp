// The substitution points at work: the same body on a lattice ring with every random choice
// enumerated, and on any executor.
#include "optimized/mpmc/checkerboard_body.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "models/disks/lattice_space.hpp"

namespace touchstone::optimized {
namespace {

using Ring = disks::CellSystem<disks::RingSpace>;

/// Occupied sites of a ring in increasing order.
std::vector<int> sites(const Ring& ring, int width) {
  std::vector<int> result;
  for (std::uint32_t cell = 0; cell < ring.shape().cells(); ++cell)
    for (const int p : ring.list(cell)) result.push_back(static_cast<int>(cell) * width + p);
  std::sort(result.begin(), result.end());
  return result;
}

/// Exact probabilities of the configurations after the sub-sweeps of one sweep.
std::map<std::vector<int>, double> after_one_sweep(const Ring& start, int width) {
  const CheckerboardBody<disks::RingSpace> body(2);
  std::map<std::vector<int>, double> probability;
  ChoiceTape tape;
  do {
    Ring ring = start;
    SerialExec exec;
    disks::StageCounters stages(Ring::kColours, 2);
    body.sub_sweeps(ring, tape, 0, exec, stages);
    probability[sites(ring, width)] += 1.0 / static_cast<double>(tape.weight());
  } while (tape.next());
  return probability;
}

TEST(CheckerboardBody, SubSweepsAreSymmetricOnATinyRing) {
  const int width = 3;  // two cells, two particles: the operator A has A(x,y) = A(y,x)
  const auto ring = [&](int a, int b) {
    Ring result(disks::RingSpace(width), {.columns = 2, .rows = 1, .capacity = 2});
    for (const int site : {a, b})
      result.append(static_cast<std::uint32_t>(site / width), site % width);
    return result;
  };
  std::map<std::vector<int>, std::map<std::vector<int>, double>> matrix;
  for (int a = 0; a < 6; ++a)
    for (int b = a + 2; b < 6; ++b)
      if (a + 6 - b >= 2) matrix[{a, b}] = after_one_sweep(ring(a, b), width);
  ASSERT_EQ(matrix.size(), 9u);  // 6/(6-2) C(4,2)
  bool moves = false;
  for (const auto& [x, row] : matrix) {
    double sum = 0;
    for (const auto& [y, p] : row) {
      sum += p;
      ASSERT_TRUE(matrix.count(y)) << "an illegal configuration was reached";
      EXPECT_DOUBLE_EQ(p, matrix[y][x]);
      moves = moves || (x != y && p > 0);
    }
    EXPECT_DOUBLE_EQ(sum, 1.0);
  }
  EXPECT_TRUE(moves);
}

TEST(CheckerboardBody, OrderOfSlicesDoesNotMatter) {
  const disks::PlaneSpace<float> space({1.2f, 1.2f}, 0.3f);
  disks::CellSystem<disks::PlaneSpace<float>> start(space,
                                                    {.columns = 6, .rows = 4, .capacity = 4});
  for (std::uint32_t cell = 0; cell < 24; ++cell) start.append(cell, {0.6f, 0.6f});
  auto serial = start;
  auto reversed = start;
  const Philox random(5);
  const CheckerboardBody<disks::PlaneSpace<float>> body(4);
  disks::StageCounters serial_stages(4, 4);
  disks::StageCounters reversed_stages(4, 4);
  SerialExec serial_exec;
  ReverseExec reverse_exec(5);
  for (std::uint64_t sweep = 0; sweep < 20; ++sweep) {
    body.sub_sweeps(serial, random, sweep, serial_exec, serial_stages);
    body.sub_sweeps(reversed, random, sweep, reverse_exec, reversed_stages);
  }
  EXPECT_TRUE(serial == reversed);
  EXPECT_FALSE(serial == start);
  EXPECT_EQ(serial_stages.accepted, reversed_stages.accepted);
}

}  // namespace
}  // namespace touchstone::optimized
