// validation/experiments/cmc/cross_section.hpp
// Purpose   Cross sections of meetings of binaries, whatever they meet: measured at a speed, and
//           held to the limit of high speeds or to the serial reference.
// Computes  The share of meetings on a disk of impact parameters, times the disk, over pi a^2.
//           Speeds are in units of the critical one, at which all stars together have no energy.
// Not here  What meets, and how it can end (cross_sections.cpp, binary_cross_sections.cpp).
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/cmc/scattering/three_stars.hpp"
#include "models/core/estimate.hpp"
#include "validation/experiment.hpp"

namespace touchstone::validation::cmc {

/// Numbers of meetings that end in some way.
struct Ends {
  std::vector<std::size_t> of_kind;
  std::size_t none = 0;  ///< unfinished or lost
};

/// Ends that one cross section counts.
struct Kind {
  std::string name;    ///< in names of rows
  std::string metric;  ///< in records
  double limit = 0;    ///< times the square of the speed, far above the critical one; 0: none
};

/// A speed whose cross section, times its square, is part of an extrapolation.
struct FastSpeed {
  double speed;
  double weight;
  double part;  ///< share of all meetings that it gets
};

/// Meetings of one sort.
struct Meetings {
  std::string experiment;   ///< name without its family
  std::string seeds;        ///< name that seeds are drawn from
  std::string limit_known;  ///< source of the limits
  std::vector<FastSpeed> to_limit;
  std::vector<Kind> kinds;
  Kind without_end;
  std::function<double(double speed)> widest_impact;  ///< over the axis
  /// Counts the ends of the meetings [first, last) of a seed.
  std::function<Ends(const cluster::ScatteringScheme&, double speed, std::uint64_t seed,
                     std::size_t first, std::size_t last, int threads)>
      follow;
  std::function<double(bool parallel, double speed)> seconds;  ///< for one; only for the time left
};

/// Cross section over pi a^2 from numbers of meetings. Its error is not below that of `expected`:
/// of those that never happen one is known, too.
Estimate cross_section(double widest_impact, std::size_t found, std::size_t meetings,
                       double expected = 0);

/// Rows of kinds, counted in the same meetings: each one's cross section times the square of the
/// speed, extrapolated.
std::vector<Measurement> limits(const Meetings& meetings, const std::vector<std::size_t>& kinds,
                                const Plan& plan, const cluster::ScatteringScheme& scheme,
                                std::size_t count);

/// A kind, and the smallest error that matters, as a part of the expected value.
struct Compared {
  std::size_t kind;
  double resolution = 0.5;
};

/// Kinds at a speed, and meetings without an end, each held to the serial reference with a quarter
/// of the meetings.
struct AtSpeed {
  double speed;
  std::size_t count;
  std::vector<Compared> kinds;
};
std::vector<Measurement> beside_reference(const Meetings& meetings, const AtSpeed& at,
                                          const Plan& plan,
                                          const cluster::ScatteringScheme& scheme);

/// The widest vectors of this machine; from class W on all schemes.
std::vector<const cluster::ScatteringScheme*> scattering_schemes_of(const Plan& plan);

/// Meetings in this class over those in class S: 1, 10 or 100.
std::size_t times_class_S(const Plan& plan);

}  // namespace touchstone::validation::cmc
