// models/core/memory_scope.hpp
// Purpose   Scopes of a device as types, for kernels that are written once over a memory policy:
//           which threads an atomic access or a fence orders itself with. Two of them synchronise
//           only if the scope of each includes the thread of the other.
// Source    NVIDIA, Parallel Thread Execution ISA, "Memory Consistency Model": cta, gpu, sys.
#pragma once
#include <cstdint>
#include <type_traits>

namespace touchstone {

/// Threads of the own block, of the own device, or all.
enum class MemoryScope : std::uint8_t { block, device, system };

template <MemoryScope S>
using ScopeConstant = std::integral_constant<MemoryScope, S>;

namespace scope {
inline constexpr ScopeConstant<MemoryScope::block> block;
inline constexpr ScopeConstant<MemoryScope::device> device;
inline constexpr ScopeConstant<MemoryScope::system> system;
}  // namespace scope

}  // namespace touchstone
