// checkers/explore/litmus/file.cpp
// Purpose   The programs of a file, in either language.
#include "checkers/explore/litmus/parsers.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

struct Line {
  std::string_view text;
  std::size_t number;
};

/// Lines that hold something.
std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> result;
  for (std::size_t begin = 0, number = 1; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos && line[first] != '#') result.push_back({line, number});
    begin = end + 1;
  }
  return result;
}

bool starts_condition(std::string_view line) {
  return at_condition(Tokens("", line.substr(line.find_first_not_of(" \t\r"))));
}

/// The format names itself: a language and the name of the test, which may be anything, as "2+2W".
bool is_herd(const std::vector<Line>& lines) {
  const Tokens tokens("", lines[0].text);
  if (tokens.peek().kind != Token::Kind::word || at_condition(tokens)) return false;
  const Token& second = tokens.peek(1);
  return second.kind == Token::Kind::word || second.kind == Token::Kind::number;
}

}  // namespace

std::vector<LitmusProgram> parse_litmus(const std::string& file, std::string_view text) {
  const std::vector<Line> lines = lines_of(text);
  if (lines.empty()) throw InputError(file + ":1:1: expected a litmus program, found nothing");
  if (is_herd(lines)) return {parse_herd_c(file, text)};
  std::vector<LitmusProgram> result;
  for (const Line& line : lines) {
    if (!starts_condition(line.text)) {
      result.push_back(parse_one_line(file, line.text, line.number));
      result.back().name = file + ":" + std::to_string(line.number);
      continue;
    }
    Tokens tokens(file, line.text, line.number);
    if (result.empty() || result.back().condition) tokens.fail("a program before its condition");
    result.back().condition = parse_condition(tokens);
    if (!tokens.at_end()) tokens.fail("the end of the line");
  }
  return result;
}

}  // namespace touchstone::explore
