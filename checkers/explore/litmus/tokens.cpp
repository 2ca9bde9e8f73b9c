#include "checkers/explore/litmus/tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

constexpr std::array<std::string_view, 13> kLongSymbols{"||", "&&",  "==",  "!=", "<=", ">=", "<<",
                                                        ">>", "/\\", "\\/", "->", "++", "--"};

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace

Tokens::Tokens(std::string name, std::string_view text, std::size_t line)
    : name_(std::move(name)), text_(text), line_(line) {
  read_all();
}

void Tokens::advance(std::size_t count) {
  for (; count > 0; --count, ++at_) {
    if (text_[at_] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
  }
}

/// False when the comment does not end: its beginning stays, as a symbol that nobody expects.
bool Tokens::skip_comment(std::string_view close) {
  const std::size_t end = text_.find(close, at_ + 2);
  if (end == std::string_view::npos) return false;
  advance(end + close.size() - at_);
  return true;
}

bool Tokens::at_comment() const {
  const std::string_view rest = text_.substr(at_);
  return rest.starts_with("/*") ||
         (rest.starts_with("(*") && rest.size() > 2 && is_blank(rest[2]));  // herd7's
}

void Tokens::skip_blanks() {
  for (;;) {
    const std::string_view rest = text_.substr(at_);
    if (!rest.empty() && is_blank(rest[0])) {
      advance(1);
    } else if (rest.starts_with("//")) {
      advance(std::min(rest.find('\n'), rest.size()));
    } else if (at_comment()) {
      if (!skip_comment(rest[0] == '/' ? "*/" : "*)")) return;
    } else {
      return;
    }
  }
}

std::size_t Tokens::length_of_symbol() const {
  for (const std::string_view symbol : kLongSymbols)
    if (text_.substr(at_).starts_with(symbol)) return 2;
  return at_comment() ? 2 : 1;
}

void Tokens::read_all() {
  for (;;) {
    skip_blanks();
    Token token{Token::Kind::end, "end of text", line_, column_};
    if (at_ == text_.size()) {
      token.text = text_.substr(at_);
      tokens_.push_back(token);
      return;
    }
    std::size_t length = 1;
    if (starts_word(text_[at_])) {
      token.kind = Token::Kind::word;
      while (at_ + length < text_.size() &&
             (starts_word(text_[at_ + length]) || is_digit(text_[at_ + length])))
        ++length;
    } else if (is_digit(text_[at_])) {
      token.kind = Token::Kind::number;
      while (at_ + length < text_.size() &&
             std::isalnum(static_cast<unsigned char>(text_[at_ + length])) != 0)
        ++length;
    } else {
      token.kind = Token::Kind::symbol;
      length = length_of_symbol();
    }
    token.text = text_.substr(at_, length);
    tokens_.push_back(token);
    advance(length);
  }
}

const Token& Tokens::peek(std::size_t ahead) const {
  return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
}

Token Tokens::take() {
  const Token token = peek();
  if (next_ + 1 < tokens_.size()) ++next_;
  return token;
}

bool Tokens::skip(std::string_view text) {
  if (at_end() || !at(text)) return false;
  take();
  return true;
}

void Tokens::expect(std::string_view text) {
  if (!skip(text)) fail("'" + std::string(text) + "'");
}

std::string Tokens::word(const std::string& what) {
  if (peek().kind != Token::Kind::word) fail(what);
  return std::string(take().text);
}

Value Tokens::number(const std::string& what) {
  const bool negative = skip("-");
  const Token token = peek();
  if (token.kind != Token::Kind::number) fail(what);
  const bool hexadecimal = token.text.starts_with("0x");
  const std::string_view digits = token.text.substr(hexadecimal ? 2 : 0);
  std::uint64_t size = 0;  // without its sign: the smallest number has no positive one
  const auto [rest, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), size, hexadecimal ? 16 : 10);
  constexpr std::uint64_t kLargest = std::numeric_limits<Value>::max();
  if (error != std::errc{} || rest != digits.data() + digits.size() ||
      size > kLargest + (negative ? 1 : 0))
    fail(what + " that fits 64 bits");
  take();
  return static_cast<Value>(negative ? 0 - size : size);
}

std::string Tokens::place(const Token& token) const {
  return name_ + ":" + std::to_string(token.line) + ":" + std::to_string(token.column);
}

void Tokens::fail_at(const Token& token, const std::string& expected) const {
  const bool comment = token.text == "/*" || token.text == "(*";
  const std::string found = token.kind == Token::Kind::end ? "the end of the text"
                            : comment                      ? "a comment that does not end"
                                                           : "'" + std::string(token.text) + "'";
  throw InputError(place(token) + ": expected " + expected + ", found " + found);
}

std::string Tokens::text_since(const Token& from) const {
  const Token& last = tokens_[next_ == 0 ? 0 : next_ - 1];
  const char* begin = from.text.data();
  const char* end = last.text.data() + last.text.size();
  return end > begin ? std::string(begin, end) : std::string();
}

}  // namespace touchstone::explore
