// checkers/explore/litmus/tokens.hpp
// Purpose   Words of a litmus file with their places, so that an error can say where it is, what
//           was expected and what was found.
// Errors    InputError "name:line:column: expected X, found Y".
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "checkers/explore/machine/operation.hpp"

namespace touchstone::explore {

struct Token {
  enum class Kind : std::uint8_t { word, number, symbol, end };
  Kind kind = Kind::end;
  std::string_view text;
  std::size_t line = 1;
  std::size_t column = 1;
};

/// A position in a text. The text must outlive the tokens.
class Tokens {
 public:
  /// `name` is the file, for errors; `line` is the number of the first line of `text`.
  Tokens(std::string name, std::string_view text, std::size_t line = 1);

  const Token& peek(std::size_t ahead = 0) const;
  Token take();
  bool at(std::string_view text) const { return peek().text == text; }
  bool at_end() const { return peek().kind == Token::Kind::end; }
  /// Takes the token if it is `text`.
  bool skip(std::string_view text);
  void expect(std::string_view text);
  std::string word(const std::string& what);
  /// An integer, with an optional sign.
  Value number(const std::string& what);

  /// Counts one more level of nesting as long as it lives: readers call themselves for each.
  class Level {
   public:
    explicit Level(Tokens& tokens) : tokens_(tokens) {
      if (++tokens_.levels_ > kMostLevels)
        tokens_.fail("at most " + std::to_string(kMostLevels) + " levels of nesting");
    }
    ~Level() { --tokens_.levels_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Tokens& tokens_;
  };

  [[noreturn]] void fail(const std::string& expected) const { fail_at(peek(), expected); }
  [[noreturn]] void fail_at(const Token& token, const std::string& expected) const;
  std::string place(const Token& token) const;
  const std::string& name() const { return name_; }
  /// The text from `from` up to the current token, without trailing blanks.
  std::string text_since(const Token& from) const;

 private:
  void read_all();
  void skip_blanks();
  bool skip_comment(std::string_view close);
  bool at_comment() const;
  void advance(std::size_t count);
  std::size_t length_of_symbol() const;

  static constexpr std::size_t kMostLevels = 200;

  std::string name_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_;
  std::size_t column_ = 1;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::size_t levels_ = 0;
};

}  // namespace touchstone::explore
