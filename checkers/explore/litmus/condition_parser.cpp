// checkers/explore/litmus/condition_parser.cpp
// Purpose   The question at the end of a litmus program:
//             (exists | ~exists | forall) formula
//             formula := formula '\/' formula | formula '/\' formula | ('~' | 'not') formula
//                      | '(' formula ')' | name ('=' | '!=') INT | true
//             name := r0 | 1:r0 | x | x[2] | [x]
//           `==`, `&&` and `||` are understood too.
#include "checkers/explore/litmus/parsers.hpp"

namespace touchstone::explore {
namespace {

class ConditionParser {
 public:
  explicit ConditionParser(Tokens& tokens) : tokens_(tokens) {}

  Condition parse() {
    const Token first = tokens_.peek();
    Condition result;
    if (tokens_.skip("~")) {
      result.quantifier = Condition::Quantifier::not_exists;
      tokens_.expect("exists");
    } else if (tokens_.skip("forall")) {
      result.quantifier = Condition::Quantifier::forall;
    } else {
      tokens_.expect("exists");
    }
    result.formula = disjunction();
    result.text = tokens_.text_since(first);
    return result;
  }

 private:
  Formula disjunction() {
    Formula result{Formula::Kind::disjunction, {}, 0, {conjunction()}};
    while (tokens_.skip("\\/") || tokens_.skip("||")) result.parts.push_back(conjunction());
    return result.parts.size() == 1 ? Formula(result.parts[0]) : result;
  }

  Formula conjunction() {
    Formula result{Formula::Kind::conjunction, {}, 0, {unary()}};
    while (tokens_.skip("/\\") || tokens_.skip("&&")) result.parts.push_back(unary());
    return result.parts.size() == 1 ? Formula(result.parts[0]) : result;
  }

  Formula unary() {
    const Tokens::Level level(tokens_);
    if (tokens_.skip("~") || tokens_.skip("not") || tokens_.skip("!"))
      return {Formula::Kind::negation, {}, 0, {unary()}};
    if (tokens_.skip("true")) return {};
    if (tokens_.skip("false")) return {Formula::Kind::negation, {}, 0, {Formula{}}};
    if (tokens_.skip("(")) {
      Formula inner = disjunction();
      tokens_.expect(")");
      return inner;
    }
    return comparison();
  }

  Formula comparison() {
    Formula result{Formula::Kind::equal, name(), 0, {}};
    if (tokens_.skip("!=")) {
      result.kind = Formula::Kind::not_equal;
    } else if (!tokens_.skip("=") && !tokens_.skip("==")) {
      tokens_.fail("'=' or '!='");
    }
    result.value = tokens_.number("an integer");
    return result;
  }

  std::string name() {
    if (tokens_.skip("[")) {
      std::string inner = tokens_.word("the name of a shared variable");
      tokens_.expect("]");
      return inner;
    }
    if (tokens_.peek().kind == Token::Kind::number) {
      std::string result = std::to_string(tokens_.number("the number of a thread"));
      tokens_.expect(":");
      return result + ":" + tokens_.word("the name of a register");
    }
    std::string result = tokens_.word("a register or a shared variable");
    if (tokens_.skip("[")) {
      result += "[" + std::to_string(tokens_.number("an index")) + "]";
      tokens_.expect("]");
    }
    return result;
  }

  Tokens& tokens_;
};

}  // namespace

bool at_condition(const Tokens& tokens) {
  return tokens.at("exists") || tokens.at("forall") ||
         (tokens.at("~") && tokens.peek(1).text == "exists");
}

Condition parse_condition(Tokens& tokens) { return ConditionParser(tokens).parse(); }

}  // namespace touchstone::explore
