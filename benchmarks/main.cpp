// benchmarks/main.cpp
// Purpose   The program touchstone_benchmarks: times every scheme of this machine and appends
//           records to --out. With force-turns, body-turns or chain-turns as its first word it does
//           the work that `bench --peers` asks for.
// Exit      0 done, 1 a count or a state was wrong, 2 bad input, 130 interrupted.
#include <string_view>

#include "benchmarks/ecmc/chain_turns.hpp"
#include "benchmarks/hpmc/body_turns.hpp"
#include "benchmarks/longrange/force_turns.hpp"
#include "benchmarks/program.hpp"

int main(int argc, char** argv) {
  namespace benchmarks = touchstone::benchmarks;
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "force-turns") return benchmarks::longrange::force_turns_program(argc - 1, argv + 1);
  if (first == "chain-turns") return benchmarks::ecmc::chain_turns_program(argc - 1, argv + 1);
  if (first == "body-turns") return benchmarks::hpmc::body_turns_program(argc - 1, argv + 1);
  return benchmarks::program(argc, argv);
}
