// checkers/cmc/in_double.hpp
// Purpose   Special functions for laws of initial states in double precision: the library's usual
//           policy computes in long double, which takes several times as long.
#pragma once
#include <boost/math/policies/policy.hpp>

namespace touchstone::cmc {

/// Last argument of a function of Boost.Math.
inline constexpr boost::math::policies::policy<boost::math::policies::promote_double<false>>
    kInDouble{};

}  // namespace touchstone::cmc
