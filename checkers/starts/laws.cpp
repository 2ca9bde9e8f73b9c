// checkers/starts/laws.cpp
// Purpose   Registers the checks of initial states: they follow their law, and are functions of
//           their seed that no other seed shares.
// Cost      At most a few 10000 particles for each generator, 132000 where numbers may repeat.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "checkers/findings.hpp"
#include "checkers/kind.hpp"
#include "checkers/starts/start_kind.hpp"
#include "statistics/kolmogorov_smirnov.hpp"

namespace touchstone::starts {
namespace {

using Values = std::map<std::string, std::vector<double>>;

void append(Values& all, const Values& more) {
  for (const auto& [name, values] : more)
    all[name].insert(all[name].end(), values.begin(), values.end());
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Products of the distances from the medians: of two numbers of one particle, and of one number of
/// two particles that follow each other. They show what depends on what; where only the size of a
/// distance does, that of the first by the second and that of the second by the first.
Values products(const Values& values, const std::map<std::string, double>& medians) {
  Values all;
  for (const auto& [a, of_a] : values) {
    const double median_a = medians.at(a);
    std::vector<double>& following = all[a + " and the next"];
    for (std::size_t i = 0; i + 1 < of_a.size(); i += 2)
      following.push_back((of_a[i] - median_a) * (of_a[i + 1] - median_a));
    for (const auto& [b, of_b] : values) {
      if (b <= a || of_a.size() != of_b.size()) continue;
      const double median_b = medians.at(b);
      std::vector<double>& both = all[a + " and " + b];
      std::vector<double>& size_of_a = all["size of " + a + " and " + b];
      std::vector<double>& size_of_b = all[a + " and size of " + b];
      for (std::size_t i = 0; i < of_a.size(); ++i) {
        const double x = of_a[i] - median_a, y = of_b[i] - median_b;
        both.push_back(x * y);
        size_of_a.push_back(std::abs(x) * y);
        size_of_b.push_back(x * std::abs(y));
      }
    }
  }
  return all;
}

CheckResult law(const Generator& generator, const CheckContext& context) {
  const int starts = std::max(1, static_cast<int>(generator.starts * context.effort));
  std::mt19937_64 random(part_seed(context, 0));
  Values found, expected;
  for (int k = 0; k < starts; ++k) {
    const Drawn drawn = generator.draw(part_seed(context, 1 + static_cast<std::uint64_t>(k)));
    if (!drawn.wrong.empty())
      return count_violations(1, 1, fmt::format("start {}: {}", k, drawn.wrong), "");
    append(found, drawn.values);
    if (generator.law) append(expected, generator.law(random).values);
  }
  if (found.size() != expected.size())
    return count_violations(1, 0, "numbers that have no law to be compared with", "");
  if (expected.empty())
    return count_violations(0, static_cast<std::uint64_t>(starts), "", "as it must be");
  std::map<std::string, double> medians;
  for (const auto& [name, values] : expected) medians[name] = median(values);
  append(found, products(found, medians));
  append(expected, products(expected, medians));
  std::vector<double> p_values;
  std::vector<std::string> names;
  std::uint64_t compared = 0;
  double smallest = 0;
  for (const auto& [name, values] : expected) {
    const auto other = found.find(name);
    if (other == found.end() || other->second.size() != values.size())
      return count_violations(1, compared, "numbers that are missing: " + name, "");
    p_values.push_back(kolmogorov_smirnov(std::span<const double>(other->second), values).p);
    names.push_back(name);
    compared += values.size();
    smallest = std::max(smallest, 5 * std::sqrt(2 / static_cast<double>(values.size())));
  }
  const auto least = std::min_element(p_values.begin(), p_values.end()) - p_values.begin();
  CheckResult result =
      judge_together(p_values, 1, context,
                     fmt::format("{} laws, {} values; least likely: {}", names.size(), compared,
                                 names[static_cast<std::size_t>(least)]));
  result.trials = compared;
  result.smallest_effect = smallest;  // of a distribution function
  return result;
}

/// All numbers of a start, one after the other.
std::vector<double> all_of(const Drawn& drawn) {
  std::vector<double> all;
  for (const auto& [name, values] : drawn.values)
    all.insert(all.end(), values.begin(), values.end());
  return all;
}

CheckResult seeds(const Generator& generator, const CheckContext& context) {
  const std::uint64_t first = part_seed(context, 0) & 0xFFFFFFFFu;  // as wide as every generator's
  std::set<std::uint64_t> related;
  for (std::uint64_t k = 0; k < 4; ++k) related.insert(first + k);
  for (unsigned bit = 0; generator.law && bit < 32; ++bit)
    related.insert(first ^ (std::uint64_t{1} << bit));
  std::uint64_t wrong = 0;
  std::set<std::vector<double>> different;
  std::map<std::uint64_t, std::vector<double>> once;
  for (const std::uint64_t seed : related) {
    once[seed] = all_of(generator.draw(seed));
    different.insert(once[seed]);
  }
  // In the other order, so that what an earlier start has left is something else.
  for (auto seed = related.rbegin(); seed != related.rend(); ++seed)
    if (once[*seed] != all_of(generator.draw(*seed))) ++wrong;
  if (generator.law) wrong += related.size() - different.size();
  return count_violations(
      wrong, 2 * related.size(),
      fmt::format("{} of {} related seeds repeat or change a start", wrong, related.size()),
      fmt::format("{} related seeds", related.size()));
}

CheckResult refusals(const Generator& generator, const CheckContext&) {
  if (generator.refused.empty())
    return {.verdict = Verdict::not_run, .detail = "does not apply: it refuses nothing"};
  Findings findings;
  for (std::size_t k = 0; k < generator.refused.size(); ++k)
    findings.expect_refused(fmt::format("bad call {}", k + 1).c_str(), {}, generator.refused[k]);
  return findings.result(generator.refused.size(),
                         fmt::format("{} bad calls", generator.refused.size()));
}

/// Pairs of equal numbers by how far apart they are in their order.
std::map<std::size_t, std::size_t> repeats(const std::vector<double>& values) {
  std::map<double, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < values.size(); ++i) places[values[i]].push_back(i);
  std::map<std::size_t, std::size_t> pairs;
  for (const auto& [value, where] : places)
    for (std::size_t k = 1; k < where.size(); ++k) ++pairs[where[k] - where[k - 1]];
  return pairs;
}

/// Numbers of 32 random bits are equal by chance, about two pairs of so many; three at one distance
/// have a chance of 1e-10.
CheckResult many_particles(const Generator& generator, const CheckContext& context) {
  constexpr std::size_t kParticles = 2 * 65536 + 1001, kByChance = 2;
  if (!generator.many)
    return {.verdict = Verdict::not_run, .detail = "does not apply: no numbers in their order"};
  const std::vector<double> values = generator.many(kParticles, part_seed(context, 0));
  std::string wrong;
  if (values.size() != kParticles)
    wrong = fmt::format("{} numbers of {} particles", values.size(), kParticles);
  for (const auto& [apart, pairs] : repeats(values))
    if (pairs > kByChance)
      wrong = fmt::format("{} numbers are repeated {} particles later", pairs, apart);
  return count_violations(wrong.empty() ? 0 : 1, kParticles, wrong,
                          fmt::format("{} particles: no distance repeats", kParticles));
}

const bool registered =
    register_check(Check<Generator>{.name = "starts/bad input",
                                    .shows = "starts that make no sense are refused",
                                    .run = refusals}) &&
    register_check(Check<Generator>{
        .name = "starts/law",
        .shows = "initial states follow their law, as drawn a second time by other code",
        .run = law}) &&
    register_check(Check<Generator>{
        .name = "starts/many particles",
        .shows = "of more particles than 16 bits can count each has numbers of its own",
        .run = many_particles}) &&
    register_check(Check<Generator>{.name = "starts/seeds",
                                    .shows = "a seed decides the start, and no other seed gives it",
                                    .run = seeds}) &&
    register_kind<Generator>();

}  // namespace

Registry<Generator>& generators() {
  static Registry<Generator> all("generator of initial states");
  return all;
}

}  // namespace touchstone::starts
