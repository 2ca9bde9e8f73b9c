#include "optimized/core/mpi/main_on_ranks.hpp"

#define OMPI_SKIP_MPICXX 1  // the interface for C only
#include <fmt/format.h>
#include <mpi.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include "suite/options.hpp"
#include "suite/signature.hpp"

namespace touchstone::optimized {
namespace {

constexpr int kBadInput = static_cast<int>(ExitCode::bad_input);

/// An InputError that all ranks throw alike.
struct SharedError : InputError {
  using InputError::InputError;
};

int own_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/// The lowest rank on which it is so; the number of ranks if there is none. Collective.
int first_rank(bool so) {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int own = so ? own_rank() : ranks;
  int first = ranks;
  MPI_Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return first == ranks ? -1 : first;
}

/// The text of a rank, on all.
std::string shared(std::string text, int of) {
  auto size = static_cast<int>(text.size());
  MPI_Bcast(&size, 1, MPI_INT, of, MPI_COMM_WORLD);
  text.resize(static_cast<std::size_t>(size));
  MPI_Bcast(text.data(), size, MPI_CHAR, of, MPI_COMM_WORLD);
  return text;
}

/// Whether the program ends here, on all ranks, with the exit code in `code`.
bool ends_with_options(CLI::App& app, int argc, char** argv, int& code) {
  require_decimal(app);
  std::optional<int> wrong;
  const auto parse = [&](bool tell) {
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      wrong = error.get_exit_code() == 0 ? 0 : kBadInput;
      if (tell) app.exit(error);
    }
  };
  parse(false);
  const int first = first_rank(wrong.has_value());
  if (first < 0) return false;
  if (own_rank() == first) parse(true);
  code = wrong.value_or(0);
  MPI_Bcast(&code, 1, MPI_INT, first, MPI_COMM_WORLD);
  return true;
}

/// Ends all ranks: others may wait for this one.
[[noreturn]] void give_up(const std::string& message, int code) {
  fmt::print(stderr, "{}\n", message);
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, code);
  std::abort();
}

}  // namespace

void on_all_ranks(const std::function<void()>& prepare) {
  std::optional<std::string> wrong;
  try {
    prepare();
  } catch (const InputError& error) {
    wrong = error.what();
  }
  const int first = first_rank(wrong.has_value());
  if (first >= 0) throw SharedError(shared(wrong.value_or(""), first));
}

void alike_on_all_ranks(const std::string& where, const std::function<void()>& run) {
  try {
    run();
  } catch (const InputError& error) {
    throw SharedError(where + ": " + error.what());
  }
}

int main_on_ranks(CLI::App& app, int argc, char** argv, const std::function<ExitCode()>& run) {
  MPI_Init(&argc, &argv);
  const int rank = own_rank();
  int code = 0;
  app.name(signature(std::filesystem::path(argv[0]).filename().string()));
  app.failure_message(signed_failure);
  try {
    if (!ends_with_options(app, argc, argv, code)) code = static_cast<int>(run());
  } catch (const SharedError& error) {
    if (rank == 0) fmt::print(stderr, "{}: {}\n", app.get_name(), error.what());
    code = kBadInput;
  } catch (const InputError& error) {
    give_up(fmt::format("{}: rank {}: {}", app.get_name(), rank, error.what()), kBadInput);
  } catch (const std::exception& error) {
    give_up(fmt::format("rank {}: {}", rank, error.what()), static_cast<int>(ExitCode::failed));
  }
  MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return code;
}

}  // namespace touchstone::optimized
