// models/core/shell_word.hpp
// Purpose   Words of a command line, as a shell reads them back: for commands that are shown.
#pragma once
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace touchstone {

/// The word in single quotes.
inline std::string in_quotes(const std::string& word) {
  std::string text = "'";
  for (const char c : word) c == '\'' ? text += "'\\''" : text += c;
  return text + "'";
}

/// The word, in quotes where it needs them.
inline std::string shell_word(const std::string& word) {
  const auto plain = [](unsigned char c) {
    return c < 0x80 &&
           (std::isalnum(c) != 0 ||
            std::string_view("_@%+=:,./-").find(static_cast<char>(c)) != std::string_view::npos);
  };
  return !word.empty() && std::all_of(word.begin(), word.end(), plain) ? word : in_quotes(word);
}

}  // namespace touchstone
