// models/shapes/cases.hpp
// Purpose   Files of overlap cases: bodies in the classes of the public HPMC, and pairs of them at
//           a distance and in orientations, with the answer where it is known.
// Source    Format touchstone-overlap/1; validation/data/hpmc_overlap_cases.json is one.
// Errors    InputError: file, which shape or case and which key, expected, found. Keys that are not
//           known are refused, so that a misspelt one is not taken for a default.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "models/shapes/body.hpp"

namespace touchstone::shapes {

struct CaseShape {
  std::int64_t id = 0;
  std::string shape_class;  ///< as in the file, "ConvexPolygon"
  Body body;
};
struct OverlapCase {
  std::int64_t id = 0;
  std::string shape_class;
  std::size_t a = 0;  ///< places in CaseFile::shapes
  std::size_t b = 0;
  Orientation q_a = {};
  Orientation q_b = {};
  Vec3 r_ab = {};
  std::optional<bool> overlap = {};   ///< the known answer
  std::optional<double> margin = {};  ///< the known margin
  /// Bodies that touch: the answer is a convention.
  bool touching_convention = false;
};
struct CaseFile {
  std::vector<CaseShape> shapes;
  std::vector<OverlapCase> cases;
};

CaseFile read_cases(const std::string& path);
/// `name` begins every error.
CaseFile read_cases(std::istream& text, const std::string& name);

}  // namespace touchstone::shapes
