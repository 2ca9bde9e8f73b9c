// checkers/digest.hpp
// Purpose   A number that changes with any bit of what went into it, for records: equal digests say
//           that two builds, machines or mutants did the same.
// Source    FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), eight bytes at a time.
#pragma once
#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <ranges>
#include <string>
#include <type_traits>

namespace touchstone {

class Digest {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void add(Number x) {
    if constexpr (std::is_floating_point_v<Number>)
      word(std::bit_cast<std::uint64_t>(static_cast<double>(x)));
    else
      word(static_cast<std::uint64_t>(x));
  }
  void add(const std::ranges::range auto& numbers) {
    for (const auto x : numbers) add(x);
  }
  std::string text() const { return fmt::format("{:016x}", state_); }

 private:
  void word(std::uint64_t bits) {
    state_ = (state_ ^ bits) * 0x100000001B3u;
    state_ ^= state_ >> 32;  // high bits reach low ones
  }
  std::uint64_t state_ = 0xCBF29CE484222325u;
};

}  // namespace touchstone
