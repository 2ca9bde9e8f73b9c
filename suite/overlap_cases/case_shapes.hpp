// suite/overlap_cases/case_shapes.hpp
// Purpose   Bodies of files of cases: the keys of each class, in the names of the public HPMC.
// Source    Format touchstone-overlap/1 (validation/data/overlap.md).
// Not here  Pairs of bodies (cases.hpp), fields of any object (case_fields.hpp).
#pragma once
#include <string>

#include "models/hpmc/bodies/body.hpp"
#include "suite/overlap_cases/case_fields.hpp"

namespace touchstone::shapes {

/// The body, as checked() returns it. Throws InputError for an unknown class and for `params` that
/// are no body, are too large for double precision, or have more parts than can be answered about.
Body read_body(const std::string& shape_class, const nlohmann::json& params,
               const std::string& where, Remarks& remarks);

}  // namespace touchstone::shapes
