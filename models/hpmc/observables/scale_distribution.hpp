// models/hpmc/observables/scale_distribution.hpp
// Purpose   The pressure at constant volume from how far separations can be scaled before bodies
//           touch.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.3, equations for s(x); range 0.02, bins of
//           1e-4, a polynomial of degree 5 at x = 0.
// Computes  For each body the smallest x > 0 at which it overlaps another when their separation r
//           becomes (1 - x) r; s(x) is the histogram per body and width of bin, averaged over all
//           samples before the fit. beta P / rho = 1 + s(0+) / (2 d). Where a body is not convex,
//           separations are stretched too: s(0+) - s(0-) in place of s(0+).
// Cost      O(N) per sample: neighbours by cells; a binary search over the bins for each pair of
//           convex bodies, all bins one after another for others.
// Not here  Error bars: samples are correlated (frame() gives the value of each).
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/configuration.hpp"

namespace touchstone::shapes {

struct ScaleParameters {
  double range = 0.02;
  int bins = 200;
  int degree = 5;
  /// Counts every pair in the range, not the nearest of each body alone: the same value at 0, by a
  /// smoother curve, which allows a wider range with a lower degree.
  bool all_pairs = false;
};

/// All pairs, by a smooth curve. Against degree 6 over 2500 frames of spheres: degree 2 misses
/// 0.04, 3 less than 0.01.
inline constexpr ScaleParameters kAllPairs{
    .range = 0.06, .bins = 60, .degree = 4, .all_pairs = true};

/// Whether the body is convex and holds its origin: two that are apart never touch when they are
/// moved farther apart. A cut may leave the origin of an ellipsoid outside.
bool is_convex(const Body& body);

class ScaleDistribution {
 public:
  /// Distribution for configurations with these types. Throws InputError for a range outside (0,
  /// 0.5], a degree outside 0..12 and fewer bins than 2 (degree + 1).
  explicit ScaleDistribution(const std::vector<Body>& types, ScaleParameters parameters = {});

  void add(const Configuration& configuration);

  /// Z = beta P / rho of all samples.
  double compressibility() const { return z_of(sums_); }
  /// The same of the last sample alone: the mean of these is compressibility().
  double frame() const { return z_of(last_); }
  /// s(0+) of compressions and s(0-) of expansions, over all samples.
  double compressions() const;
  double expansions() const;
  /// Share of bodies with a contact in the range; the paper advises about one half.
  double share_in_range() const;
  std::size_t samples() const { return static_cast<std::size_t>(sums_.back()); }
  /// All that add() sums up. A distribution that is given the sums of another goes on as that one.
  std::vector<double>& sums() { return sums_; }
  /// The fit at 0 is the sum of weights()[k] s_k.
  const std::vector<double>& weights() const { return weights_; }

 private:
  /// Bins of compressions, bins of expansions, and the number of samples.
  using Histogram = std::vector<double>;
  struct Contact {
    int compress;
    int stretch;
  };
  double z_of(const Histogram& histogram) const;
  double value_at_zero(const double* bins) const;
  void meet(const Configuration& c, std::size_t i, std::size_t j, Vec3 r, Contact& first) const;
  void count(const Contact& contact, double one);
  int first_bin(const Configuration& c, std::size_t i, std::size_t j, Vec3 r, double sign,
                int below, bool monotone) const;

  ScaleParameters parameters_;
  int dimensions_;
  std::size_t types_;
  std::vector<std::unique_ptr<PairOverlap>> pairs_;
  std::vector<double> radii_;
  std::vector<bool> convex_;
  bool all_convex_;
  std::vector<double> weights_;
  Histogram sums_;
  Histogram last_;  ///< sums of the last sample alone
};

/// Weights of the value at 0 of the least-squares polynomial through values at the centres of bins.
std::vector<double> weights_at_zero(int bins, int degree);

}  // namespace touchstone::shapes
