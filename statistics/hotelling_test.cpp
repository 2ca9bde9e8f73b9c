#include "statistics/hotelling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "models/core/errors.hpp"
#include "statistics/calibration.hpp"
#include "statistics/tails.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;
using Rows = std::vector<std::vector<double>>;

/// Strongly correlated components of very different size.
Rows rows_with_mean(Source& source, std::size_t count, double mean) {
  Rows rows;
  for (std::size_t i = 0; i < count; ++i) {
    const double shared = source.normal();
    rows.push_back({shared + 0.1 * source.normal() + mean, shared + 0.1 * source.normal(),
                    1e-3 * source.normal() + shared});
  }
  return rows;
}

TEST(Hotelling, OneComponentIsStudent) {
  const Hotelling test = hotelling_zero_mean({{1}, {2}, {4}, {3}, {2}}, 4);
  const double t = 2.4 / std::sqrt(1.3 / 5);
  EXPECT_NEAR(test.t_squared, t * t, 1e-12);
  EXPECT_NEAR(test.p, student_two_sided(t, 4), 1e-15);
}

TEST(Hotelling, CalibrationAndPower) {
  Rate one_percent;
  Rate seen;
  for (std::uint64_t repetition = 0; repetition < 5000; ++repetition) {
    Source source(repetition);
    one_percent.add(hotelling_zero_mean(rows_with_mean(source, 12, 0), 1).p < 0.01);
    // 0.15 is small against the spread 1 of the component but not against the differences.
    if (repetition < 500)
      seen.add(hotelling_zero_mean(rows_with_mean(source, 40, 0.15), 1).p < 1e-4);
  }
  EXPECT_TRUE(at_most(one_percent, 0.01)) << one_percent.value();
  EXPECT_TRUE(at_least(one_percent, 0.01)) << one_percent.value();
  EXPECT_TRUE(at_least(seen, 0.95)) << seen.value();
}

TEST(Hotelling, DirectionsThatNeverVary) {
  Source source(1);
  Rows rows;
  for (int i = 0; i < 20; ++i) {
    const double x = source.normal();
    rows.push_back({x, -x, 2 * x});
  }
  const Hotelling flat = hotelling_zero_mean(rows, 1);
  EXPECT_EQ(flat.rank, 1u);
  EXPECT_GT(flat.p, 1e-3);
  for (std::vector<double>& row : rows) row[1] += 1e-4;  // a constant offset has no error bar
  EXPECT_EQ(hotelling_zero_mean(rows, 1).p, 0);
  EXPECT_EQ(hotelling_zero_mean(Rows(5, {0, 0}), 1).p, 1);
  EXPECT_EQ(hotelling_zero_mean(Rows(5, {0, 1}), 1).p, 0);
}

TEST(Hotelling, NaNHasNoPValueAndBadInputThrows) {
  EXPECT_TRUE(std::isnan(hotelling_zero_mean({{1}, {std::nan("")}}, 1).p));
  EXPECT_THROW(hotelling_zero_mean({}, 1), InputError);
  EXPECT_THROW(hotelling_zero_mean({{1, 2}, {2, 3}}, 1), InputError);
  EXPECT_THROW(hotelling_zero_mean({{1, 2}, {2, 3}, {1}}, 1), InputError);
}

}  // namespace
}  // namespace touchstone
