// gpu/exec/emulator/lambda_kernel.hpp
// Purpose   A kernel from a generic lambda, for tests of the emulator itself.
#pragma once
#include <cstddef>
#include <utility>

#include "gpu/exec/context.hpp"

namespace touchstone::gpu {

enum class Synchronises { nothing, blocks, grid };

template <class Body, Synchronises kWhat>
struct LambdaKernel {
  static constexpr const char* kName = "test/lambda";
  static constexpr bool kSynchronises = kWhat != Synchronises::nothing;
  static constexpr bool kSynchronisesGrid = kWhat == Synchronises::grid;
  Body body;
  std::size_t bytes = 0;
  std::size_t shared_bytes(int) const { return bytes; }

  template <class Context>
  void operator()(Context& ctx) const {
    body(ctx);
  }
};

/// `body(ctx)`, with `bytes` of shared memory.
template <Synchronises kWhat = Synchronises::blocks, class Body>
LambdaKernel<Body, kWhat> kernel_of(Body body, std::size_t bytes = 4096) {
  return {std::move(body), bytes};
}

}  // namespace touchstone::gpu
