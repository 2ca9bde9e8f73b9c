#include "models/cmc/start_word.hpp"

#include <algorithm>
#include <charconv>

#include "models/core/errors.hpp"

namespace touchstone::cluster {

StartWord start_word(const std::string& option, const char* expected, const std::string& text) {
  StartWord word;
  std::size_t begin = 0;
  for (bool first = true;; first = false) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    double value = 0;
    const auto [rest, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (first)
      word.name = part;
    else if (error != std::errc() || rest != part.data() + part.size())
      throw input_error(option, "value", expected, "'" + text + "'");
    else
      word.numbers.push_back(value);
    if (end == text.size()) return word;
    begin = end + 1;
  }
}

}  // namespace touchstone::cluster
