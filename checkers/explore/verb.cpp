// checkers/explore/verb.cpp
// Purpose   `touchstone explore`.
#include "suite/verb.hpp"

#include <iostream>
#include <memory>

#include "checkers/explore/command.hpp"

namespace touchstone::explore {
namespace {

std::function<int()> add_word(CLI::App& word) {
  const auto request = std::make_shared<ExploreRequest>();
  add_explore_options(word, *request);
  return [request] { return run_explore(*request, std::cout); };
}

const bool registered =
    register_verb({"explore", "all final states of litmus programs, by memory model", add_word});

}  // namespace
}  // namespace touchstone::explore
