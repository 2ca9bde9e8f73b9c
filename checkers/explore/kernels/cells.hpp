// checkers/explore/kernels/cells.hpp
// Purpose   The shared cells of a kernel under exploration: each cell is a location of the machine,
//           with a name for people and a first value.
// Not here  What is done to the cells (explored_memory.hpp).
#pragma once
#include <array>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "checkers/explore/machine/program.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {

/// Stands for an object of type T in a kernel's shared structure.
template <class T>
struct ExploredCell {
  Location location = 0;
};

/// Anything of at most 8 bytes whose equality is that of its bits, because a compare_exchange
/// compares bits: numbers, and small structures without padding, as a packed pair.
template <class T>
concept CellValue = std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(Value) &&
                    (std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);

template <CellValue T>
Value to_value(T value) {
  if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return static_cast<Value>(value);  // keeps the sign: waits compare (see of_unsigned)
  } else {
    Value bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  }
}

template <CellValue T>
T from_value(Value value) {
  if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return static_cast<T>(value);
  } else {
    T result;
    std::memcpy(&result, &value, sizeof result);
    return result;
  }
}

class Cells {
 public:
  template <CellValue T>
  ExploredCell<T> cell(std::string name, T initial) {
    if (names_.size() > std::numeric_limits<Location>::max())
      throw InputError("cell " + name + ": a kernel has at most 65536 cells");
    names_.push_back(std::move(name));
    initial_.push_back(to_value(initial));
    return {static_cast<Location>(names_.size() - 1)};
  }

  /// Cells name[0], name[1], ...
  template <std::size_t N, CellValue T>
  std::array<ExploredCell<T>, N> cells(const std::string& name, const std::array<T, N>& initial) {
    std::array<ExploredCell<T>, N> result;
    for (std::size_t i = 0; i < N; ++i)
      result[i] = cell(name + "[" + std::to_string(i) + "]", initial[i]);
    return result;
  }

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<Value>& initial() const { return initial_; }

 private:
  std::vector<std::string> names_;
  std::vector<Value> initial_;
};

}  // namespace touchstone::explore
