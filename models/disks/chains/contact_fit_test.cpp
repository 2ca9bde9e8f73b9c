#include "models/disks/chains/contact_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/disks/direct_sampling.hpp"
#include "models/disks/exact_cases.hpp"
#include "models/disks/start.hpp"

namespace touchstone::disks {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kBin = 1e-4;
constexpr double kDecay = 30;  // the paper's model distribution, exp(-30 r)

/// Ordered pairs in the bins if g(r) = exp(-30 (r - 1)) and N rho = 1: the integral of g 2 pi r
/// over each ring, whose inner radius is moved by `shift`.
std::vector<double> model_histogram(std::size_t bins, double shift = 0) {
  std::vector<double> n(bins);
  for (std::size_t i = 0; i < bins; ++i) {
    const double a = static_cast<double>(i) * kBin + shift;
    const double b = a + kBin;
    const auto primitive = [](double x) {  // of exp(-30 x) (1 + x)
      return -std::exp(-kDecay * x) * ((1 + x) / kDecay + 1 / (kDecay * kDecay));
    };
    n[i] = 2 * kPi * (primitive(b) - primitive(a));
  }
  return n;
}

double bias(ContactFitParameters p, double shift = 0) {
  const ContactFit fit(p);
  return fit.contact_value(model_histogram(fit.radii().size(), shift), 1, 1) - 1;
}

// The relative error of the fit for the model distribution; the paper claims < 1e-5 for its choice.
TEST(ContactFit, BiasEqualsTheKnownTable) {
  struct Entry {
    double range;
    int degree;
    double bias, half_digit;
  };
  for (const Entry& e :
       {Entry{0.01, 1, -6.7e-3, 5e-5}, Entry{0.02, 1, -2.4e-2, 5e-4}, Entry{0.05, 1, -1.1e-1, 5e-3},
        Entry{0.10, 1, -2.7e-1, 5e-3}, Entry{0.01, 2, -2.0e-4, 5e-6}, Entry{0.02, 2, -1.4e-3, 5e-5},
        Entry{0.05, 2, -1.5e-2, 5e-4}, Entry{0.10, 2, -7.1e-2, 5e-4}, Entry{0.01, 3, -3.9e-6, 5e-8},
        Entry{0.02, 3, -5.9e-5, 5e-7}, Entry{0.05, 3, -1.6e-3, 5e-5}, Entry{0.10, 3, -1.4e-2, 5e-4},
        Entry{0.01, 4, 3e-7, 5e-8},    Entry{0.02, 4, -1.6e-6, 5e-8}, Entry{0.05, 4, -1.3e-4, 5e-6},
        Entry{0.10, 4, -2.3e-3, 5e-5}, Entry{0.01, 5, 4e-7, 5e-8},    Entry{0.02, 5, 3.2e-7, 5e-9},
        Entry{0.05, 5, -8.4e-6, 5e-8}, Entry{0.10, 5, -3.0e-4, 5e-6}})
    EXPECT_NEAR(bias({kBin, e.range, e.degree}), e.bias, e.half_digit * 1.001)
        << "range " << e.range << ", degree " << e.degree;
}

// Twins: the bias of slips that a weaker test would pass.
TEST(ContactFit, WrongSamplingPointsAreSeen) {
  EXPECT_LT(std::abs(bias({})), 1e-5);
  EXPECT_NEAR(bias({}, kBin / 2), -1.45e-3, 1e-5);  // bins labelled by their left edges
  EXPECT_NEAR(bias({}, -kBin / 2), 1.45e-3, 1e-5);  // by their right edges
}

// Counts are Poisson: relative standard error times the root of the pairs in the window.
TEST(ContactFit, NoiseEqualsTheKnownTable) {
  const double known[] = {1.62, 2.49, 3.35, 4.22, 5.09};
  for (int degree = 1; degree <= 5; ++degree) {
    const ContactFit fit({kBin, 0.02, degree});
    double variance = 0;
    double pairs = 0;
    double value = 0;
    for (std::size_t i = 0; i < fit.weights().size(); ++i) {
      const double g = std::exp(-kDecay * (fit.radii()[i] - 1));
      variance += fit.weights()[i] * fit.weights()[i] * g;
      pairs += g;
      value += fit.weights()[i] * g;
    }
    const double expected = known[degree - 1];
    EXPECT_NEAR(std::sqrt(variance * pairs), expected, 0.0051) << degree;
    EXPECT_NEAR(value, 1, 0.03);
  }
}

TEST(ContactFit, WeightsReproducePolynomialsOfTheirDegree) {
  for (const int degree : {0, 1, 5, 12}) {
    const ContactFit fit({kBin, 0.05, degree});
    for (int power = 0; power <= degree; ++power) {
      double sum = 0;
      for (std::size_t i = 0; i < fit.radii().size(); ++i)
        sum += fit.weights()[i] * std::pow((fit.radii()[i] - 1) / 0.05 + 0.5, power);
      EXPECT_NEAR(sum, std::pow(0.5, power), 1e-11) << degree << ' ' << power;
    }
  }
}

TEST(ContactFit, RadiiObeyEquation6) {
  const ContactFit fit;
  ASSERT_EQ(fit.radii().size(), 200u);
  for (const std::size_t i : {0u, 7u, 199u}) {
    const long double a = 1 + static_cast<long double>(i) * 1e-4L;
    const long double b = a + 1e-4L;
    const long double radius = 2 * (b * b * b - a * a * a) / (3 * (b * b - a * a));
    EXPECT_NEAR(fit.radii()[i], static_cast<double>(radius), 1e-14);
  }
}

// Two disks on a torus: g is the constant V / (V - pi), so that no noise is needed.
TEST(ContactFit, IsExactForTwoDisks) {
  const double area = 16;
  const ContactFit fit;
  std::vector<double> expected(fit.radii().size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double a = 1 + static_cast<double>(i) * kBin;
    expected[i] = 2 * kPi * (2 * a + kBin) * kBin / (area - kPi);  // two ordered pairs
  }
  const double exact = exact_torus(2, 4).pressure;
  EXPECT_NEAR(fit.pressure(expected, 2, 2 / area), exact, 1e-9);
  for (double& n : expected) n /= 2;  // unordered pairs
  EXPECT_GT(std::abs(fit.pressure(expected, 2, 2 / area) - exact), 5e-3);
}

struct Sampled {
  double mean = 0;
  double error = 0;
  double z(double expected) const { return std::abs(mean - expected) / error; }
};

Sampled sampled(std::size_t disks, double side, int states) {
  PhiloxStream stream = Philox(17 + disks).stream(Purpose::test, 0, 0);
  const DirectSampler sampler(disks, {side, side});
  const ContactFit fit;
  Configuration c;
  double sum = 0;
  double squares = 0;
  for (int k = 0; k < states; ++k) {
    sampler.sample(stream, c);
    const double p = fit.pressure(c);
    sum += p;
    squares += p * p;
  }
  const double mean = sum / states;
  return {mean, std::sqrt((squares / states - mean * mean) / states)};
}

TEST(ContactFit, AgreesWithExactToriAndSeesNormalisationFaults) {
  for (const std::size_t disks : {2u, 3u, 4u}) {
    const double exact = exact_torus(disks, 4).pressure;
    const Sampled s = sampled(disks, 4, 600000);
    EXPECT_LT(s.z(exact), 4) << disks;
    const auto n = static_cast<double>(disks);
    const double ideal = n / 16;
    EXPECT_GT(s.z(ideal + (exact - ideal) / 2), 4) << "unordered pairs";
    EXPECT_GT(s.z(ideal + (exact - ideal) * n / (n - 1)), 4) << "(N - 1) / N";
  }
}

TEST(ContactFit, CountsOrderedPairsAndTouchingOnes) {
  const ContactFit fit;
  const auto counted = [&](double distance) {
    return fit.histogram({{8, 8}, {{1, 1}, {1 + distance, 1}}});
  };
  EXPECT_EQ(counted(1.00005)[0], 2);
  EXPECT_EQ(counted(1.00015)[1], 2);
  EXPECT_EQ(counted(1.01995)[199], 2);
  EXPECT_EQ(counted(0.999999)[0], 2);  // an overlap by rounding
  for (const double n : counted(1.0201)) EXPECT_EQ(n, 0);
}

TEST(ContactFit, TheLastBinIsAWholeOne) {
  const ContactFit fit({2.3e-3, 0.02, 5});  // 8.7 bins
  ASSERT_EQ(fit.radii().size(), 9u);
  EXPECT_EQ(fit.histogram({{8, 8}, {{1, 1}, {2.0206, 1}}})[8], 2);  // the end is 1.0207
  EXPECT_THROW(fit.pressure({{2.0405, 8}, {{1, 1}}}), InputError);  // twice 1.0207 is 2.0414
  const ContactFit shorter({3e-3, 0.02, 5});                        // 6.7 bins
  EXPECT_EQ(shorter.histogram({{8, 8}, {{1, 1}, {2.0209, 1}}})[6], 2);
}

TEST(ContactFit, RefusesImpossibleParameters) {
  EXPECT_THROW(ContactFit({0, 0.02, 5}), InputError);
  EXPECT_THROW(ContactFit({1e-4, -1, 5}), InputError);
  EXPECT_THROW(ContactFit({1e-4, 5e-4, 5}), InputError);
  EXPECT_THROW(ContactFit({1e-4, 0.02, 13}), InputError);
  EXPECT_THROW(ContactFit({1e-9, 0.02, 5}), InputError);
  EXPECT_THROW(ContactFit({std::nan(""), 0.02, 5}), InputError);
  EXPECT_THROW(ContactFit().pressure(Configuration{{2, 2}, {{0, 0}}}), InputError);
  EXPECT_THROW(ContactFit().pressure({1.0}, 2, 0.1), InputError);
}

}  // namespace
}  // namespace touchstone::disks
