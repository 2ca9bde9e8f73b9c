// The lifted TASEP: its declared spectrum from the Bethe ansatz, which knows no transition matrix,
// and from what is known of traces and determinants; mutants that balance does not see.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "checkers/balance/session.hpp"
#include "statistics/calibration.hpp"

namespace touchstone::balance {
namespace {

using Complex = std::complex<double>;
using Series = std::vector<Complex>;  // polynomial, highest power first

Series times(const Series& a, const Series& b) {
  Series product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k) product[i + k] += a[i] * b[k];
  return product;
}
Complex value(const Series& a, Complex z) {
  Complex sum = 0;
  for (const Complex& c : a) sum = sum * z + c;
  return sum;
}
/// Remainder of a division by a polynomial that begins with 1.
Series remainder(Series a, const Series& by) {
  for (std::size_t i = 0; i + by.size() <= a.size(); ++i)
    for (std::size_t k = by.size(); k-- > 0;) a[i + k] -= a[i] * by[k];
  return {a.end() - static_cast<std::ptrdiff_t>(by.size() - 1), a.end()};
}

/// All roots at once (Durand and Kerner).
Series roots(Series a) {
  for (std::size_t k = a.size(); k-- > 0;) a[k] /= a[0];
  Series z;
  for (std::size_t k = 1; k < a.size(); ++k) z.push_back(std::pow(Complex(0.4, 0.9), k));
  for (int round = 0; round < 500; ++round)
    for (std::size_t i = 0; i < z.size(); ++i) {
      Complex others = 1;
      for (std::size_t k = 0; k < z.size(); ++k)
        if (k != i) others *= z[i] - z[k];
      z[i] -= value(a, z[i]) / others;
    }
  return z;
}

/// Wave functions psi_a(x) = sum over permutations Q of A_a(Q) z_Q1^x1 ... z_QN^xN, where particle
/// a is active. One step of the free motion gives
///   (E - (1 - alpha) / z_Qa) A_a(Q) = alpha A_a+1(Q) / z_Qa+1,
/// two neighbours, where the one behind is or becomes active, and the ring give, with
/// g(z) = (E - alpha) z - (1 - alpha), for each z
///   z^L = (-1)^(N-1) (E z - (1 - alpha)) / alpha (z / g(z))^N prod_k g(z_k) / z_k,
///   prod_k (E z_k - (1 - alpha)) = alpha^N.
struct BetheRing {
  int sites;
  int particles;
  double alpha;

