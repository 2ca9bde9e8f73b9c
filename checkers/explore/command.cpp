#include "checkers/explore/command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

#include "checkers/explore/litmus/answers.hpp"
#include "checkers/explore/litmus/exam.hpp"
#include "checkers/explore/litmus/parsers.hpp"
#include "models/core/errors.hpp"
#include "suite/junit.hpp"
#include "suite/options.hpp"

namespace touchstone::explore {
namespace {

constexpr const char* kHelp = R"(
Prints every final state that a concurrent program can reach under a memory model (one per line, as
'r0=0 r1=1 x=1 y=1'), the number of its executions, data races, deadlocks, and the answer to the
file's exists or forall. Nothing is sampled. Files hold programs of the one-line language (one per
line, '#' begins a comment, `exists (..)` may follow a program), herd7's C format, or tables (*.csv) of
programs with known answers, which are compared (columns name, program, model and, where known,
executions, allowed_outcomes, data_race).

  r = V.load(mo)   V.store(e,mo)   r = V.exchange(e,mo)   r = V.fetch_add(e,mo), .._sub _and _or _xor
  r = V.cas(expected,desired,mo[,mo_failure])   (r is 1 when it stored, else 0)   fence(mo)
  await(V op e,mo)   awaitcas(V,expected,desired,mo)   (wait until it holds)
  if(e){..}else{..}   repeat(n){.. break ..}   assume(e)   r = e
  threads are separated by ||, statements by ;   V is name or name[e]   mo is na rlx acq rel acqrel sc
  registers r0, r1, .. are observed, t0, t1, .. are not; {x=1, y=2} before the first thread

Kernels are concurrent templates of this suite, and yours. What goes wrong is shown as the shortest
schedule: a table with a column for each thread, then a word such as 'a6 b8 a4 b2' (six steps of
thread a, eight of b, ..) that --replay runs again. Runs of --sample find bugs and never show that there
are none. --chain explores Algorithm 5 of the event chain statement by statement, with exact
probabilities.

Models: sc, tso_x86, rc11 (C++20), rc11_cxx17, views. RC11 forbids load buffering, which C++20 allows:
its verdicts hold where no relaxed store may be moved before an earlier load on which it does not
depend. For kernels, rc11 is left out, and said so, where execution graphs would have too many events.

exit codes: 0 nothing goes wrong and everything was seen, 1 something goes wrong, 2 bad input,
3 the budget was used up or only runs were sampled

examples:
  touchstone explore --program 'x.store(1,rlx); r0=y.load(rlx) || y.store(1,rlx); r1=x.load(rlx)'
  touchstone explore validation/data/litmus/MP.litmus --model sc,tso_x86,rc11 --outcomes --executions
  touchstone explore validation/data/litmus/MP.litmus --trace --dot mp
  touchstone explore validation/data/litmus.csv
  touchstone explore --kernel 'spin lock' --mutant 'taken in two steps'
  touchstone explore --kernel 'sequence lock' --mutant 'fence(rel) dropped' --model views
  touchstone explore --chain C5 --variant '15<->16'
)";

std::string read_all(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path))
    throw input_error("explore", "file", "a file that can be read", "'" + path + "'");
  return {std::istreambuf_iterator<char>(file), {}};
}

bool is_table(const std::string& path) { return path.ends_with(".csv"); }

struct Totals {
  bool exhausted = true;
  bool sound = true;
  bool right = true;
};

class Session {
 public:
  Session(const ExploreRequest& request, std::ostream& out)
      : request_(request), out_(out), junit_(request.junit, "touchstone explore") {
    for (const std::string& name : request.models) models_.push_back(parse_model(name));
    const bool chosen = request.outcomes || request.executions;
    options_.outcomes = !chosen || request.outcomes;
    options_.executions = !chosen || request.executions;
    options_.trace = request.trace;
    options_.dot = request.dot;
    options_.budget = request.budget;
  }

  int run() {
    std::vector<LitmusProgram> programs;
    for (const std::string& text : request_.programs)
      programs.push_back(parse_one_line("--program", text));
    for (const std::string& path : request_.files) {
      if (is_table(path)) continue;
      for (LitmusProgram& program : parse_litmus(path, read_all(path)))
        programs.push_back(std::move(program));
    }
    headings_ = programs.size() * models_.size() > 1;
    for (const LitmusProgram& program : programs) answer(program);
    for (const std::string& path : request_.files)
      if (is_table(path)) exam(path);
    junit_.write();
    if (!totals_.right || (request_.strict && !totals_.sound))
      return static_cast<int>(ExitCode::failed);
    return static_cast<int>(totals_.exhausted ? ExitCode::pass : ExitCode::inconclusive);
  }

