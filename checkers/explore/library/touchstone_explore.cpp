#include "checkers/explore/library/touchstone_explore.hpp"

#include <algorithm>
#include <iterator>
#include <ostream>
#include <sstream>

#include "checkers/explore/kernels/kernel_answer.hpp"
#include "checkers/explore/kernels/trial.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

Judge judge_named(const std::string& model) {
  for (const Judge judge : kJudges)
    if (name(judge) == model) return judge;
  throw input_error("explore", "memory model", "sc, tso_x86, rc11 or views", "'" + model + "'");
}

/// The subject as a kernel that is not registered, which has one case without a name.
Kernel kernel_of(const Subject& subject) {
  if (!subject.build ||
      program({{}, [&](KernelProgram& p, int) { subject.build(p); }, {}}).threads.empty())
    throw input_error("explore", subject.name, "a program with threads", "none");
  const auto nothing = [](std::span<const Value>) { return std::string(); };
  Kernel kernel;
  kernel.name = subject.name;
  kernel.cases = {{{},
                   [build = subject.build](KernelProgram& p, int) { build(p); },
                   subject.property ? subject.property : nothing}};
  kernel.reasons = subject.reasons;
  return kernel;
}

/// `ask(task, out)` about each model.
template <class Ask>
Answers answers(const Subject& subject, const Options& options, const Ask& ask) {
  const Kernel kernel = kernel_of(subject);
  Answers all;
  for (const std::string& model : options.models) {
    const KernelTask task{kernel, kernel.cases.front(), {}, judge_named(model), options.budget};
    std::ostringstream text;
    const KernelAnswer found = ask(task, text);
    all.each.push_back({model,
                        found.wrong     ? Outcome::wrong
                        : found.decided ? Outcome::right
                                        : Outcome::undecided,
                        found.states, found.schedule, text.str()});
  }
  return all;
}

}  // namespace

Outcome Answers::outcome() const {
  Outcome worst = each.empty() ? Outcome::undecided : Outcome::right;
  for (const Answer& one : each) worst = std::max(worst, one.outcome);
  return worst;
}

std::ostream& operator<<(std::ostream& out, const Answers& answers) {
  for (const Answer& one : answers.each) out << one.text;
  return out;
}

Answers explore(const Subject& subject, const Options& options) {
  return answers(subject, options, [](const KernelTask& task, std::ostream& out) {
    return explore_kernel(task, {}, out);
  });
}

Answers sample(const Subject& subject, const std::string& how, std::uint64_t seed,
               const Options& options) {
  if (std::count(options.models.begin(), options.models.end(), "rc11") > 0)
    throw input_error("sample", "memory model", "sc, tso_x86 or views, which have schedules",
                      "'rc11'");
  return answers(subject, options, [&](const KernelTask& task, std::ostream& out) {
    return sample_kernel(task, how, seed, out);
  });
}

Answers replay(const Subject& subject, const std::string& model, const std::string& schedule) {
  if (model == "rc11")
    throw input_error("replay", "memory model", "sc, tso_x86 or views, which have schedules",
                      "'rc11'");
  return answers(subject, {.models = {model}}, [&](const KernelTask& task, std::ostream& out) {
    return replay_kernel(task, schedule, out);
  });
}

std::vector<std::string> unnoticed(const Subject& subject, const Options& options) {
  const Kernel kernel = kernel_of(subject);
  std::vector<std::string> names;
  for (const KernelMutant& mutant : mutants_of(kernel)) {
    const MachineProgram changed = program(kernel.cases.front(), 0, mutant.mutation);
    const bool noticed =
        std::any_of(options.models.begin(), options.models.end(), [&](const std::string& model) {
          return !trial(kernel, kernel.cases.front(), changed, judge_named(model), options.budget)
                      .wrong.empty();
        });
    if (!noticed) names.push_back(mutant.name);
  }
  return names;
}

}  // namespace touchstone::explore
