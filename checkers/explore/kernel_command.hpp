// checkers/explore/kernel_command.hpp
// Purpose   `touchstone explore --kernel NAME` and `--chain NAME`: registered kernels and the
//           configurations of the event-chain algorithm, with their mutants, under memory models.
// Exit      0 nothing goes wrong, and everything was seen; 1 something goes wrong; 2 bad input;
//           3 the budget was used up, or runs were only sampled.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace touchstone::explore {

struct KernelRequest {
  bool list = false;
  std::string kernel;
  std::string mutant;
  std::string case_name;
  std::string replay;  ///< a word
  std::string certificate;
  std::string check_certificate;
  std::string sample;
  std::uint64_t seed = 1;
  std::string chain;
  std::string variant;
  // Options that kernels share with litmus programs.
  std::vector<std::string> models;  ///< empty: all
  std::string dot;
  std::size_t budget = 2'000'000;
  std::string junit;  ///< file for verdicts in JUnit's form

  bool asked() const { return list || !kernel.empty() || !chain.empty(); }
};

void add_kernel_options(CLI::App& app, KernelRequest& request);
int run_kernels(const KernelRequest& request, std::ostream& out);

/// The part about the event chain.
int run_chain(const KernelRequest& request, std::ostream& out);

}  // namespace touchstone::explore
