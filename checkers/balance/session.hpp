// checkers/balance/session.hpp
// Purpose   `touchstone check balance`: judges the chosen tiny models, prints a table, what failed
//           and how to replay it, and writes one record for each verdict.
// Not here  The command line (checkers/main.cpp).
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "checkers/balance/judge.hpp"
#include "suite/runner.hpp"

namespace touchstone::balance {

struct BalanceRequest {
  std::string scheme = "*";
  std::string model = "*";
  std::string family = "*";
  std::vector<std::string> claims;  ///< verdicts to report; empty: all
  bool correct_schemes = true;
  bool mutants = true;
  bool nightly = false;  ///< also the models that are too long for every commit
  bool trace = false;    ///< print the trace of the first tape of every failure
  std::string replay;    ///< a tape: print its trace and do nothing else
  RunOptions run;
  JudgeOptions options;
};

/// Returns the exit code. Throws InputError for names that match nothing, and when no model had a
/// verdict of those asked for; a model that cannot be enumerated is reported, fails in a record,
/// does not stop the others, and gives exit code 2.
int run_balance(const BalanceRequest& request, std::ostream& text);

/// Verdicts of one model by their names, the worst of all operators and stage groups.
struct Summary {
  std::string name;
  Verdict verdict = Verdict::pass;
  const Finding* worst = nullptr;
};
std::vector<Summary> summaries(const Judgement& judgement);

/// Whether a mutant was caught by this verdict.
bool caught_by(const Judgement& judgement, const std::string& verdict_name);

/// Metric of lost_record().
inline constexpr const char* kLostMetric = "balance/judgement";
/// The record of a model that could not be enumerated, or whose judgement hung or crashed.
ResultRecord lost_record(const TinyModel& model, const std::string& why);
/// One record for each summary, and one for the distance.
std::vector<ResultRecord> records(const TinyModel& model, const Judgement& judgement,
                                  double milliseconds);

}  // namespace touchstone::balance
