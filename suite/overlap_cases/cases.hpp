// suite/overlap_cases/cases.hpp
// Purpose   Files of overlap cases: bodies in the classes of the public HPMC, and pairs of them at
//           a distance and in orientations, with the answer where it is known. The bodies of a pair
//           may be of two classes.
// Source    Format touchstone-overlap/1; validation/data/hpmc_overlap_cases.json is one.
// Errors    InputError: file, which shape or case and which key, expected, found. Keys that are not
//           known or are given twice are refused, so that none is passed over in silence.
// Not here  Bodies (case_shapes.hpp), JSON (case_text.hpp), whether an algorithm takes a pair
//           (checkers/hpmc/overlap_command.cpp).
#pragma once
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "models/shapes/bodies/body.hpp"

namespace touchstone::shapes {

struct CaseShape {
  std::int64_t id = 0;
  std::string shape_class;  ///< as in the file, "ConvexPolygon"
  Body body;
};
struct OverlapCase {
  std::int64_t id = 0;
  std::string shape_class = {};  ///< class of both bodies, or "Sphere + Ellipsoid"
  std::string where = {};        ///< begins errors about it
  std::size_t a = 0;             ///< places in CaseFile::shapes
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
