#include "checkers/balance/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ostream>

namespace touchstone::balance {
namespace {

/// Rows of a picture, one under the other.
std::string block(std::string picture) {
  std::string result = "    ";
  for (std::size_t i = 0; i < picture.size(); ++i) {
    if (picture[i] != '/')
      result += picture[i];
    else if (i + 1 == picture.size() || picture[i + 1] != '/')
      result += "\n    ";
    else
      result += '\n';  // an empty line between rows of cells
  }
  return result;
}

std::string_view purpose_name(Purpose purpose) {
  switch (purpose) {
    case Purpose::metropolis:
      return "metropolis";
    case Purpose::colour_order:
      return "colour order";
    case Purpose::cell_update:
      return "cell update";
    case Purpose::grid_shift:
      return "grid shift";
    case Purpose::start:
      return "start";
    case Purpose::estimator:
      return "estimator";
    case Purpose::test:
      return "test";
    case Purpose::large_shuffle:
      return "large shuffle";
    case Purpose::chain_starts:
      return "chain starts";
    case Purpose::schedule:
      return "schedule";
    case Purpose::shape_move:
      return "move of a shape";
    case Purpose::shape_order:
      return "order of shapes";
    case Purpose::shape_shift:
      return "shift of shapes";
    case Purpose::shape_box:
      return "move of the box";
  }
  return "unknown";
}

void print_choices(std::span<const ChoiceTape::Choice> choices, std::ostream& text) {
  for (const ChoiceTape::Choice& choice : choices)
    text << fmt::format("    {} of {}   {}, step {}, entity {}\n", choice.value, choice.arity,
                        purpose_name(choice.key.purpose), choice.key.step, choice.key.entity);
}

template <class Number>
Number parse_number(std::string_view digits, const std::string& whole) {
  Number number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size())
    throw input_error("--replay", "a tape", "operator:state:choice,choice,... with integers",
                      whole);
  return number;
}

}  // namespace

std::string text(const Witness& witness) {
  std::string result = witness.subject + ':' + std::to_string(witness.from) + ':';
  for (std::size_t i = 0; i < witness.choices.size(); ++i)
    result += (i == 0 ? "" : ",") + std::to_string(witness.choices[i]);
  return result;
}

Witness parse_witness(const std::string& whole) {
  const std::size_t first = whole.find(':');
  const std::size_t second = whole.find(':', first == std::string::npos ? first : first + 1);
  if (second == std::string::npos)
    throw input_error("--replay", "a tape", "operator:state:choice,choice,...", whole);
  Witness witness{whole.substr(0, first), 0, {}};
  witness.from =
      parse_number<StateKey>(std::string_view(whole).substr(first + 1, second - first - 1), whole);
  std::string_view rest = std::string_view(whole).substr(second + 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    witness.choices.push_back(parse_number<std::uint32_t>(rest.substr(0, comma), whole));
    rest.remove_prefix(std::min(rest.size(), comma + 1));
  }
  return witness;
}

void print_trace(const TinyModel& model, const Witness& witness, std::ostream& text) {
  const std::unique_ptr<TinySystem> system = model.make();
  ChoiceTape tape = ChoiceTape::replay(witness.choices);
  system->record(true);
  system->load(witness.from);
  if (system->key() != witness.from || system->weight(system->configuration(witness.from)) == 0)
    throw input_error("--replay", "state", "a legal state of " + model.model,
                      std::to_string(witness.from));
  text << fmt::format("{} on {}, {}\nstart (state {})\n{}\n", model.scheme, model.model,
                      witness.subject, witness.from, block(system->picture(witness.from)));
  bool known = false;
  for (std::size_t o = 0; o < model.operators.size(); ++o) {
    if (witness.subject != "step" && witness.subject != model.operators[o].name) continue;
    known = true;
    const std::size_t before = tape.choices().size();
    ProofExec exec;
    system->apply(o, 0, tape, exec);
    text << fmt::format("operator '{}'\n  choices\n", model.operators[o].name);
    print_choices(tape.choices().subspan(before), text);
    text << "  what happened\n";
    for (const std::string& event : system->events()) text << "    " << event << '\n';
    text << fmt::format("  then (state {})\n{}\n", system->key(),
                        block(system->picture(system->key())));
  }
  if (!known)
    throw input_error("--replay", "operator", "'step' or an operator of the model",
                      witness.subject);
  const std::size_t used = tape.choices().size();
  if (used < witness.choices.size())
    throw input_error("--replay", "number of choices", std::to_string(used),
                      std::to_string(witness.choices.size()));
  if (used > witness.choices.size())
    text << fmt::format("only {} of {} choices were given; the others are 0\n",
                        witness.choices.size(), used);
  text << fmt::format("probability of this tape: 1/{}\n", tape.weight());
}

}  // namespace touchstone::balance
