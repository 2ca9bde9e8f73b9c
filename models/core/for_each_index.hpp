// models/core/for_each_index.hpp
// Purpose   Independent tasks on a few threads; what they compute must not depend on which thread
//           runs which.
// Not here  The threads of a scheme (models/core/exec.hpp).
#pragma once
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace touchstone {

/// Calls task(0) ... task(count - 1), each once, and rethrows the first exception after all
/// threads have stopped; tasks not yet begun then are left out.
template <class Task>
void for_each_index(std::size_t count, int threads, Task&& task) {
  std::atomic<std::size_t> next{0};  // hands out indices; no data is published through it
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    for (std::size_t k = next++; k < count; k = next++) try {
        task(k);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;  // start nothing more
      }
  };
  std::vector<std::thread> others;
  for (int t = 1; t < threads && static_cast<std::size_t>(t) < count; ++t)
    others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace touchstone
