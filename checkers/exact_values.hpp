// checkers/exact_values.hpp
// Purpose   Means of independent samples held to exact values: Student's t for each, one verdict
//           for all (Holm).
#pragma once
#include <span>
#include <string>
#include <vector>

#include "checkers/check.hpp"

namespace touchstone {

class ExactValues {
 public:
  /// `resolution`: smallest relative error that matters, at an effort of 1; less effort sees less.
  ExactValues(const CheckContext& context, double resolution);

  /// Adds a comparison of the mean of samples with its exact value, not 0. Samples that are all
  /// alike have no error bar: they fail unless they are the exact value, and never pass.
  void compare(const std::string& what, std::span<const double> samples, double exact);

  /// Fails below `least` comparisons; inconclusive when one of them would not have seen an error
  /// of the resolution.
  CheckResult result(std::size_t least, std::uint64_t trials) const;

 private:
  const CheckContext& context_;
  double resolution_;
  std::vector<double> p_values_;
  bool undecided_ = false;  ///< one of the comparisons says nothing
  double smallest_ = 0;     ///< relative error that each comparison would have seen
  std::string text_;
};

}  // namespace touchstone
