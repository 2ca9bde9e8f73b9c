// models/cmc/start_word.hpp
// Purpose   Words that name a part of a start: a name, and numbers behind it between colons.
#pragma once
#include <string>
#include <vector>

namespace touchstone::cluster {

struct StartWord {
  std::string name;
  std::vector<double> numbers;
};

/// `text` in parts. Throws InputError with `option`, or another name of it, and what it expects,
/// unless all parts behind the first are numbers.
StartWord start_word(const std::string& option, const char* expected, const std::string& text);

}  // namespace touchstone::cluster
