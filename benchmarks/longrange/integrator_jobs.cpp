// benchmarks/longrange/integrator_jobs.cpp
// Purpose   The jobs of `bench` with long-range models, one for each model and size and one for the
//           rates of this machine.
// Cost      Class S about 40 seconds.
// Not here  What is timed (integrator_entries.hpp), how (timed_integrator.hpp), what the machine
//           can do (machine_rates.hpp).
#include <fmt/format.h>

#include "benchmarks/family.hpp"
#include "benchmarks/longrange/timed_integrator.hpp"
#include "benchmarks/timing_job.hpp"

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;

std::vector<Job> jobs(const Request& request) {
  Jobs all(request);
  for (const lr::Model model : lr::kModels)
    for (const std::size_t n : integrator_sizes(request, model)) {
      const std::vector<IntegratorEntry> entries = integrator_entries(request, model, n);
      all.add<TimedIntegrator>({.family = kFamily,
                                .title = fmt::format("{} of {} particles", lr::name(model), n),
                                .cost = 0.3 * static_cast<double>(entries.size())},
                               entries, [=] { return cold_start(model, n, request.seed); });
    }
  all.add({.family = kFamily,
           .title = "rates of this machine",
           .entries = {"floor/vector-operations"},
           .run = [=](JobContext&) { return rate_records(request, machine_rates()); }});
  return all.all();
}

const bool registered = register_family({kFamily, "steps of long-range models", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::longrange
