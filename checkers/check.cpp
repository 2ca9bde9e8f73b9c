#include "checkers/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "models/core/interrupt.hpp"
#include "models/core/random/philox.hpp"
#include "statistics/holm.hpp"
#include "statistics/judge.hpp"
#include "statistics/tails.hpp"
#include "suite/external/program.hpp"

namespace touchstone {
namespace {

CheckResult run_or_explain(const CheckContext& context,
                           const std::function<CheckResult(const CheckContext&)>& body) {
  try {
    return body(context);
  } catch (const Interrupted&) {
    throw;
  } catch (const external::Refused& reason) {
    return {.verdict = Verdict::not_run, .detail = reason.what()};
  } catch (const CannotRun& reason) {
    return {.verdict = Verdict::not_run, .detail = reason.what()};
  } catch (const std::exception& error) {
    return {.verdict = Verdict::fail,
            .value = 1,
            .unit = "violations",
            .detail = fmt::format("stopped by an error: {}", error.what())};
  }
}

}  // namespace

CheckResult timed(const CheckContext& context,
                  const std::function<CheckResult(const CheckContext&)>& body) {
  const auto before = std::chrono::steady_clock::now();
  CheckResult result = run_or_explain(context, body);
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - before;
  result.milliseconds = spent.count();
  if (!std::isfinite(result.value)) result.verdict = Verdict::fail;
  if (result.p && verdict_of(*result.p, result.false_alarm) == Verdict::fail)
    result.verdict = Verdict::fail;
  return result;
}

CheckResult count_violations(std::uint64_t violations, std::uint64_t trials,
                             const std::string& first, const std::string& all_well) {
  return {.verdict = violations == 0 ? Verdict::pass : Verdict::fail,
          .value = static_cast<double>(violations),
          .unit = "violations",
          .trials = trials,
          .detail = violations == 0 ? all_well : first};
}

CheckResult judge_together(std::span<const double> p_values, std::size_t least,
                           const CheckContext& context, const std::string& detail) {
  if (p_values.empty() || p_values.size() < least)
    return count_violations(
        1, 0, fmt::format("{} tests of at least {}: {}", p_values.size(), least, detail), "");
  const double p = std::ranges::min(holm_adjusted(p_values));
  return {.verdict = verdict_of(p, context.false_alarm),
          .value = two_sided_z(p),
          .unit = "z",
          .false_alarm = context.false_alarm,
          .p = p,
          .detail = detail};
}

double two_sided_z(double p) {
  constexpr double kUnderflow = 38;  // p about 1e-315
  if (!(p < 1)) return p >= 1 ? 0 : p;
  return p / 2 > 0 ? std::min(kUnderflow, normal_upper_quantile(p / 2)) : kUnderflow;
}

std::uint64_t part_seed(const CheckContext& context, std::uint64_t part) {
  PhiloxStream stream = Philox(context.seed).stream(Purpose::test, part, 0xC4EC5u);
  const std::uint64_t high = stream.next();
  return high << 32 | stream.next();
}

}  // namespace touchstone
