// trajectories/lines.hpp
// Purpose   Lines of a text with their numbers, words and numbers in them, and the precision with
//           which its author wrote numbers.
// Errors    InputError "file:line: what: expected ..., found ...".
#pragma once
#include <cstddef>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::trajectories {

class Lines {
 public:
  /// `name` begins every error; the stream must outlive this.
  Lines(std::istream& stream, std::string name) : stream_(stream), name_(std::move(name)) {}

  /// The next line without its end, or false.
  bool next(std::string& line);
  /// "file:line" of the line read last.
  std::string where() const;
  const std::string& name() const { return name_; }
  std::size_t number() const { return number_; }

 private:
  std::istream& stream_;
  std::string name_;
  std::size_t number_ = 0;
};

/// Words between blanks, tabs and commas.
std::vector<std::string_view> words_of(std::string_view line);

/// The number that a word is. Throws InputError for what is no number, or not finite.
double number_of(std::string_view word, const std::string& where, const std::string& what);

/// Digits of numbers as they were written, for the rounding that they leave open.
class Digits {
 public:
  void see(std::string_view word, double value);
  /// Largest error of a number seen: half a unit of the last place, where all have as many decimals
  /// ("%.6f") or as many digits ("%.6g") as any has; and the rounding of double precision.
  double rounding() const;
  /// Most digits that a number has, from its first one that is not 0.
  int digits() const { return digits_; }
  /// Takes the numbers that another has seen, too.
  void add(const Digits& other);

 private:
  int decimals_ = 0;
  int digits_ = 0;
  double largest_ = 0;
};

}  // namespace touchstone::trajectories
