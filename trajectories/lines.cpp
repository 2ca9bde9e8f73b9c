#include "trajectories/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "models/core/errors.hpp"
#include "suite/overlap_cases/case_text.hpp"

namespace touchstone::trajectories {

bool Lines::next(std::string& line) {
  if (!std::getline(stream_, line)) return false;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  ++number_;
  return true;
}

std::string Lines::where() const { return fmt::format("{}:{}", name_, number_); }

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view kBetween = " \t,";
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(kBetween); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.size(), line.find_first_of(kBetween, begin));
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(kBetween, end);
  }
  return words;
}

double number_of(std::string_view word, const std::string& where, const std::string& what) {
  double value = 0;
  const char* const begin = word.data() + (word.starts_with('+') ? 1 : 0);
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value))
    throw input_error(where, what, "a finite number",
                      "'" + shapes::printable(std::string(word)) + "'");
  return value;
}

void Digits::see(std::string_view word, double value) {
  const std::string_view mantissa = word.substr(0, word.find_first_of("eE"));
  const std::size_t point = mantissa.find('.');
  int exponent = 0;
  if (mantissa.size() < word.size()) {
    const std::size_t begin = mantissa.size() + (word[mantissa.size() + 1] == '+' ? 2 : 1);
    std::from_chars(word.data() + begin, word.data() + word.size(), exponent);
  }
  const auto after = point == std::string_view::npos ? 0 : mantissa.size() - point - 1;
  int digits = 0;
  for (const char c : mantissa) digits += c >= '0' && c <= '9' && (digits > 0 || c != '0') ? 1 : 0;
  decimals_ = std::max(decimals_, static_cast<int>(after) - exponent);
  digits_ = std::max(digits_, digits);
  largest_ = std::max(largest_, std::abs(value));
}

void Digits::add(const Digits& other) {
  decimals_ = std::max(decimals_, other.decimals_);
  digits_ = std::max(digits_, other.digits_);
  largest_ = std::max(largest_, other.largest_);
}

double Digits::rounding() const {
  if (!(largest_ > 0)) return 0;
  // of reading it, and of a difference of two
  const double of_double = 4 * std::numeric_limits<double>::epsilon() * largest_;
  const double fixed = 0.5 * std::pow(10, -decimals_);
  const double leading = 0.5 * std::pow(10, std::floor(std::log10(largest_)) + 1 - digits_);
  return std::max(fixed, leading) + of_double;
}

}  // namespace touchstone::trajectories
