#include "suite/external/pool.hpp"

#include <algorithm>
#include <iterator>

namespace touchstone::external {

Pool::Waiting Pool::taken(const std::string& system) {
  const std::lock_guard lock(guard_);
  if (idle_.empty()) return {};
  const auto same = std::find_if(idle_.rbegin(), idle_.rend(),
                                 [&](const Waiting& one) { return one.system == system; });
  const auto place = same == idle_.rend() ? std::prev(idle_.end()) : std::prev(same.base());
  Waiting found = std::move(*place);
  idle_.erase(place);
  return found;
}

Pool::Lease Pool::leased(const std::shared_ptr<Pool>& pool, Waiting one) {
  if (!one.program) one.program = std::make_unique<Program>(pool->command_);
  return {one.program.release(), [pool, system = std::move(one.system)](Program* back) {
            std::unique_ptr<Program> own(back);
            if (!own->in_order()) return;
            const std::lock_guard lock(pool->guard_);
            pool->idle_.push_back({std::move(own), system});
          }};
}

Pool::Lease Pool::lease(const std::shared_ptr<Pool>& pool) {
  Waiting one = pool->taken("");
  one.system.clear();
  return leased(pool, std::move(one));
}

Pool::Lease Pool::begin(const std::shared_ptr<Pool>& pool, const Start& start) {
  const std::string system = start.system();
  Waiting one = pool->taken(system);
  const bool again = pool->command_.restarts && one.program && one.system == system;
  one.system = system;
  Lease lease = leased(pool, std::move(one));
  if (again)
    lease->restart("again " + std::to_string(start.seed) + "\n" + start.rows);
  else
    lease->start(start.text());
  return lease;
}

}  // namespace touchstone::external
