// gpu/exec/emulator/lane.hpp
// Purpose   The machine of the grid emulator, without the types of a kernel: lanes that stop at
//           barriers, blocks that schedule them, and the launch they belong to.
// Not here  The interface of kernels (gpu/exec/emulator/emulated_context.hpp).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "gpu/exec/context.hpp"
#include "gpu/exec/emulator/device_memory.hpp"
#include "gpu/exec/emulator/fault.hpp"
#include "gpu/exec/emulator/fiber.hpp"
#include "gpu/exec/emulator/history.hpp"

namespace touchstone::gpu {

/// Options of an emulated launch. `checks` off: arrays are plain pointers, and only barriers,
/// collectives, the size of shared memory and loops of atomic operations are judged.
struct Emulation {
  Order order = Order::forward;
  std::uint64_t seed = 1;  ///< seed of the shuffled order
  bool checks = true;
  const DeviceMemory* memory = nullptr;  ///< memory of global arrays; null: anywhere
};

/// Unchecked launches in one of the three orders, by a number that runs differ in: results of
/// schemes may not depend on it.
inline Emulation unchecked(std::uint64_t number) {
  return {.order = static_cast<Order>(number % 3), .seed = number, .checks = false};
}

/// A line of a kernel's source.
struct Site {
  const char* file = "";
  int line = 0;
  friend bool operator==(const Site& a, const Site& b);
};

/// Kernel as the machine sees it.
struct KernelBody {
  const char* name = "";
  const void* kernel = nullptr;
  std::size_t shared_bytes = 0;
  bool synchronises_grid = false;
  int max_threads = kMaxBlockThreads;
};

/// Throws InputError for a launch without blocks or threads, or with more threads than the kernel
/// allows, or more shared memory than a device has.
void require_valid(const KernelBody& body, Launch launch);

/// An array of a block's shared memory.
struct SharedArray {
  const char* name = "";
  std::byte* data = nullptr;
  std::size_t element_bytes = 0;
  std::int64_t count = 0;
  std::vector<History> histories = {};  ///< empty without checks
  std::vector<bool> written = {};
};

/// An array as a lane sees it.
struct ArrayView {
  const char* name = "";
  const void* data = nullptr;
  std::size_t element_bytes = 0;
  std::int64_t count = 0;
  SharedArray* shared = nullptr;  ///< null: in device memory
};

class BlockRun;
class GridRun;

/// One thread of the emulated grid.
class Lane {
 public:
  enum class State { ready, at_warp, at_block, at_grid, returned };
  static constexpr std::size_t kSlotBytes = 16;
  using Slot = std::array<std::byte, kSlotBytes>;

  Lane(BlockRun& block, int thread) : block_(&block), thread_(thread) {}

  int thread() const { return thread_; }
  /// Place where it waits: "sync() at file:line", or "has returned".
  std::string place() const;
  BlockRun& block() const { return *block_; }
  Moment now() const;

  /// Stops until all lanes of warp, block or grid have stopped at the same operation and site.
  void wait(State at, const char* operation, Site site);
  /// Gives `mine` to the warp and waits for all of it.
  void meet_warp(const Slot& mine, const char* operation, Site site);
  /// Value that lane `lane` of this warp gave to the last collective.
  const Slot& given(int lane) const;

  /// Judges an access to memory. Throws KernelFault.
  void access(const ArrayView& array, std::int64_t index, Access access);
  /// Judges that an element is accessed: a thread that asks the same few for ever, without a
  /// barrier, waits for another one. Throws KernelFault.
  void count_repeated(const void* place, const char* name, std::int64_t index);
  /// Throws KernelFault for an index that is not in an array of `count` elements.
  void require_index(const char* name, std::int64_t count, std::int64_t index) const {
    if (index < 0 || index >= count) out_of_range(name, count, index);
  }
  void require_aligned(const ArrayView& array, std::size_t alignment) const;
  void require_allocated(const ArrayView& array) const;
  SharedArray& shared(std::int64_t count, std::size_t bytes, std::size_t alignment,
                      const char* name);
  [[noreturn]] void fail(FaultKind kind, const std::string& what_happened,
                         const std::string& array = "", std::int64_t index = -1) const;

