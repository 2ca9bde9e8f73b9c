// suite/external/words.hpp
// Purpose   Lines of a program of the user's, as words and as they are quoted in errors.
#pragma once
#include <sstream>
#include <string>
#include <vector>

namespace touchstone::external {

inline std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// The words, with `between` between two.
inline std::string line_of(const std::vector<std::string>& words, const char* between = " ") {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : between) + word;
  return line;
}

/// At most 80 bytes of it, no character of UTF-8 cut in two.
inline std::string shortened(const std::string& line) {
  if (line.size() <= 80) return line;
  std::size_t end = 77;
  while (end > 73 && (line[end] & 0xC0) == 0x80) --end;  // within a character, of at most 4 bytes
  return line.substr(0, end) + "...";
}

}  // namespace touchstone::external
