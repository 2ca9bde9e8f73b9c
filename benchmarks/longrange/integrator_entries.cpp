#include "benchmarks/longrange/integrator_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "models/core/names.hpp"

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::LongrangeScheme;
using lr::Model;

/// Number of target particles where the sums of a whole step take too long, else 0. Large enough
/// that starting threads and reading the sources for the first time hardly count.
std::size_t sampled_targets(const Request& request, const LongrangeScheme& scheme, Model model,
                            std::size_t particles, int threads) {
  const bool slow = scheme.info.lanes == 1;
  const double pairs_per_second = (slow ? 3e7 : 2.5e8 * scheme.info.lanes) * threads;  // nominal
  const auto n = static_cast<double>(particles);
  const bool is_long = 3 * n * n / pairs_per_second > longest_step(request.problem_class);
  if (!scheme.sums || model == Model::hmf || !is_long) return 0;
  const std::size_t in_class_s =
      slow ? 16 : std::max<std::size_t>(1024, 256 * static_cast<std::size_t>(threads));
  return std::min(particles,
                  request.problem_class <= ProblemClass::S ? in_class_s : 4 * in_class_s);
}

}  // namespace

std::string IntegratorEntry::name() const {
  return fmt::format("{}/{}/particles:{}/threads:{}", scheme->info.name, lr::name(model), particles,
                     threads);
}

double longest_step(ProblemClass problem_class) {
  if (problem_class <= ProblemClass::S) return 0.25;
  return problem_class == ProblemClass::W ? 10 : 600;
}

std::vector<std::size_t> integrator_sizes(const Request& request, Model model) {
  if (!request.disks.empty()) return request.disks;
  const bool tiny = request.problem_class == ProblemClass::tiny;
  if (tiny) return {model == Model::hmf ? std::size_t{10'000} : std::size_t{1024}};
  if (model == Model::hmf) {
    std::vector<std::size_t> sizes = {100'000, 1'000'000, 10'000'000};
    if (request.problem_class != ProblemClass::S) sizes.push_back(50'000'000);
    return sizes;
  }
  if (model == Model::ring) return {10'240, 51'200, 102'400, 512'000};
  return {10'240, 20'480, 102'400, 512'000, 1'024'000};
}

std::vector<IntegratorEntry> integrator_entries(const Request& request, Model model,
                                                std::size_t particles) {
  std::vector<IntegratorEntry> result;
  const bool all = request.problem_class > ProblemClass::S || request.filter != "*";
  for (const LongrangeScheme* scheme : lr::widest_first(model, all)) {
    if (!scheme->info.timed || !matches(request.filter, scheme->info.name)) continue;
    for (const int count : std::set<int>{1, scheme->info.parallel ? request.threads : 1})
      result.push_back({scheme, model, particles, count,
                        sampled_targets(request, *scheme, model, particles, count)});
  }
  return result;
}

}  // namespace touchstone::benchmarks::longrange
