// checkers/explore/machine/scope.hpp
// Purpose   Scopes of a device: which threads an atomic access or a fence orders itself with. Two
//           of them synchronise only if the scope of each includes the thread of the other.
// Source    NVIDIA, Parallel Thread Execution ISA, "Memory Consistency Model", sections "Scope" and
//           "Morally strong operations"; S. Chakraborty, S. N. Krishna, A. Pavlogiannis, O. Tuppe,
//           GPUMC, CAV 2025 (scoped RC11), whose word for it is inclusive.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace touchstone::explore {

/// Threads of the own block (cta in PTX), of the own device (gpu), or all (sys). A wider scope has
/// a larger number.
enum class Scope : std::uint8_t { block, device, system };

inline constexpr std::array kScopes{Scope::block, Scope::device, Scope::system};

/// Name as written in litmus programs and reports.
constexpr std::string_view name(Scope scope) {
  constexpr std::array<std::string_view, 3> kNames{"blk", "dev", "sys"};
  return kNames[static_cast<std::size_t>(scope)];
}

/// Place of a thread: numbers of its device, and of its block on that device.
struct Place {
  std::uint8_t device = 0;
  std::uint8_t block = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// The narrowest scope of a thread at `a` that includes a thread at `b`, and the other way round.
constexpr Scope distance(Place a, Place b) {
  if (a.device != b.device) return Scope::system;
  return a.block == b.block ? Scope::block : Scope::device;
}

/// Whether two operations of these scopes, by threads so far apart, include each other.
constexpr bool inclusive(Scope a, Scope b, Scope distance) { return std::min(a, b) >= distance; }

}  // namespace touchstone::explore
