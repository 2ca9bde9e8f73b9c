// models/disks/published.hpp
// Purpose   Looks up pressures of the literature and of exact cases, as values that a measurement
//           can be judged against.
// Source    validation/data/hard_disk_eos.csv (described in validation/data/README.md).
// Computes  Every uncertainty becomes one standard error: "2 SEM" is halved, and an error the
//           source does not define is doubled (Table 1 of Anderson et al. 2013: half a standard
//           error, by comparison with Engel et al. 2013). Errors of published simulations are then
//           widened by kErrorInflation. Outliers, deliberately biased variants, and lines of low
//           precision are left out.
// Cost      The file is read once, at construction.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "models/core/estimate.hpp"
#include "models/disks/start.hpp"

namespace touchstone::disks {

/// Independent publications of the same pressures scatter more than they state: chi-squared is 139
/// for 68 degrees of freedom, 1.43^2 each.
inline constexpr double kErrorInflation = 1.5;

struct PublishedPressure {
  std::size_t disks = 0;
  double packing_fraction = 0;
  Aspect aspect;
  Published pressure;  ///< beta P d^2, one standard error (inflated for simulations)
  std::string method;  ///< algorithm, for example "MPMC" or "exact"
  std::string source;  ///< who, where, and by which estimator
  std::string where;   ///< file:line
};

/// The published pressures of hard disks in periodic boxes.
class EquationOfState {
 public:
  /// Reads the data file; throws InputError (file, line, expected, found).
  explicit EquationOfState(const std::string& path);

  /// All values of N disks in a box of this shape at a packing fraction (to 1e-6), whose method
  /// matches a pattern with '*' and '?'; the most precise first.
  std::vector<PublishedPressure> find(std::size_t disks, double packing_fraction,
                                      Aspect aspect = kSquare,
                                      const std::string& method = "*") const;

  /// The most precise of them; throws InputError naming the packing fractions that are known for
  /// this number of disks and shape when there is none.
  PublishedPressure best(std::size_t disks, double packing_fraction, Aspect aspect = kSquare,
                         const std::string& method = "*") const;

  /// The value whose pressure should be nearest, by packing fraction, number and box.
  const PublishedPressure& nearest(std::size_t disks, double packing_fraction, Aspect aspect) const;

  const std::vector<PublishedPressure>& values() const { return values_; }

 private:
  std::string path_;
  std::vector<PublishedPressure> values_;
};

/// Number, box, packing fraction, value and source of a published pressure, on one line.
std::string describe(const PublishedPressure& known);

}  // namespace touchstone::disks
