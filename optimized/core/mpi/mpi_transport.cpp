#include "optimized/core/mpi/mpi_transport.hpp"

#define OMPI_SKIP_MPICXX 1  // the interface for C only
#include <mpi.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace touchstone::optimized {
namespace {

using Numbers = std::vector<int>;

constexpr int kTag = 1;  // messages between two ranks keep their order: one tag is enough
constexpr std::size_t kWord = sizeof(std::uint64_t);

std::size_t number(int (*ask)(MPI_Comm, int*), MPI_Comm ranks) {
  int value = 0;
  ask(ranks, &value);
  return static_cast<std::size_t>(value);
}

/// MPI counts in int.
int words(std::size_t bytes) {
  if (bytes / kWord > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw std::length_error("a message of more than 2^31 words of 8 bytes, which MPI cannot count");
  return static_cast<int>(bytes / kWord);
}

/// Start of each part, and at the end the sum of all, in words.
Numbers starts(const Numbers& counts) {
  Numbers first(counts.size() + 1, 0);
  std::size_t sum = 0;
  for (std::size_t q = 0; q < counts.size(); ++q) {
    sum += static_cast<std::size_t>(counts[q]);
    first[q + 1] = words(sum * kWord);
  }
  return first;
}

std::size_t bytes_of(int words) { return static_cast<std::size_t>(words) * kWord; }

class MpiTransport final : public Transport {
 public:
  explicit MpiTransport(MPI_Comm ranks) : ranks_(ranks) {}
  ~MpiTransport() override {
    if (ranks_ != MPI_COMM_WORLD) MPI_Comm_free(&ranks_);
  }
  MpiTransport(const MpiTransport&) = delete;
  MpiTransport& operator=(const MpiTransport&) = delete;

  std::size_t rank() const override { return number(MPI_Comm_rank, ranks_); }
  std::size_t ranks() const override { return number(MPI_Comm_size, ranks_); }

  std::uint64_t sum(std::uint64_t own) override {
    std::uint64_t all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_UINT64_T, MPI_SUM, ranks_);
    return all;
  }

  std::uint64_t sum_below(std::uint64_t own) override {
    std::uint64_t below = 0;
    MPI_Exscan(&own, &below, 1, MPI_UINT64_T, MPI_SUM, ranks_);
    return rank() == 0 ? 0 : below;  // MPI leaves it undefined on rank 0
  }

 protected:
  void gather_bytes(Bytes own, const Storage& into, bool everywhere) override {
    const int mine = words(own.size());
    Numbers counts(ranks());
    MPI_Allgather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, ranks_);
    const Numbers first = starts(counts);
    std::byte* all = into(everywhere || rank() == 0 ? bytes_of(first.back()) : 0);
    if (everywhere)
      MPI_Allgatherv(own.data(), mine, MPI_UINT64_T, all, counts.data(), first.data(), MPI_UINT64_T,
                     ranks_);
    else
      MPI_Gatherv(own.data(), mine, MPI_UINT64_T, all, counts.data(), first.data(), MPI_UINT64_T, 0,
                  ranks_);
  }

  void broadcast_bytes(Bytes at_root, const Storage& into) override {
    int size = words(at_root.size());
    MPI_Bcast(&size, 1, MPI_INT, 0, ranks_);
    std::byte* all = into(bytes_of(size));
    if (rank() == 0) std::copy(at_root.begin(), at_root.end(), all);
    MPI_Bcast(all, size, MPI_UINT64_T, 0, ranks_);
  }

  void all_to_all_bytes(Bytes own, const Counts& counts, const Storage& into) override {
    Numbers out, in(counts.size());
    for (const std::size_t count : counts) out.push_back(words(count));
    MPI_Alltoall(out.data(), 1, MPI_INT, in.data(), 1, MPI_INT, ranks_);
    const Numbers first_out = starts(out), first_in = starts(in);
    std::byte* received = into(bytes_of(first_in.back()));
    MPI_Alltoallv(own.data(), out.data(), first_out.data(), MPI_UINT64_T, received, in.data(),
                  first_in.data(), MPI_UINT64_T, ranks_);
  }

  void start_sending(std::size_t to, Bytes message) override {
    MPI_Isend(message.data(), words(message.size()), MPI_UINT64_T, static_cast<int>(to), kTag,
              ranks_, &sending_.emplace_back());
  }
  void finish_sending() override {
    MPI_Waitall(static_cast<int>(sending_.size()), sending_.data(), MPI_STATUSES_IGNORE);
    sending_.clear();
  }

  void receive_bytes(std::size_t from, const Storage& into) override {
    MPI_Message message;
    MPI_Status status;
    int size = 0;
    MPI_Mprobe(static_cast<int>(from), kTag, ranks_, &message, &status);
    MPI_Get_count(&status, MPI_UINT64_T, &size);
    MPI_Mrecv(into(bytes_of(size)), size, MPI_UINT64_T, &message, MPI_STATUS_IGNORE);
  }

 private:
  MPI_Comm ranks_;
  std::vector<MPI_Request> sending_;
};

}  // namespace

std::unique_ptr<Transport> mpi_transport() {
  return std::make_unique<MpiTransport>(MPI_COMM_WORLD);
}

std::unique_ptr<Transport> mpi_transport(std::size_t ranks) {
  const std::size_t own = number(MPI_Comm_rank, MPI_COMM_WORLD);
  MPI_Comm first = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, own < ranks ? 0 : MPI_UNDEFINED, static_cast<int>(own), &first);
  return first == MPI_COMM_NULL ? nullptr : std::make_unique<MpiTransport>(first);
}

}  // namespace touchstone::optimized
