// models/core/exec.hpp
// Purpose   The `Exec` substitution point: who runs the independent pieces of a parallel step and
//           whose atomics they use. Production runs them on machine threads; a proof runs the same
//           body serially, in any order it likes, or on the explorer's threads.
// Threads   Loops inside a scheme are OpenMP's, through OpenmpExec or as pragmas where a loop
//           needs a reduction or a dynamic schedule; other ways to run threads exist because
//           OpenMP cannot serve: for_each_index.hpp (independent tasks of the suite, which may
//           throw, around schemes that use OpenMP themselves), optimized/core/thread_ranks.hpp
//           (ranks, all of which must run at once, since they wait for each other),
//           optimized/core/helper_threads.hpp (work of microseconds, which waits for no thread),
//           and the explorer and the grid emulator, whose threads are what is under test.
// Not here  The explorer's Exec (checkers/explore).
#pragma once
#include <omp.h>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <exception>
#include <utility>

namespace touchstone {

/// `for_each_slice(count, body)` calls body(slice, first, last) on disjoint slices that cover
/// [0, count), at most slices() of them, possibly at the same time, and returns when all are done
/// (a barrier); fewest(count) is a lower bound for the length of a slice.
template <class E>
concept Exec = requires(E& exec, void (*body)(std::size_t, std::size_t, std::size_t)) {
  exec.for_each_slice(std::size_t{}, body);
  { exec.slices() } -> std::convertible_to<std::size_t>;
  { exec.fewest(std::size_t{}) } -> std::convertible_to<std::size_t>;
  typename E::template Atomic<int>;
};

/// Bounds of slice `index` of `slices`: contiguous, and equal within one.
constexpr std::pair<std::size_t, std::size_t> slice_bounds(std::size_t count, std::size_t slices,
                                                           std::size_t index) {
  return {count * index / slices, count * (index + 1) / slices};
}

/// One thread, slices in order.
class SerialExec {
 public:
  template <class T>
  using Atomic = std::atomic<T>;
  std::size_t slices() const { return 1; }
  std::size_t fewest(std::size_t count) const { return count; }
  template <class Body>
  void for_each_slice(std::size_t count, Body&& body) {
    body(std::size_t{0}, std::size_t{0}, count);
  }
};

/// OpenMP threads, one contiguous slice each (the paper's horizontal strips).
class OpenmpExec {
 public:
  template <class T>
  using Atomic = std::atomic<T>;
  explicit OpenmpExec(int threads) : threads_(static_cast<std::size_t>(threads)) {}
  std::size_t slices() const { return threads_; }
  std::size_t fewest(std::size_t count) const { return count / threads_; }
  template <class Body>
  void for_each_slice(std::size_t count, Body&& body) {
#ifndef _OPENMP  // without it the slices would run one after the other, and nothing would say so
    static_assert(sizeof(Body) == 0, "OpenmpExec: expected a compiler with OpenMP, found none");
#endif
    std::exception_ptr failure;  // an exception must not leave a parallel region
#pragma omp parallel for num_threads(static_cast <int>(threads_)) schedule(static, 1)
    for (std::size_t slice = 0; slice < threads_; ++slice) {
      try {
        const auto [first, last] = slice_bounds(count, threads_, slice);
        body(slice, first, last);
      } catch (...) {
#pragma omp critical
        failure = std::current_exception();
      }
    }
    if (failure) std::rethrow_exception(failure);
  }

 private:
  std::size_t threads_;
};

/// One thread that runs `slices` slices in reverse order: a body whose result depends on the
/// order of its slices is not independent, and this shows it without a race.
class ReverseExec {
 public:
  template <class T>
  using Atomic = std::atomic<T>;
  explicit ReverseExec(std::size_t slices) : slices_(slices) {}
  std::size_t slices() const { return slices_; }
  std::size_t fewest(std::size_t count) const { return count / slices_; }
  template <class Body>
  void for_each_slice(std::size_t count, Body&& body) {
    for (std::size_t slice = slices_; slice-- > 0;) {
      const auto [first, last] = slice_bounds(count, slices_, slice);
      body(slice, first, last);
    }
  }

 private:
  std::size_t slices_;
};

static_assert(Exec<SerialExec> && Exec<OpenmpExec> && Exec<ReverseExec>);

}  // namespace touchstone
