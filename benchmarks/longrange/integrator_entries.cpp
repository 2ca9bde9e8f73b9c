#include "benchmarks/longrange/integrator_entries.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::LongrangeScheme;
using lr::Model;

/// Seconds that one step may take.
double longest_step(const Request& request) {
  return of_class<double>(request, {0.25, 0.25, 10, 600});
}

/// Number of target particles where the sums of a whole step take too long, else 0. Large enough
/// that starting threads and reading the sources for the first time hardly count.
std::size_t sampled_targets(const Request& request, const LongrangeScheme& scheme, Model model,
                            std::size_t particles, int threads) {
  const bool slow = scheme.info.lanes == 1;
  const double pairs_per_second = (slow ? 3e7 : 2.5e8 * scheme.info.lanes) * threads;  // nominal
  const auto n = static_cast<double>(particles);
  const bool is_long = 3 * n * n / pairs_per_second > longest_step(request);
  if (!scheme.sums || model == Model::hmf || !is_long) return 0;
  const std::size_t in_class_s =
      slow ? 16 : std::max<std::size_t>(1024, 256 * static_cast<std::size_t>(threads));
  return std::min(particles,
                  request.problem_class <= ProblemClass::S ? in_class_s : 4 * in_class_s);
}

/// The reason why a step of an entry is too long, by the operations that its scheme states, at a
/// nominal 1e9 of them in a second; else empty.
std::string obstacle(const Request& request, const IntegratorEntry& entry) {
  const std::vector<std::size_t> sizes = integrator_sizes(request, entry.model);
  const double operations = entry.scheme->operations * static_cast<double>(entry.particles);
  if (entry.targets > 0 || operations < 2e9 * longest_step(request) ||
      entry.particles <= *std::min_element(sizes.begin(), sizes.end()))
    return "";
  return fmt::format("left out: a step of {:.2g} operations is too long for class {}", operations,
                     info(request.problem_class).name);
}

}  // namespace

std::string IntegratorEntry::name() const {
  return fmt::format("{}/{}/particles:{}/threads:{}", scheme->info.name, lr::name(model), particles,
                     threads);
}

Subject IntegratorEntry::subject() const {
  return {kFamily,
          scheme->info,
          "seconds per step",
          name(),
          {{"model", lr::name(model)}, {"particles", particles}},
          fmt::format("--particles {}", particles),
          threads};
}

Protocol integrator_protocol(const Request& request) {
  const double seconds = of_class<double>(request, {0.04, 0.04, 0.2});
  return {request.runs.value_or(5), seconds, longest_step(request)};
}

std::vector<std::size_t> integrator_sizes(const Request& request, Model model) {
  if (!request.disks.empty()) return request.disks;
  using Sizes = std::vector<std::size_t>;
  if (model == Model::hmf)
    return of_class<Sizes>(
        request,
        {{10'000}, {100'000, 1'000'000, 10'000'000}, {100'000, 1'000'000, 10'000'000, 50'000'000}});
  if (model == Model::ring)
    return of_class<Sizes>(request, {{1024}, {10'240, 51'200, 102'400, 512'000}});
  return of_class<Sizes>(request, {{1024}, {10'240, 20'480, 102'400, 512'000, 1'024'000}});
}

std::vector<IntegratorEntry> integrator_entries(const Request& request, Model model,
                                                std::size_t particles) {
  std::vector<IntegratorEntry> result;
  const bool all = request.problem_class > ProblemClass::S || request.filter != "*";
  for (const LongrangeScheme* scheme : lr::widest_first(model, all)) {
    if (!is_wanted(request, *scheme)) continue;
    for (const int threads : one_and_all(request, scheme->info)) {
      IntegratorEntry& entry = result.emplace_back(
          IntegratorEntry{scheme, model, particles, threads,
                          sampled_targets(request, *scheme, model, particles, threads)});
      entry.left_out = obstacle(request, entry);
    }
  }
  return result;
}

}  // namespace touchstone::benchmarks::longrange
