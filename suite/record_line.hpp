// suite/record_line.hpp
// Purpose   A record as one line for people: verdict, name, value with its interval, expected
//           value.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace touchstone {

/// Passes below this are told apart: one of a thousand is chance, several are not.
inline constexpr double kUnlikely = 1e-3;

/// Line without its end; `name` is that of the measurement, and `before` says that an earlier run
/// had finished it.
std::string record_line(const nlohmann::json& record, const std::string& name, bool before = false);

}  // namespace touchstone
