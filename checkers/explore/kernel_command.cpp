#include "checkers/explore/kernel_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <ostream>

#include "checkers/explore/kernels/kernel_answer.hpp"
#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "suite/junit.hpp"

namespace touchstone::explore {
namespace {

/// The element of this name; InputError with the nearest one otherwise.
template <class List, class NameOf>
const auto& find_named(const List& list, const std::string& wanted, const std::string& option,
                       const NameOf& name_of) {
  std::vector<std::string> known;
  for (const auto& each : list) {
    if (name_of(each) == wanted) return each;
    known.emplace_back(name_of(each));
  }
  throw input_error(option, "name",
                    known.empty() ? "nothing: there is none"
                                  : "a known one (nearest: '" + nearest_name(wanted, known) + "')",
                    "'" + wanted + "'");
}

void print_list(std::ostream& out) {
  for (const Kernel& kernel : kernels()) {
    out << fmt::format("{}: {}\n  source: {}\n", kernel.name, kernel.shows, kernel.source);
    for (const KernelCase& kernel_case : kernel.cases)
      out << fmt::format("  case: {}\n", kernel_case.name);
    for (const Expected& line : kernel.mutants)
      out << fmt::format("  mutant: {}{}\n", line.mutant, line.killed_by ? "" : "  (equivalent)");
  }
}

class KernelSession {
 public:
  KernelSession(const KernelRequest& request, std::ostream& out)
      : request_(request),
        out_(out),
        junit_(request.junit, "touchstone explore"),
        kernel_(find_named(kernels(), request.kernel, "--kernel",
                           [](const Kernel& k) { return k.name; })) {
    if (!request.mutant.empty())
      mutant_ = find_named(mutants_of(kernel_), request.mutant, "--mutant",
                           [](const KernelMutant& m) { return m.name; });
    if (!request.case_name.empty())
      cases_ = {&find_named(kernel_.cases, request.case_name, "--case",
                            [](const KernelCase& c) { return c.name; })};
    else
      for (const KernelCase& each : kernel_.cases) cases_.push_back(&each);
    for (const std::string& model : request.models)
      judges_.push_back(
          find_named(kJudges, model, "--model", [](Judge j) { return std::string(name(j)); }));
  }

  int run() {
    const bool one = !request_.replay.empty() || !request_.certificate.empty() ||
                     !request_.check_certificate.empty() || !request_.sample.empty() ||
                     !request_.dot.empty();
    if (one) require_one();
    if (judges_.empty()) judges_.assign(std::begin(kJudges), std::end(kJudges));
    for (const KernelCase* const kernel_case : cases_)
      for (const Judge judge : judges_) add(*kernel_case, judge);
    junit_.write();
    if (wrong_) return static_cast<int>(ExitCode::failed);
    return static_cast<int>(decided_ ? ExitCode::pass : ExitCode::inconclusive);
  }

 private:
  void require_one() const {
    if (cases_.size() == 1 && judges_.size() == 1) return;
    throw input_error("explore --kernel", "what to replay, sample, draw or certify",
                      "one --case and one --model",
                      fmt::format("{} cases and {} models", cases_.size(), judges_.size()));
  }

  void add(const KernelCase& kernel_case, Judge judge) {
    const KernelTask task{kernel_, kernel_case, mutant_, judge, request_.budget};
    if (judge == Judge::rc11 && !kernel_case.few_events) {
      if (!request_.models.empty())
        throw input_error("--model", "memory model",
                          "sc, tso_x86 or views: the case has too many events for graphs", "rc11");
      const std::string why = "not asked, too many events for execution graphs";
      out_ << task.title() << ": " << why << '\n';
      junit_.add(kernel_.name, task.title(), Verdict::not_run, why);
      return;
    }
    const KernelAnswer answer = answer_to(task);
    wrong_ = wrong_ || answer.wrong;
    decided_ = decided_ && answer.decided;
    junit_.add(kernel_.name, task.title(),
               answer.wrong     ? Verdict::fail
               : answer.decided ? Verdict::pass
                                : Verdict::inconclusive,
               answer.wrong     ? "something goes wrong"
               : answer.decided ? ""
                                : "the budget was used up, or runs were sampled");
  }

  KernelAnswer answer_to(const KernelTask& task) const {
    if (!request_.replay.empty()) return replay_kernel(task, request_.replay, out_);
    if (!request_.check_certificate.empty())
      return check_kernel_certificate(task, request_.check_certificate, out_);
    if (!request_.sample.empty()) return sample_kernel(task, request_.sample, request_.seed, out_);
    return explore_kernel(task, {!wrong_, request_.dot, request_.certificate, &std::cerr}, out_);
  }

  const KernelRequest& request_;
  std::ostream& out_;
  JunitReport junit_;
  const Kernel& kernel_;
  KernelMutant mutant_;
  std::vector<const KernelCase*> cases_;
  std::vector<Judge> judges_;
  bool wrong_ = false;
  bool decided_ = true;
};

}  // namespace

void add_kernel_options(CLI::App& app, KernelRequest& r) {
  app.add_flag("--list-kernels", r.list, "the kernels, their cases and their mutants");
  CLI::Option* const kernel = app.add_option("--kernel", r.kernel, "explore this kernel");
  const auto of_kernel = [&](const char* option, std::string& value, const char* text) {
    app.add_option(option, value, text)->needs(kernel);
  };
  of_kernel("--mutant", r.mutant, "a mutant of it");
  of_kernel("--case", r.case_name, "only this case of it");
  of_kernel("--certificate", r.certificate, "write the proof that nothing goes wrong");
  of_kernel("--check-certificate", r.check_certificate, "verify such a file");
  of_kernel("--sample", r.sample, "single runs: pct:DEPTH:RUNS, walk:RUNS, preemptions:COUNT");
  app.add_option("--replay", r.replay, "a schedule, as 'a3 b2 a1', and what happens in it");
  app.add_option("--seed", r.seed, "of --sample")->capture_default_str();
  CLI::Option* const chain =
      app.add_option("--chain", r.chain, "Algorithm 5 on C4, C5, W1, W2, W3 or W4");
  app.add_option("--variant", r.variant, "a variant of Algorithm 5")->needs(chain);
  chain->excludes(kernel);
}

int run_kernels(const KernelRequest& request, std::ostream& out) {
  if (request.list) {
    print_list(out);
    return static_cast<int>(ExitCode::pass);
  }
  if (!request.chain.empty()) {
    JunitReport junit(request.junit, "touchstone explore");
    const int code = run_chain(request, out);
    junit.add("Algorithm 5 on " + request.chain,
              request.variant.empty() ? "as printed" : request.variant,
              code == 0   ? Verdict::pass
              : code == 1 ? Verdict::fail
                          : Verdict::inconclusive,
              code == 0   ? ""
              : code == 1 ? "a wrong end, or threads that are stuck"
                          : "the budget was used up, or one schedule was replayed");
    junit.write();
    return code;
  }
  return KernelSession(request, out).run();
}

}  // namespace touchstone::explore
