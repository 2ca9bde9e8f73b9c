// suite/overlap_cases/case_text.hpp
// Purpose   Text of a file of cases, which anybody may have written, as JSON: what is no file, no
//           text or no JSON is refused, and so are keys given twice, of which a parser takes one in
//           silence, lists in lists without end, and files beyond memory.
// Errors    InputError, one line of printable characters: file, place in it, expected, found.
// Not here  What the fields mean (case_fields.hpp, cases.hpp).
#pragma once
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

namespace touchstone::shapes {

/// Levels of lists and objects in each other; the format has five.
inline constexpr std::size_t kMostLevels = 16;
inline constexpr std::size_t kMostMebibytes = 256;

/// `name` begins every error.
nlohmann::json json_of(const std::string& text, const std::string& name);

/// All of a stream, or of a file.
std::string text_of(std::istream& stream, const std::string& name);
std::string text_of_file(const std::string& path);

/// Text of at most `most` characters on one line, without quotes; non-ASCII is escaped.
std::string printable(const std::string& text, std::size_t most = 60);

}  // namespace touchstone::shapes
