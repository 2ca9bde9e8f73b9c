// validation/seeds.hpp
// Purpose   Independent seeds for all chains of a run from the one seed of the command line: both
//           sides of a comparison, and every chain, draw from streams of their own.
// Source    Philox as a keyed hash (models/core/random/philox.hpp); FNV-1a of the text
//           (G. Fowler, L. C. Noll, K.-P. Vo, 1991) spreads the names over its counters.
#pragma once
#include <cstdint>
#include <string_view>

#include "models/core/random/philox.hpp"

namespace touchstone::validation {

constexpr std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

/// A seed that depends on the master seed, a name and a number.
constexpr std::uint64_t derive_seed(std::uint64_t master, std::string_view name,
                                    std::uint64_t number) {
  const std::uint64_t hash = fnv1a(name);
  const PhiloxBlock words =
      philox4x32_10({static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(hash >> 32),
                     static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)},
                    {static_cast<std::uint32_t>(master), static_cast<std::uint32_t>(master >> 32)});
  return std::uint64_t{words[0]} << 32 | words[1];
}

}  // namespace touchstone::validation
