// Sums on the grid emulator beside the loop that they repeat, bit for bit, in several orders of
// lanes: of terms that cross many powers of two, that end on a half of a unit, that cancel.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/exec/sums/sum_buffers.hpp"

namespace touchstone::gpu {
namespace {

using Terms = std::vector<double>;

Terms loop(double sum, const Terms& terms) {
  Terms sums;
  for (const double t : terms) sums.push_back(sum += t);
  return sums;
}

void expect_the_loop(double start, const Terms& terms, std::int32_t shortest,
                     const Emulation& emulation) {
  EmulatedDevice device(emulation);
  const auto count = static_cast<std::int64_t>(terms.size());
  SerialSums<EmulatedDevice> sums(device, count, shortest);
  const auto in = device.upload(terms);
  const auto from = device.upload(Terms{start});
  auto out = device.allocate<double>(count);
  auto total = device.allocate<double>(1);
  sums.running(in.span(), from.span(), out.span(), total.span());
  const Terms expected = loop(start, terms);
  const Terms found = device.read(out);
  for (std::size_t i = 0; i < terms.size(); ++i)
    ASSERT_EQ(word_of(found[i]), word_of(expected[i])) << "after term " << i;
  EXPECT_EQ(word_of(device.read(total)[0]), word_of(expected.empty() ? start : expected.back()));
}

/// All of it: short tiles, so that there are many, and longer ones than a warp, as among millions
/// of terms; each order of lanes, with the emulator's checks.
void expect_the_loop(double start, const Terms& terms) {
  for (const std::int32_t shortest : {1, 3, 32, 100})
    expect_the_loop(start, terms, shortest, {.order = Order::shuffled, .checks = false});
  for (const Order order : {Order::forward, Order::reverse, Order::shuffled})
    expect_the_loop(
        start,
        Terms(terms.begin(), terms.begin() + std::min<std::ptrdiff_t>(std::ssize(terms), 150)), 2,
        {.order = order});
}

Terms drawn(std::size_t count, unsigned seed, const std::function<double(double)>& of_share) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(0, 1);
  Terms terms;
  for (std::size_t i = 0; i < count; ++i) terms.push_back(of_share(share(random)));
  return terms;
}

TEST(SerialSums, OfEqualMassesUpAndDown) {
  for (const std::size_t n : {1u, 2u, 31u, 33u, 1000u, 5000u}) {
    const double mass = 1.0 / static_cast<double>(n);
    expect_the_loop(0, Terms(n, mass));
    expect_the_loop(loop(0, Terms(n, mass)).back(), Terms(n, -mass));
  }
}

/// One long row, and shorter ones.
std::size_t terms_of(unsigned seed) { return seed == 1 ? 3000 : 700; }

TEST(SerialSums, OfUnequalTermsOfOneSign) {
  for (unsigned seed = 1; seed < 8; ++seed) {
    const std::size_t n = terms_of(seed);
    expect_the_loop(0, drawn(n, seed, [](double x) { return x; }));
    expect_the_loop(0, drawn(n, seed, [](double x) { return -std::exp(30 * x - 15); }));
    expect_the_loop(1, drawn(n, seed, [](double x) { return 1e-16 * x; }));
  }
}

TEST(SerialSums, OfTermsThatEndOnHalfAUnit) {
  // Units of sums from 1 to 2 are 2^-52, from 2 to 4 twice that.
  for (unsigned seed = 1; seed < 8; ++seed) {
    const std::size_t n = terms_of(seed);
    const auto halves = [](double x) { return std::floor(8 * x) * 0x1p-53; };
    expect_the_loop(1, drawn(n, seed, halves));
    expect_the_loop(1.5 + 0x1p-52, drawn(n, seed, halves));
    expect_the_loop(-1, drawn(n, seed, [&](double x) { return -halves(x); }));
    expect_the_loop(2, drawn(n, seed, [&](double x) { return -halves(x); }));
    expect_the_loop(2 + static_cast<double>(n) * 0x1p-51,
                    drawn(n, seed, [&](double x) { return -halves(x); }));
  }
}

TEST(SerialSums, OfTermsNextToHalfAUnit) {
  // Their distance from half a unit has one bit more than the numbers just below 1.
  for (const double half : {0x1p-53, 1.5 * 0x1p-52})
    for (const double term : {std::nextafter(half, 0.0), std::nextafter(half, 1.0)})
      for (const double start : {1.5, 1.5 + 0x1p-52}) {
        expect_the_loop(start, Terms(200, term));
        expect_the_loop(start, Terms(200, -term));
      }
}

TEST(SerialSums, OfBothSignsAndOfNothing) {
  for (unsigned seed = 1; seed < 4; ++seed) {
    const std::size_t n = terms_of(seed);
    expect_the_loop(0, drawn(n, seed, [](double x) { return x - 0.5; }));
    expect_the_loop(1, drawn(n, seed, [](double x) { return x < 0.99 ? 0 : x; }));
    expect_the_loop(1e300, drawn(300, seed, [](double x) { return 1e299 * (x - 0.5); }));
    expect_the_loop(1e-310, drawn(300, seed, [](double x) { return 1e-311 * x; }));
  }
  expect_the_loop(0, Terms(200, 0.0));
  expect_the_loop(3, {});
}

TEST(SerialSums, OfSoManyLargeTermsThatTheirStepsWouldOverflow) {
  // Each is 2^52 units of the first sum, and all together are 2^64.
  EmulatedDevice device({.checks = false});
  SerialSums<EmulatedDevice> sums(device, 4096, 5000);
  const auto in = device.upload(Terms(4096, 1.0));
  const auto start = device.upload(Terms{1.25});
  auto total = device.allocate<double>(1);
  sums.total(in.span(), start.span(), total.span());
  EXPECT_EQ(device.read(total)[0], 4097.25);
}

TEST(SerialSums, OfFewerTermsThanThereIsRoomFor) {
  EmulatedDevice device({.order = Order::shuffled});
  SerialSums<EmulatedDevice> sums(device, 70'000, 1);
  const auto start = device.upload(Terms{0.5});
  for (const std::size_t count : {0u, 1u, 1000u, 65'535u}) {
    const Terms terms = drawn(count, 3, [](double x) { return x; });
    const Terms expected = loop(0.5, terms);
    const auto in = device.upload(terms);
    auto out = device.allocate<double>(static_cast<std::int64_t>(count));
    auto total = device.allocate<double>(1);
    sums.running(in.span(), start.span(), out.span(), total.span());
    EXPECT_EQ(device.read(out), expected) << count << " terms";
    EXPECT_EQ(device.read(total)[0], count > 0 ? expected.back() : 0.5) << count << " terms";
  }
}

TEST(SerialSums, RowsSayWhatTheySee) {
  // A tie: 1.5 units, for an even and an odd number of units.
  const RoundedRun run = run_of(1.5 * 0x1p-52, 0);
  EXPECT_EQ(run.steps.even, 2);
  EXPECT_EQ(run.steps.odd, 1);
  double sum = 1;
  EXPECT_TRUE(apply(run, sum));
  EXPECT_EQ(sum, 1 + 1.5 * 0x1p-52);
  double other = 2;  // another unit
  EXPECT_FALSE(apply(run, other));
  double least = 1;  // below it the unit is half as large
  EXPECT_FALSE(apply(run_of(-0.25 * 0x1p-52, 0), least));
  EXPECT_EQ(after(run, run_of(-1, 0)).kind, RowKind::unknown);
}

}  // namespace
}  // namespace touchstone::gpu