 private:
  void answer(const LitmusProgram& program) {
    for (std::size_t i = 0; i < models_.size(); ++i) {
      if (headings_) out_ << fmt::format("== {} under {}\n", title(program), request_.models[i]);
      AnswerOptions options = options_;
      if (headings_ && !options.dot.empty())
        options.dot += fmt::format("{}-{}-", ++number_, request_.models[i]);
      const AnswerStatus status = print_answer(program, models_[i], options, out_);
      totals_.exhausted = totals_.exhausted && status.exhausted;
      totals_.sound = totals_.sound && status.sound;
      const bool wrong = request_.strict && !status.sound;
      junit_.add(title(program), request_.models[i],
                 wrong              ? Verdict::fail
                 : status.exhausted ? Verdict::pass
                                    : Verdict::inconclusive,
                 wrong              ? "a race, a deadlock, or a condition that does not hold"
                 : status.exhausted ? ""
                                    : "the budget was used up");
    }
  }

  static std::string title(const LitmusProgram& program) {
    return program.text.find('\n') == std::string::npos ? program.text : program.name;
  }

  void exam(const std::string& path) {
    const ExamResult result = run_exam(path, request_.budget, out_);
    totals_.right = totals_.right && result.wrong == 0;
    const bool open = result.undecided > 0 || result.rows == 0;  // no row shows nothing
    totals_.exhausted = totals_.exhausted && !open;
    junit_.add(path, "known answers",
               result.wrong > 0 ? Verdict::fail
               : open           ? Verdict::inconclusive
                                : Verdict::pass,
               fmt::format("{} rows, {} wrong, {} undecided", result.rows, result.wrong,
                           result.undecided));
  }

  const ExploreRequest& request_;
  std::ostream& out_;
  std::vector<Question> models_;
  AnswerOptions options_;
  JunitReport junit_;
  bool headings_ = false;
  std::size_t number_ = 0;
  Totals totals_;
};

}  // namespace

void add_explore_options(CLI::App& app, ExploreRequest& r) {
  app.footer(kHelp);
  app.add_option("FILE", r.files, "litmus files; - reads standard input; *.csv is an exam");
  app.add_option("--program", r.programs, "a program in the one-line language");
  app.add_option(
         "--model", r.models,
         "memory models, separated by commas (default: rc11 for programs; sc, tso_x86, rc11 "
         "and views for kernels; sc for --chain)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->each([&r](const std::string&) { r.models_given = true; });
  app.add_flag("--outcomes", r.outcomes, "print the final states (default: everything)");
  app.add_flag("--executions", r.executions, "print the number of executions");
  app.add_flag("--trace", r.trace, "print an execution of each outcome, a column for each thread");
  app.add_option("--dot", r.dot, "write the same executions as Graphviz files PREFIX<n>.dot");
  app.add_option("--budget", r.budget, "execution graphs or states to visit at most")
      ->check(CLI::Range(std::size_t{1}, std::size_t{4'000'000'000}))
      ->capture_default_str();
  app.add_flag("--strict", r.strict,
               "exit code 1 on a race, a deadlock, or a forall or ~exists that does not hold");
  add_junit(app, r.junit);
  add_kernel_options(app, r.kernel);
}

namespace {

/// Options of the other kind of question would be dropped in silence.
void require_one_kind(const ExploreRequest& r, bool litmus) {
  if (litmus && r.kernel.asked())
    throw input_error("explore", "what to explore", "litmus programs, a kernel or a chain", "both");
  if (litmus && !r.kernel.replay.empty())
    throw input_error("--replay", "what to replay", "a schedule of --kernel or --chain",
                      "litmus programs");
  if (r.kernel.asked() && (r.outcomes || r.executions || r.trace || r.strict))
    throw input_error("explore", "options of kernels and chains",
                      "no --outcomes, --executions, --trace or --strict", "one of them");
}

}  // namespace

int run_explore(const ExploreRequest& request, std::ostream& out) {
  const bool litmus = !request.files.empty() || !request.programs.empty();
  require_one_kind(request, litmus);
  if (request.kernel.asked()) {
    KernelRequest kernel = request.kernel;
    if (request.models_given) kernel.models = request.models;
    kernel.dot = request.dot;
    kernel.budget = request.budget;
    kernel.junit = request.junit;
    return run_kernels(kernel, out);
  }
  if (!litmus)
    throw input_error("explore", "what to explore", "a FILE, --program, --kernel or --chain",
                      "none");
  return Session(request, out).run();
}

}  // namespace touchstone::explore
