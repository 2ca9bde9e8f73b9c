// suite/overlap_cases/cases.hpp
// Purpose   Files of overlap cases: bodies in the classes of the public HPMC, and pairs of them at
//           a distance and in orientations, with the answer where it is known. The bodies of a pair
//           may be of two classes.
// Source    Format touchstone-overlap/1; validation/data/hpmc_overlap_cases.json is one.
// Errors    InputError for a file that is no JSON, has a key twice or has another top level. A
//           shape or case that is refused, and a case of a refused shape, is left out and named in
//           the remarks: file, which one and which key, expected, found. So are keys that are not
//           known, of which a strict reader makes errors, and all that was computed or mended.
// Not here  Bodies (case_shapes.hpp), JSON (case_text.hpp), whether an algorithm takes a pair
//           (checkers/hpmc/overlap_command.cpp).
#pragma once
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "models/hpmc/bodies/body.hpp"
#include "suite/overlap_cases/remarks.hpp"

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
  std::vector<CaseShape> shapes = {};  ///< without those refused
  std::vector<OverlapCase> cases = {};
  std::size_t stated_shapes = 0;  ///< in the file, with those refused
  std::size_t stated_cases = 0;
  Remarks remarks = {};
};

CaseFile read_cases(const std::string& path, bool strict = false);
/// `name` begins every error.
CaseFile read_cases(std::istream& text, const std::string& name, bool strict = false);

}  // namespace touchstone::shapes
