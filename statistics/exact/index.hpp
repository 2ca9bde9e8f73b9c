// statistics/exact/index.hpp
// Purpose   Numbers of the states of a chain, counted from 0.
#pragma once
#include <cstdint>

namespace touchstone::exact {

using Index = std::uint32_t;
inline constexpr Index kNone = ~Index{0};  ///< no state

}  // namespace touchstone::exact
