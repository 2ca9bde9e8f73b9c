// checkers/explore/command.hpp
// Purpose   `touchstone explore`: final states of litmus programs under the memory models. Kernels
//           are asked about in kernel_command.hpp.
// Exit      0 answered, 1 an exam differs from what it expects or --strict found something,
//           2 bad input, 3 the budget was used up before the end (nothing is proved).
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "checkers/explore/kernel_command.hpp"

namespace CLI {
class App;
}

namespace touchstone::explore {

struct ExploreRequest {
  std::vector<std::string> files;     ///< litmus files, "-" for standard input, exams (*.csv)
  std::vector<std::string> programs;  ///< one-line programs from the command line
  std::vector<std::string> models = {"rc11"};
  bool outcomes = false;
  bool executions = false;
  bool trace = false;
  bool strict = false;
  std::string dot;  ///< folder or file for drawings
  std::size_t budget = 2'000'000;
  std::string junit;          ///< file for verdicts in JUnit's form
  bool models_given = false;  ///< by --model
  KernelRequest kernel;
};

void add_explore_options(CLI::App& app, ExploreRequest& request);
int run_explore(const ExploreRequest& request, std::ostream& out);

}  // namespace touchstone::explore
