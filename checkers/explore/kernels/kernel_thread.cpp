#include "checkers/explore/kernels/kernel_thread.hpp"

namespace touchstone::explore {
namespace {

// Fields of the first word, from the lowest bit.
constexpr unsigned kKindBits = 3, kOrderBits = 3, kUpdateBits = 3, kWaitBits = 4, kScopeBits = 2;
constexpr unsigned kLocationBits = 16, kSiteBits = 14, kCountBits = 8;
static_assert(kKindBits + 2 * kOrderBits + kUpdateBits + kWaitBits + kScopeBits + kLocationBits +
                  kSiteBits + 2 * kCountBits ==
              64);
constexpr std::uint32_t kLastSite = (1u << kSiteBits) - 1;

class BitWriter {
 public:
  template <class T>
  void put(T value, unsigned bits) {
    word_ |= static_cast<std::uint64_t>(value) << used_;
    used_ += bits;
  }
  std::uint64_t word() const { return word_; }

 private:
  std::uint64_t word_ = 0;
  unsigned used_ = 0;
};

class BitReader {
 public:
  explicit BitReader(Value word) : word_(static_cast<std::uint64_t>(word)) {}
  template <class T>
  T get(unsigned bits) {
    const std::uint64_t value = word_ & ((std::uint64_t{1} << bits) - 1);
    word_ >>= bits;
    return static_cast<T>(value);
  }

 private:
  std::uint64_t word_;
};

}  // namespace

void PackedStep::pack(std::span<Value> words) const {
  if (operation.site > kLastSite)
    throw InputError("kernel, line " + std::to_string(operation.site) + ": expected at most line " +
                     std::to_string(kLastSite));
  BitWriter first;
  first.put(operation.kind, kKindBits);
  first.put(operation.order, kOrderBits);
  first.put(operation.failure, kOrderBits);
  first.put(operation.update, kUpdateBits);
  // Comparisons are for those that wait.
  first.put(operation.waits ? 1u + static_cast<unsigned>(operation.compare) : 0u, kWaitBits);
  first.put(operation.scope, kScopeBits);
  first.put(operation.location, kLocationBits);
  first.put(operation.site, kSiteBits);
  first.put(performed, kCountBits);
  first.put(answered, kCountBits);
  words[0] = static_cast<Value>(first.word());
  words[1] = operation.operand;
  words[2] = operation.expected;
}

PackedStep PackedStep::unpack(std::span<const Value> words) {
  BitReader first(words[0]);
  PackedStep step;
  step.operation.kind = first.get<Kind>(kKindBits);
  step.operation.order = first.get<Order>(kOrderBits);
  step.operation.failure = first.get<Order>(kOrderBits);
  step.operation.update = first.get<Update>(kUpdateBits);
  const auto wait = first.get<unsigned>(kWaitBits);
  step.operation.waits = wait != 0;
  if (wait != 0) step.operation.compare = static_cast<Compare>(wait - 1);
  step.operation.scope = first.get<Scope>(kScopeBits);
  step.operation.location = first.get<Location>(kLocationBits);
  step.operation.site = first.get<std::uint32_t>(kSiteBits);
  step.performed = first.get<std::size_t>(kCountBits);
  step.answered = first.get<std::size_t>(kCountBits);
  step.operation.operand = words[1];
  step.operation.expected = words[2];
  return step;
}

}  // namespace touchstone::explore