  /// Polynomial whose roots are the z, from E, their product, and for N = 3 their sum.
  Series wave_numbers(Complex e, Complex product, Complex sum) const {
    const double rest = 1 - alpha;
    if (particles == 2)
      return {1.0, -(e * e * product + rest * rest - alpha * alpha) / (e * rest), product};
    const Complex pairs =
        (e * e * e * product + e * rest * rest * sum - std::pow(rest, 3) - std::pow(alpha, 3)) /
        (e * e * rest);
    return {1.0, -sum, pairs, -product};
  }
  /// Remainder of the equation of each z modulo the polynomial of all z.
  Series residual(Complex e, Complex product, const Series& waves) const {
    const Complex a = e - alpha;
    const double rest = 1 - alpha;
    const double sign = particles % 2 == 0 ? 1 : -1;
    const Complex all_g = sign * std::pow(a, particles) * value(waves, rest / a);
    const Complex factor = -sign * all_g / product;
    Series equation = {alpha};
    for (int k = 0; k < particles; ++k) equation = times(equation, {a, -rest});
    equation.resize(static_cast<std::size_t>(sites) + 1);
    equation[equation.size() - 2] -= factor * e;
    equation[equation.size() - 1] += factor * rest;
    return remainder(equation, waves);
  }
};

double largest(const Series& a) {
  double most = 0;
  for (const Complex& c : a) most = std::max(most, std::abs(c));
  return most;
}
/// The z must be apart: else the wave function vanishes.
bool apart(const Series& waves) {
  const Series z = roots(waves);
  double least = 1;
  for (std::size_t i = 0; i < z.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) least = std::min(least, std::abs(z[i] - z[k]));
  return least > 1e-3;
}

constexpr double kSolved = 1e-8;

/// One way to the sum of three z: Newton's method from some start.
bool solved_from(const BetheRing& ring, Complex e, Complex product, Complex sum) {
  const auto first = [&](Complex s) {
    return ring.residual(e, product, ring.wave_numbers(e, product, s))[0];
  };
  for (int round = 0; ring.particles == 3 && round < 60; ++round) {
    const Complex here = first(sum);
    const Complex change = 1e-7 * here / (first(sum + 1e-7) - here);
    if (!std::isfinite(std::abs(change))) break;
    sum -= change;
    if (std::abs(change) < 1e-13) break;
  }
  const Series waves = ring.wave_numbers(e, product, sum);
  return largest(ring.residual(e, product, waves)) < kSolved && apart(waves);
}

/// Whether the Bethe equations have a solution with this eigenvalue in some sector of momentum.
bool solves_bethe_equations(const BetheRing& ring, Complex e) {
  calibration::Source random(1);
  for (int start = 0; start < (ring.particles == 2 ? 1 : 400); ++start) {
    const double imaginary = 3 * random.normal();
    const Complex sum(3 * random.normal(), imaginary);
    for (int k = 0; k < ring.sites; ++k)
      if (solved_from(ring, e, std::polar(1.0, 2 * std::numbers::pi * k / ring.sites), sum))
        return true;
  }
  return false;
}

const TinyModel& model(const std::string& scheme, const std::string& name) {
  for (const TinyModel& one : tiny_models())
    if (one.scheme == scheme && one.model == name) return one;
  throw InputError("no model " + scheme + " on " + name);
}

/// Numbers of roots of the declared polynomials that solve the equations, and that do not.
std::array<int, 2> counts(const BetheRing& ring, const std::string& name) {
  std::array<int, 2> result = {};
  for (const auto& factor : model("variant/lifted-tasep", name).spectrum)
    for (const Complex& e : roots({factor.begin(), factor.end()}))
      ++result[solves_bethe_equations(ring, e) ? 0 : 1];
  return result;
}

// E = 1, whose z are all 1, is the uniform distribution and no wave. On five sites E = -1/2 is the
// other one without a wave.
TEST(LiftedTasep, EveryEigenvalueOfTwoParticlesSolvesTheBetheEquations) {
  EXPECT_EQ(counts({6, 2, 1. / 5}, "ring L=6 N=2 pull-back=1/5"), (std::array{29, 1}));
  EXPECT_EQ(counts({5, 2, 1. / 4}, "ring L=5 N=2 pull-back=1/4"), (std::array{18, 2}));
}

TEST(LiftedTasep, EveryEigenvalueOfThreeParticlesSolvesTheBetheEquations) {
  EXPECT_EQ(counts({6, 3, 2. / 5}, "ring L=6 N=3 pull-back=2/5"), (std::array{59, 1}));
}

TEST(LiftedTasep, OtherNumbersDoNotSolveTheBetheEquations) {
  for (const Complex e : {Complex(0.9, 0.1), Complex(-0.3, 0.5)}) {
    EXPECT_FALSE(solves_bethe_equations({6, 2, 1. / 5}, e));
    EXPECT_FALSE(solves_bethe_equations({6, 2, 1. / 4}, e));
  }
}

// A step ends where it began when an activity that was handed on is pulled back. Both parts are
// permutations, that of the pull-back in cycles of N: |det| = |(1 - alpha)^N - (-alpha)^N|^(n / N).
TEST(LiftedTasep, TraceAndDeterminantAreTheKnownOnes) {
  struct Case {
    const char* name;
    double sites, particles, alpha, states;
  };
  for (const Case& c : {Case{"ring L=6 N=2 pull-back=1/5", 6, 2, 0.2, 30},
                        Case{"ring L=6 N=3 pull-back=2/5", 6, 3, 0.4, 60},
                        Case{"ring L=5 N=2 pull-back=1/4", 5, 2, 0.25, 20}}) {
    double sum = 0, product = 1;
    for (const auto& f : model("variant/lifted-tasep", c.name).spectrum) {
      sum -= static_cast<double>(f[1]) / static_cast<double>(f[0]);
      product *= static_cast<double>(f.back()) / static_cast<double>(f[0]);
    }
    EXPECT_NEAR(sum, c.alpha * c.states * (c.particles - 1) / (c.sites - 1), 1e-12) << c.name;
    const double cycle = std::pow(1 - c.alpha, c.particles) - std::pow(-c.alpha, c.particles);
    EXPECT_NEAR(std::abs(product) / std::pow(std::abs(cycle), c.states / c.particles), 1, 1e-12)
        << c.name;
  }
}

TEST(LiftedTasep, MutantsAreSeenByTheirRelaxationAlone) {
  int mutants = 0;
  for (const TinyModel& one : tiny_models()) {
    if (one.scheme.rfind("mutant/lifted-tasep", 0) != 0) continue;
    ++mutants;
    for (const Summary& summary : summaries(judge(one))) {
      const bool relaxation = summary.name == "relaxation";
      if (summary.name == "detailed balance") continue;
      EXPECT_EQ(summary.verdict, relaxation ? Verdict::fail : Verdict::pass)
          << one.scheme << ": " << summary.name;
    }
  }
  EXPECT_EQ(mutants, 5);
}

}  // namespace
}  // namespace touchstone::balance
