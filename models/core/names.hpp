// models/core/names.hpp
// Purpose   Unknown names are answered with the nearest known one, and sets of names are chosen
//           with shell patterns.
#pragma once
#include <string>
#include <vector>

namespace touchstone {

/// The known name with the smallest edit distance to `name`; empty when there are none.
std::string nearest_name(const std::string& name, const std::vector<std::string>& known);

/// Second half of an error about an unknown name: "the nearest known name is 'x'" where one is near
/// enough to be meant, else the known names, or the first of many.
std::string suggestion(const std::string& name, const std::vector<std::string>& known);

/// True when `name` matches a pattern with '*' and '?'.
bool matches(const std::string& pattern, const std::string& name);

}  // namespace touchstone
