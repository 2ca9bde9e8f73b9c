// models/core/larger_or_nan.hpp
// Purpose   The worst of errors, none of which may be lost: std::max(a, NaN) is a.
#pragma once
#include <cmath>

namespace touchstone {

/// The larger one; a NaN if one of them is.
inline double larger_or_nan(double a, double b) { return std::isnan(a) || a > b ? a : b; }

}  // namespace touchstone
