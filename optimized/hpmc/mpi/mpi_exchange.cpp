#include "optimized/hpmc/mpi/mpi_exchange.hpp"

#define OMPI_SKIP_MPICXX 1  // the interface for C only
#include <mpi.h>

namespace touchstone::optimized {
namespace {

constexpr int kTag = 1;

std::size_t number(int (*ask)(MPI_Comm, int*)) {
  int value = 0;
  ask(MPI_COMM_WORLD, &value);
  return static_cast<std::size_t>(value);
}

/// MPI counts in int: the program takes no start for which this could overflow.
int bytes(std::size_t passengers) { return static_cast<int>(passengers * sizeof(Passenger)); }

}  // namespace

std::size_t MpiExchange::rank() const { return number(MPI_Comm_rank); }
std::size_t MpiExchange::ranks() const { return number(MPI_Comm_size); }

void MpiExchange::swap(std::span<const std::size_t> neighbours, const std::vector<Parcel>& out,
                       std::vector<Parcel>& in) {
  // Messages between two ranks keep their order: one tag is enough.
  std::vector<MPI_Request> sending(neighbours.size());
  for (std::size_t k = 0; k < neighbours.size(); ++k)
    MPI_Isend(out[k].data(), bytes(out[k].size()), MPI_BYTE, static_cast<int>(neighbours[k]), kTag,
              MPI_COMM_WORLD, &sending[k]);
  in.resize(neighbours.size());
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    MPI_Message message;
    MPI_Status status;
    int size = 0;
    MPI_Mprobe(static_cast<int>(neighbours[k]), kTag, MPI_COMM_WORLD, &message, &status);
    MPI_Get_count(&status, MPI_BYTE, &size);
    in[k].resize(static_cast<std::size_t>(size) / sizeof(Passenger));
    MPI_Mrecv(in[k].data(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  }
  MPI_Waitall(static_cast<int>(sending.size()), sending.data(), MPI_STATUSES_IGNORE);
}

bool MpiExchange::any(bool own) {
  int mine = own ? 1 : 0, one = 0;
  MPI_Allreduce(&mine, &one, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
  return one != 0;
}

Parcel MpiExchange::gather(const Parcel& own) const {
  const int mine = bytes(own.size());
  const bool root = rank() == 0;
  std::vector<int> counts(root ? ranks() : 0);
  MPI_Gather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::vector<int> first(counts.size(), 0);
  for (std::size_t q = 1; q < counts.size(); ++q) first[q] = first[q - 1] + counts[q - 1];
  Parcel all(root ? static_cast<std::size_t>(first.back() + counts.back()) / sizeof(Passenger) : 0);
  MPI_Gatherv(own.data(), mine, MPI_BYTE, all.data(), counts.data(), first.data(), MPI_BYTE, 0,
              MPI_COMM_WORLD);
  return all;
}

}  // namespace touchstone::optimized
