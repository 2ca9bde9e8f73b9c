// checkers/hpmc/hostile_cases.hpp
// Purpose   Files of overlap cases that are wrong in one way each, for tests: one line must say
//           what, where, expected and found; never a crash, never an answer.
// Not here  The files: hostile_text_test.cpp, hostile_bodies_test.cpp, hostile_pairs_test.cpp.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "checkers/hpmc/overlap_command.hpp"
#include "models/core/errors.hpp"

namespace touchstone::hpmc {

/// Error of the command, asked to be strict, about a file with this text, or about the first shape
/// or case that it refuses.
inline std::string said_about(const std::string& text) {
  std::istringstream stream(text);
  std::ostringstream answers;
  std::ostringstream errors;
  try {
    const int code = run_overlap({.cases = "file", .strict = true}, stream, answers, errors);
    if (code != static_cast<int>(ExitCode::bad_input)) return "answered";
  } catch (const InputError& error) {
    EXPECT_EQ(answers.str(), "") << "answers before an error";
    return error.what();
  }
  const std::string said = errors.str();
  const std::size_t begin = said.find(": ") + 2;  // after the signature
  return said.substr(begin, said.find('\n') - begin);
}

inline std::string file_of(const std::string& shapes, const std::string& cases) {
  return R"({"format": "touchstone-overlap/1", "shapes": [)" + shapes + R"(], "cases": [)" + cases +
         "]}";
}
inline std::string shape(const std::string& shape_class, const std::string& params) {
  return R"({"id": 0, "shape_class": ")" + shape_class + R"(", "params": )" + params + "}";
}
/// A file of one body and no case.
inline std::string body(const std::string& shape_class, const std::string& params) {
  return file_of(shape(shape_class, params), "");
}
/// A ball, a disk, an ellipse and an ellipsoid (ids 0 to 3), and a case with these fields.
inline std::string pair(const std::string& fields) {
  return file_of(R"({"id": 0, "shape_class": "Sphere", "params": {"diameter": 1}},
                    {"id": 1, "shape_class": "Disk", "params": {"diameter": 1}},
                    {"id": 2, "shape_class": "Ellipse", "params": {"a": 1, "b": 2}},
                    {"id": 3, "shape_class": "Ellipsoid", "params": {"a": 1, "b": 2, "c": 3}},
                    {"id": 4, "shape_class": "ConvexPolygon",
                     "params": {"vertices": [[-1, -1], [1, -1], [0, 1]]}})",
                 R"({"id": 7, )" + fields + "}");
}
inline const std::string kPlaced = R"("q_a": [1, 0, 0, 0], "q_b": [1, 0, 0, 0], "r_ab": [2, 0, 0])";

struct Hostile {
  std::string what;
  std::string text;
  std::string words;  ///< in the error
};

inline void expect_refused_in_one_line(const std::vector<Hostile>& all) {
  for (const Hostile& one : all) {
    const std::string error = said_about(one.text);
    EXPECT_NE(error.find(one.words), std::string::npos) << one.what << "\n" << error;
    EXPECT_EQ(error.rfind("file: ", 0), 0u) << one.what << "\n" << error;
    EXPECT_LT(error.size(), 600u) << one.what;
    EXPECT_TRUE(
        std::all_of(error.begin(), error.end(), [](char c) { return c >= ' ' && c <= '~'; }))
        << one.what << "\n"
        << error;
  }
}

}  // namespace touchstone::hpmc
