// models/core/memory_order.hpp
// Purpose   Memory orders as types, for kernels that are written once over a memory policy: an
//           order is a compile-time constant, and an illegal one does not compile.
// Not here  The policies: native_memory.hpp (production), checkers/explore/kernels (explorer).
#pragma once
#include <cstdint>
#include <type_traits>

namespace touchstone {

/// `plain` is an access that is not atomic: two of them that can meet, one a store, are a data
/// race. The others are those of <atomic>.
enum class MemoryOrder : std::uint8_t { plain, relaxed, acquire, release, acq_rel, seq_cst };

template <MemoryOrder O>
using OrderConstant = std::integral_constant<MemoryOrder, O>;

/// `using namespace touchstone::order;` lets a kernel say `m.load(x, acquire)`.
namespace order {
inline constexpr OrderConstant<MemoryOrder::plain> plain;
inline constexpr OrderConstant<MemoryOrder::relaxed> relaxed;
inline constexpr OrderConstant<MemoryOrder::acquire> acquire;
inline constexpr OrderConstant<MemoryOrder::release> release;
inline constexpr OrderConstant<MemoryOrder::acq_rel> acq_rel;
inline constexpr OrderConstant<MemoryOrder::seq_cst> seq_cst;
}  // namespace order

constexpr bool legal_load(MemoryOrder order) {
  return order != MemoryOrder::release && order != MemoryOrder::acq_rel;
}
constexpr bool legal_store(MemoryOrder order) {
  return order != MemoryOrder::acquire && order != MemoryOrder::acq_rel;
}
constexpr bool legal_update(MemoryOrder order) { return order != MemoryOrder::plain; }
/// Whether a failed compare_exchange may have this order: that of a load.
constexpr bool legal_failure(MemoryOrder order) {
  return order != MemoryOrder::plain && legal_load(order);
}
constexpr bool legal_fence(MemoryOrder order) {
  return order != MemoryOrder::plain && order != MemoryOrder::relaxed;
}

}  // namespace touchstone
