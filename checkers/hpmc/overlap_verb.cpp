// checkers/hpmc/overlap_verb.cpp
// Purpose   `touchstone overlap`.
#include <iostream>
#include <memory>

#include "checkers/hpmc/overlap_command.hpp"
#include "suite/verb.hpp"

namespace touchstone::hpmc {
namespace {

std::function<int()> add_word(CLI::App& word) {
  const auto request = std::make_shared<OverlapRequest>();
  add_overlap_options(word, *request);
  return [request] { return run_overlap(*request, std::cout, std::cerr); };
}

const bool registered =
    register_verb({"overlap", "what every algorithm says about pairs of hard bodies", add_word});

}  // namespace
}  // namespace touchstone::hpmc