 private:
  friend class BlockRun;
  [[noreturn]] void out_of_range(const char* name, std::int64_t count, std::int64_t index) const;
  [[noreturn]] void fail_on(const Clash& clash, const ArrayView& array, std::int64_t index,
                            Access access) const;

  BlockRun* block_;
  int thread_;
  State state_ = State::ready;
  const char* operation_ = "";
  Site site_;
  std::uint32_t warp_epoch_ = 0;
  unsigned collectives_ = 0;
  std::array<Slot, 2> slots_{};  // of this collective and the last: a fast lane may be one ahead
  std::size_t shared_calls_ = 0;
  std::array<const void*, 8> places_{};  // elements that it accessed last
  unsigned changes_ = 0;                 // of places_
  std::uint32_t repeated_ = 0;           // accesses to them since the last change or barrier
  bool vote_ = false;
  Fiber* fiber_ = nullptr;  // null: the kernel runs without one, and cannot wait
};

/// One block: its lanes run one after another until all have returned or wait for other blocks.
class BlockRun {
 public:
  explicit BlockRun(GridRun& grid);
  ~BlockRun();
  BlockRun(const BlockRun&) = delete;
  BlockRun& operator=(const BlockRun&) = delete;

  /// All lanes at the start of block `block`. With `body`, each gets a fiber that calls it.
  void begin(int block, void (*body)(Lane&));
  /// Runs until all lanes have returned (true), or all wait at sync_grid() (false). Throws
  /// KernelFault.
  bool run();
  void release_grid();

  GridRun& grid() const { return *grid_; }
  int index() const { return index_; }
  Lane& lane(int thread) { return lanes_[static_cast<std::size_t>(thread)]; }
  std::uint32_t epoch() const { return epoch_; }
  SharedArray& shared(const Lane& lane, std::size_t call, const SharedArray& asked,
                      std::size_t alignment);
  bool vote() const { return vote_; }
  void set_vote(Lane& lane, bool vote) const { lane.vote_ = vote; }
  bool abandoned() const { return abandoned_; }
  const Lane& first_lane() const { return lanes_.front(); }
  Site grid_site() const { return lanes_.front().site_; }

 private:
  static void enter(void* lane);
  void take_turns();
  bool release_warps();
  bool release_block();
  [[noreturn]] void report_diverged_warp(int warp);
  [[noreturn]] void report_divergent_barrier();
  bool all(Lane::State state) const;
  void abandon();

  GridRun* grid_;
  int index_ = 0;
  std::uint32_t epoch_ = 0;
  std::uint64_t passes_ = 0;
  bool vote_ = false;
  bool abandoned_ = false;
  std::exception_ptr failure_;
  void (*body_)(Lane&) = nullptr;
  std::vector<Lane> lanes_;
  std::deque<SharedArray> shared_;  // lanes hold addresses of its elements
  std::size_t shared_used_ = 0;
  std::unique_ptr<std::byte[]> shared_memory_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
};

/// One launch.
class GridRun {
 public:
  GridRun(const KernelBody& body, Launch launch, const Emulation& emulation);

  /// Runs `body` in every lane of every block. Throws KernelFault.
  void run(void (*body)(Lane&));

  const KernelBody& body() const { return body_; }
  Launch launch() const { return launch_; }
  const Emulation& emulation() const { return emulation_; }
  std::uint32_t epoch() const { return epoch_; }
  MemoryHistory& memory() { return memory_; }
  std::vector<int> block_order() const;
  /// 0, ..., count - 1 in the order of this emulation; `block` and `pass` choose among the
  /// shuffles.
  std::vector<int> sequence(int count, int block, std::uint64_t pass) const;

 private:
  void run_one_by_one(void (*body)(Lane&));
  void run_together(void (*body)(Lane&));
  void require_together(const std::vector<std::unique_ptr<BlockRun>>& blocks, const BlockRun& waits,
                        const BlockRun* returned) const;

  KernelBody body_;
  Launch launch_;
  Emulation emulation_;
  std::uint32_t epoch_ = 0;
  MemoryHistory memory_;
};

}  // namespace touchstone::gpu
