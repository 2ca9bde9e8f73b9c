#include "validation/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>

#include "models/core/errors.hpp"
#include "suite/external/cost.hpp"
#include "suite/external/description.hpp"
#include "suite/progress.hpp"
#include "suite/runner.hpp"
#include "validation/session.hpp"

namespace touchstone::validation {
namespace {

std::string program_of(const std::vector<Measurement>& rows) {
  for (const Measurement& row : rows)
    if (external::is_program(row.record.scheme)) return row.record.scheme;
  throw input_error("--budget", "what is run", "a program of your own, by --external", "none");
}

}  // namespace

Budget::Budget(const Request& request, const std::vector<Measurement>& rows, std::ostream& text)
    : threads_(request.plan.threads) {
  if (request.budget.empty()) return;
  const double seconds = external::seconds_of(request.budget, "--budget");
  const std::string program = program_of(rows);
  const std::set<std::string> finished =
      request.resume ? finished_jobs(request.out) : std::set<std::string>();
  const auto cost = external::cost_for(program, request.resume ? request.out : "");
  if (!cost)
    throw input_error("--budget", "program", "one that can be started",
                      "one that refuses or fails");
  rows_ =
      static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const Measurement& row) {
        return row.record.scheme == program && finished.count(resume_key(row.record)) == 0;
      }));
  program_ = program;
  known_ = external::description_of(program)->command.known;
  left_ = seconds * threads_;
  text << fmt::format(
              "budget: {} for {} measurements of {}, {} at a time (a start takes {:.2g} s, "
              "a move {:.2g} s)",
              duration_text(seconds), rows_, program, threads_, cost->start, cost->move)
       << std::endl;
}

void Budget::begin(const std::string& scheme) {
  is_asked_ = !program_.empty() && scheme == program_;
  if (!is_asked_) return;
  share_ = left_ / static_cast<double>(std::max<std::size_t>(rows_, 1));
  if (rows_ > 0) --rows_;
  known_->allow(share_);
}

void Budget::end() {
  if (!is_asked_) return;
  left_ = std::max(0.0, left_ - std::min(share_, known_->spent()));
  known_->allow_all();
  is_asked_ = false;
}

std::string Budget::left_out(double done) const {
  std::string text = fmt::format(
      "left out: its share of the budget, {} of the program, was used up", duration_text(share_));
  if (done > 0)
    text += fmt::format(" when {:.2g} % were done: it would take about {}", 100 * done,
                        duration_text(share_ / done));
  return text + "; --resume goes on with what is finished of it";
}

}  // namespace touchstone::validation
