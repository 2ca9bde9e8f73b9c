// suite/record_text.hpp
// Purpose   Records as the lines that are written of them. A byte that is no UTF-8, as in a message
//           of a program of the user's or in a path, is replaced: it must not end the run.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace touchstone {

/// The JSON, on one line.
inline std::string record_text(const nlohmann::json& record) {
  return record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The text, in UTF-8 in any case.
inline std::string as_utf8(const std::string& text) {
  return nlohmann::json::parse(record_text(text)).get<std::string>();
}

}  // namespace touchstone
