// models/core/scheme.hpp
// Purpose   Properties that a scheme claims. A checker holds a scheme to each claim; a property
//           that is not claimed is reported as "not claimed", never as a silent green.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace touchstone {

enum class Claims : unsigned {
  none = 0,
  detailed_balance = 1u << 0,  ///< pi(x) P(x,y) == pi(y) P(y,x) for the elementary step
  global_balance = 1u << 1,    ///< sum over x of pi(x) P(x,y) == pi(y)
  thread_invariant = 1u << 2,  ///< same seed, same trajectory, for any number of threads
  equals_reference =
      1u << 3,  ///< same random stream, same trajectory as its reference, bit for bit
  conserves_particles = 1u << 4  ///< no particle is lost or duplicated
};

constexpr Claims operator|(Claims a, Claims b) {
  return static_cast<Claims>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr Claims operator&(Claims a, Claims b) {
  return static_cast<Claims>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}
constexpr bool has(Claims all, Claims one) {
  return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}

/// The names of all claims made, for tables and for `touchstone list`.
inline std::vector<std::string_view> names(Claims claims) {
  constexpr std::pair<Claims, std::string_view> kNames[] = {
      {Claims::detailed_balance, "detailed balance"},
      {Claims::global_balance, "global balance"},
      {Claims::thread_invariant, "thread invariant"},
      {Claims::equals_reference, "equals reference"},
      {Claims::conserves_particles, "conserves particles"}};
  std::vector<std::string_view> result;
  for (const auto& [claim, text] : kNames)
    if (has(claims, claim)) result.push_back(text);
  return result;
}

/// `name` is "family/scheme"; `source` cites paper, section, algorithm.
struct SchemeInfo {
  std::string name;
  std::string source;
  Claims claims = Claims::none;
  std::string backend = "serial";  ///< for people: serial, openmp, avx512, cuda, ...
  bool on_device = false;          ///< its kernels run on a device, and need one
  bool parallel = false;           ///< uses the threads that it is given
  int lanes = 1;                   ///< particles or pairs that one instruction treats
  bool timed = true;      ///< false for schemes that only define a result or follow a schedule
  bool baseline = false;  ///< the serial scheme of its family that speed-ups refer to
};

/// Attempted and accepted trial moves. Attempts count every trial move of a particle that exists;
/// an empty cell attempts nothing.
struct SweepStats {
  std::uint64_t trials = 0;
  std::uint64_t accepted = 0;
  SweepStats& operator+=(const SweepStats& other) {
    trials += other.trials;
    accepted += other.accepted;
    return *this;
  }
};

}  // namespace touchstone
