#include "benchmarks/hpmc/profile_records.hpp"

#include <fmt/format.h>

#include <memory>

#include "benchmarks/hpmc/move_profile.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

std::string replay(const Request& request, const std::string& filter) {
  return fmt::format("./touchstone bench --family hpmc --class {} --filter {} --seed {}",
                     info(request.problem_class).name, filter, request.seed);
}

struct Profiled {
  const shapes::ShapeScheme* scheme;
  std::unique_ptr<ProfiledMoves> moves;
};

ResultRecord part_record(const Request& request, const shapes::ShapeScheme& scheme,
                         const ShapeSystem& system, std::size_t bodies, std::size_t part) {
  ResultRecord record = blank_record(request, "hpmc", scheme.info, 1, kPartOfMove);
  record.params = {
      {"system", system.name}, {"bodies", bodies}, {"part", shapes::kMovePartNames[part]}};
  record.replay = replay(request, scheme.info.name);
  return record;
}

void write(const Request& request, const ShapeSystem& system, std::size_t bodies,
           const Profiled& one, Journal& journal) {
  const std::string wrong = one.moves->verify();
  const auto& profiles = one.moves->profiles();
  for (std::size_t part = 0; part < shapes::kMoveParts; ++part) {
    ResultRecord record = part_record(request, *one.scheme, system, bodies, part);
    std::vector<double> values, calls, whole;
    for (const MoveProfile& profile : profiles) {
      values.push_back(1e9 * profile.parts[part]);
      calls.push_back(profile.calls[part]);
      whole.push_back(1e9 * profile.seconds);
    }
    judge_runs(record, one.moves->runs(), values, wrong);
    if (wrong.empty()) {
      record.params["calls"] = quartiles(calls).median;
      record.params["whole"] = quartiles(whole).median;
    }
    journal.write(record, fmt::format("{}/{}/{}", one.scheme->info.name, system.name,
                                      shapes::kMovePartNames[part]));
  }
}

}  // namespace

void profile_moves(const Request& request, const ShapeSystem& system,
                   const shapes::Configuration& start, Journal& journal, Progress& progress) {
  const ShapeProtocol protocol = shape_protocol(request);
  std::vector<Profiled> all;
  std::vector<Driven> pieces;
  for (const shapes::MoveProfiler& profiler : shapes::move_profilers()) {
    const shapes::ShapeScheme& scheme = shapes::shape_scheme(profiler.name);
    if (!matches(request.filter, profiler.name) ||
        journal.has(part_record(request, scheme, system, start.size(), 0)))
      continue;
    check_interrupt();
    all.push_back(
        {&scheme, std::make_unique<ProfiledMoves>(profiler, system, start, request.seed)});
    pieces.push_back({fmt::format("{}/{}/profile", profiler.name, system.name), protocol.runs,
                      "trials/s", [moves = all.back().moves.get(), seconds = protocol.seconds] {
                        return moves->run(seconds);
                      }});
  }
  if (pieces.empty()) return;
  drive(pieces, progress, 0);
  for (const Profiled& one : all) write(request, system, start.size(), one, journal);
}

void time_support(const Request& request, Journal& journal, Progress& progress) {
  if (!matches(request.filter, kSupportScheme)) return;
  const ShapeProtocol protocol = shape_protocol(request);
  const auto blank = [&](const TimedSupport& one) {
    const SchemeInfo scheme{.name = kSupportScheme, .source = "", .backend = one.vectors()};
    ResultRecord record = blank_record(request, "hpmc", scheme, 1, kSupport);
    record.params = {{"vertices", one.vertices()}, {"vectors", one.vectors()}};
    record.replay = replay(request, kSupportScheme);
    return record;
  };
  std::vector<std::unique_ptr<TimedSupport>> all;
  std::vector<Driven> pieces;
  for (const std::size_t vertices : {4u, 8u, 12u, 20u, 32u, 64u})
    for (const shapes::SupportKind& kind : shapes::support_kinds()) {
      auto one = std::make_unique<TimedSupport>(vertices, kind);
      if (journal.has(blank(*one))) continue;
      pieces.push_back(
          {fmt::format("{}/vertices:{}/{}", kSupportScheme, vertices, kind.name), protocol.runs,
           "points/s",
           [p = one.get(), seconds = 0.1 * protocol.seconds] { return p->run(seconds); }});
      all.push_back(std::move(one));
    }
  if (pieces.empty()) return;
  drive(pieces, progress, 0);
  for (const auto& one : all) {
    ResultRecord record = blank(*one);
    std::vector<double> costs;
    for (const Run& run : one->runs())
      costs.push_back(1e9 * run.seconds / static_cast<double>(run.count));
    judge_runs(record, one->runs(), costs, one->verify());
    journal.write(record, fmt::format("{}/{}/{}", kSupportScheme, one->vertices(), one->vectors()));
  }
}

}  // namespace touchstone::benchmarks::hpmc
