// suite/overlap_cases/small_files.hpp
// Purpose   Texts of small files of cases, for tests.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <string>
#include <vector>

#include "suite/overlap_cases/cases.hpp"

namespace touchstone::shapes {

inline CaseFile cases_of(const std::string& text, bool strict = false) {
  std::istringstream stream(text);
  return read_cases(stream, "file", strict);
}

inline std::string file_with(const std::vector<std::string>& shapes,
                             const std::vector<std::string>& cases) {
  return fmt::format(R"({{"format": "touchstone-overlap/1", "shapes": [{}], "cases": [{}]}})",
                     fmt::join(shapes, ","), fmt::join(cases, ","));
}

inline std::string shape(int id, const std::string& shape_class, const std::string& params) {
  return fmt::format(R"({{"id": {}, "shape_class": "{}", "params": {}}})", id, shape_class, params);
}

/// A case of two shapes, b turned by nothing.
inline std::string placed(int id, int a, int b, const std::string& q_a = "[1, 0, 0, 0]",
                          const std::string& r_ab = "[1.5, 0, 0]") {
  return fmt::format(
      R"({{"id": {}, "a": {}, "b": {}, "q_a": {}, "q_b": [1, 0, 0, 0], "r_ab": {}}})", id, a, b,
      q_a, r_ab);
}

}  // namespace touchstone::shapes
