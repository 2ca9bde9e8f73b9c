// statistics/autocorrelation.hpp
// Purpose   Number of independent samples that a time series is worth: the integrated
//           autocorrelation time with an automatic window, and the error of the mean from it.
// Source    A. D. Sokal, "Monte Carlo methods in statistical mechanics" (1996), sec. 3 (window
//           W >= c tau); U. Wolff, Comput. Phys. Commun. 156, 143 (2004), eq. 42 (error of tau) and
//           eq. 49 (bias of the subtracted mean).
// Computes  tau = 1/2 + sum_{t=1}^{W} rho(t), in samples, so that the variance of the mean is
//           2 tau sigma^2 / N and N / (2 tau) samples are independent. Uncorrelated: tau = 1/2;
//           AR(1) with coefficient a: tau = (1 + a) / (1 - a) / 2.
//           W is the smallest lag with W >= kWindowFactor (1/2 + sum |rho|): absolute values, so
//           that an oscillating series is not cut at its first negative lag.
// Cost      O(N kMaximumLag) at most twice: a series whose window would be longer is averaged in
//           pairs and looked at again (pair sums keep all covariances).
// Not here  The default error bar of the suite: estimate_mean() in blocking.hpp, which also guards
//           against a small slow mode that any window of this kind overlooks.
#pragma once
#include <cstddef>
#include <span>

namespace touchstone {

/// Truncation bias of an exponential is exp(-6), 0.25 per cent of tau.
inline constexpr double kWindowFactor = 6;
inline constexpr std::size_t kMaximumLag = 256;
/// Fewer independent samples than this say nothing reliable about tau itself.
inline constexpr double kMinimumEffectiveSamples = 50;

struct Autocorrelation {
  double tau;                 ///< in samples; 1/2 for an uncorrelated series
  double tau_error;           ///< one standard error (Wolff, eq. 42)
  double window;              ///< W, in samples
  double effective_samples;   ///< N / (2 tau)
  double standard_error;      ///< standard error of the mean
  double degrees_of_freedom;  ///< those of standard_error^2: N / (2 W + 1)
  /// The window closed, tau is positive and there are kMinimumEffectiveSamples. If false the
  /// numbers must not be used as an error bar; the standard error is then infinite.
  bool converged;
};

/// A constant series has standard error 0 and tau 1/2; a series with a NaN or an infinity gives
/// NaN. InputError for an empty series.
Autocorrelation integrated_autocorrelation(std::span<const double> series);

}  // namespace touchstone
