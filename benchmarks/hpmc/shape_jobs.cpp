// benchmarks/hpmc/shape_jobs.cpp
// Purpose   The jobs of `bench` with hard shapes, and their records: trial moves per second of each
//           system and size, with the acceptance of translations and rotations; for the largest
//           size the lower bound of a move, and of bodies that are not round the profile of moves
//           and overlap tests; and support functions.
// Cost      Class S about 20 s.
// Not here  What is timed (shape_entries.hpp) and how (timed_shapes.hpp, move_profile.hpp,
//           overlap_split.hpp).
#include <fmt/format.h>

#include <memory>

#include "benchmarks/family.hpp"
#include "benchmarks/hpmc/move_profile.hpp"
#include "benchmarks/hpmc/move_roofline.hpp"
#include "benchmarks/hpmc/overlap_split.hpp"
#include "benchmarks/hpmc/timed_shapes.hpp"
#include "benchmarks/timing_job.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

/// The entries of one system whose scheme the filter takes; `items` are those of a registry.
template <class Entry, class Item>
std::vector<Entry> parts_of(const Request& request, const std::vector<Item>& items,
                            const ShapeSystem& system) {
  std::vector<Entry> taken;
  for (const Item& item : items)
    if (const Entry entry{&item, &system}; matches(request.filter, entry.subject().scheme.name))
      taken.push_back(entry);
  return taken;
}

/// Jobs of the largest size of a system: bounds, and of bodies that are not round what moves are
/// made of. `start` gives their configuration.
template <class Start>
void add_parts(Jobs& all, const Request& request, const ShapeSystem& system,
               const std::string& size, Start start) {
  const auto titled = [&](const char* what) {
    return TimingJob{.family = kFamily, .title = what + size};
  };
  const auto counters = parts_of<CountEntry>(request, shapes::move_counters(), system);
  TimingJob counts = titled("lower bound of a move of ");
  Jobs::list(counts, counters);
  counts.run = [=](JobContext&) {
    std::vector<ResultRecord> records;
    for (const CountEntry& entry : counters)
      records.push_back(count_moves(request, entry, start()));
    return records;
  };
  all.add(std::move(counts));
  if (system.round) return;
  all.add<ProfiledMoves>(titled("parts of a move of "),
                         parts_of<ProfileEntry>(request, shapes::move_profilers(), system), start);
  all.add<OverlapSplit>(titled("overlap tests of "),
                        parts_of<SplitEntry>(request, shapes::overlap_tracers(), system), start);
}

std::vector<Job> jobs(const Request& request) {
  const auto latest = std::make_shared<LatestShapes>();
  Jobs all(request);
  for (const ShapeSystem& system : shape_systems()) {
    std::string size;
    std::function<CommonShapes&()> common;
    for (const int copies : shape_sizes(request, system)) {
      size = fmt::format("{} {}", system.bodies(copies), system.name);
      common = [=, &system]() -> CommonShapes& {
        return latest->shapes(system, copies, request.seed);
      };
      all.add<TimedShapes>({.family = kFamily, .title = size, .cost = 2},
                           shape_entries(request, system, copies), common);
    }
    add_parts(all, request, system, size, [common]() -> const shapes::Configuration& {
      return common().start().configuration;
    });
  }
  if (matches(request.filter, kSupportScheme))
    all.add<TimedSupport>({.family = kFamily, .title = "support functions"}, support_entries());
  return all.all();
}

const bool registered = register_family({kFamily, "trial moves of hard shapes", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::hpmc
