#include "checkers/explore/litmus/expression_parser.hpp"

#include <array>
#include <string_view>

namespace touchstone::explore {
namespace {

using Code = Expression::Code;

struct Operator {
  std::string_view text;
  Code code;
  int level;  ///< higher binds tighter
};
constexpr std::array<Operator, 18> kOperators{{{"*", Code::multiply, 10},
                                               {"/", Code::divide, 10},
                                               {"%", Code::remainder, 10},
                                               {"+", Code::add, 9},
                                               {"-", Code::subtract, 9},
                                               {"<<", Code::shift_left, 8},
                                               {">>", Code::shift_right, 8},
                                               {"<", Code::less, 7},
                                               {"<=", Code::less_equal, 7},
                                               {">", Code::greater, 7},
                                               {">=", Code::greater_equal, 7},
                                               {"==", Code::equal, 6},
                                               {"!=", Code::not_equal, 6},
                                               {"&", Code::bit_and, 5},
                                               {"^", Code::bit_xor, 4},
                                               {"|", Code::bit_or, 3},
                                               {"&&", Code::and_, 2},
                                               {"||", Code::or_, 1}}};

class Parser {
 public:
  Parser(Tokens& tokens, const Primary& primary, const std::function<std::size_t()>& effects)
      : tokens_(tokens), primary_(primary), effects_(effects) {}

  Expression binary(int lowest, bool enclosed) {
    Expression left = unary();
    for (;;) {
      const Operator* found = next_operator(enclosed);
      if (found == nullptr || found->level < lowest) return left;
      const Token token = tokens_.take();
      const std::size_t effects = count_effects();
      left.append(binary(found->level + 1, enclosed));
      const bool logical = found->code == Code::and_ || found->code == Code::or_;
      if (logical && count_effects() != effects)
        tokens_.fail_at(token, "no access to shared memory on the right of && and ||");
      left.push({found->code, 0, tokens_.place(token)});
    }
  }

 private:
  std::size_t count_effects() const { return effects_ ? effects_() : 0; }

  const Operator* next_operator(bool enclosed) const {
    for (const Operator& candidate : kOperators)
      if (tokens_.at(candidate.text) && (enclosed || candidate.code != Code::or_))
        return &candidate;
    return nullptr;
  }

  Expression unary() {
    const Tokens::Level level(tokens_);
    if (tokens_.at("-") && tokens_.peek(1).kind == Token::Kind::number)
      return Expression(tokens_.number("a number"));
    for (const auto& [text, code] : {std::pair{"-", Code::negate}, std::pair{"!", Code::not_},
                                     std::pair{"~", Code::complement}})
      if (tokens_.skip(text)) {
        Expression value = unary();
        value.push({code, 0, {}});
        return value;
      }
    if (tokens_.skip("(")) {
      Expression value = binary(1, true);
      tokens_.expect(")");
      return value;
    }
    if (tokens_.peek().kind == Token::Kind::number) return Expression(tokens_.number("a number"));
    return primary_(tokens_);
  }

  Tokens& tokens_;
  const Primary& primary_;
  const std::function<std::size_t()>& effects_;
};

}  // namespace

Expression parse_expression(Tokens& tokens, const Primary& primary, bool enclosed,
                            const std::function<std::size_t()>& effects) {
  return Parser(tokens, primary, effects).binary(1, enclosed);
}

}  // namespace touchstone::explore
