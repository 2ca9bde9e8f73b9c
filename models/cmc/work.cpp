#include "models/cmc/work.hpp"

#include <ctime>

namespace touchstone::cluster {

double PhaseClock::now() const {
  std::timespec time{};
  clock_gettime(kind_ == Kind::wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace touchstone::cluster
