// optimized/core/transport.hpp
// Purpose   Messages of one rank of a run that shares no memory with the other ranks. Code written
//           against this interface runs on threads (thread_ranks.hpp), where every check judges it,
//           and on processes (mpi/mpi_transport.hpp), with the same bits.
// Use       Messages from one rank to another keep their order. All other operations are
//           collective: all ranks call them, in the same order.
// Errors    End the whole run: the other ranks would wait for the lost one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

namespace touchstone::optimized {

/// Number of items for each rank.
using Counts = std::vector<std::size_t>;

/// MPI counts words of 8 bytes in int.
template <class T>
concept Sendable = std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::uint64_t) == 0;

class Transport {
 public:
  virtual ~Transport() = default;
  virtual std::size_t rank() const = 0;
  virtual std::size_t ranks() const = 0;

  /// The items of all ranks, one rank after another.
  template <Sendable T>
  std::vector<T> all_gather(const std::vector<T>& own) {
    return arrived<T>([&](const Storage& into) { gather_bytes(bytes(own), into, true); });
  }
  /// The same at rank 0; nothing elsewhere.
  template <Sendable T>
  std::vector<T> gather(const std::vector<T>& own) {
    return arrived<T>([&](const Storage& into) { gather_bytes(bytes(own), into, false); });
  }
  /// Copies the items of rank 0 to all ranks.
  template <Sendable T>
  std::vector<T> broadcast(const std::vector<T>& at_root) {
    return arrived<T>([&](const Storage& into) { broadcast_bytes(bytes(at_root), into); });
  }
  /// `counts[q]` of the items go to rank q, in order; what arrives is in the order of the ranks.
  template <Sendable T>
  std::vector<T> all_to_all(const std::vector<T>& own, Counts counts) {
    for (std::size_t& count : counts) count *= sizeof(T);
    return arrived<T>([&](const Storage& into) { all_to_all_bytes(bytes(own), counts, into); });
  }
  /// Sum over all ranks.
  virtual std::uint64_t sum(std::uint64_t own) = 0;
  /// Sum over all lower ranks.
  virtual std::uint64_t sum_below(std::uint64_t own) = 0;
  /// Whether it is so on any rank.
  bool any(bool own) { return sum(own ? 1 : 0) > 0; }

  /// A message to another rank, which receives it. Not collective.
  template <Sendable T>
  void send(std::size_t to, const std::vector<T>& items) {
    start_sending(to, bytes(items));
    finish_sending();
  }
  template <Sendable T>
  std::vector<T> receive(std::size_t from) {
    return arrived<T>([&](const Storage& into) { receive_bytes(from, into); });
  }
  /// `out[k]` goes to rank partners[k]; `in[k]` is what that rank has for this one. All messages
  /// are under way at once. If a rank is a partner of another, so is the other of it; other ranks
  /// need not take part.
  template <Sendable T>
  void swap(std::span<const std::size_t> partners, const std::vector<std::vector<T>>& out,
            std::vector<std::vector<T>>& in) {
    for (std::size_t k = 0; k < partners.size(); ++k) start_sending(partners[k], bytes(out[k]));
    in.resize(partners.size());
    for (std::size_t k = 0; k < partners.size(); ++k) receive_bytes(partners[k], storage(in[k]));
    finish_sending();
  }

 protected:
  using Bytes = std::span<const std::byte>;
  /// Makes room for the given number of bytes, and says where.
  using Storage = std::function<std::byte*(std::size_t)>;

  virtual void gather_bytes(Bytes own, const Storage& into, bool everywhere) = 0;
  virtual void broadcast_bytes(Bytes at_root, const Storage& into) = 0;
  virtual void all_to_all_bytes(Bytes own, const Counts& counts, const Storage& into) = 0;
  /// The message must stay where it is until finish_sending().
  virtual void start_sending(std::size_t to, Bytes message) = 0;
  virtual void finish_sending() = 0;
  virtual void receive_bytes(std::size_t from, const Storage& into) = 0;

 private:
  template <class T>
  static Bytes bytes(const std::vector<T>& items) {
    return std::as_bytes(std::span<const T>(items));
  }
  template <class T>
  static Storage storage(std::vector<T>& items) {
    return [&items](std::size_t bytes) {
      items.resize(bytes / sizeof(T));
      return reinterpret_cast<std::byte*>(items.data());
    };
  }
  template <class T, class Operation>
  static std::vector<T> arrived(Operation&& operation) {
    std::vector<T> items;
    operation(storage(items));
    return items;
  }
};

}  // namespace touchstone::optimized
