#include "device/step.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <iostream>
#include <stdexcept>

#include "models/core/errors.hpp"

namespace touchstone::device {
namespace {

/// This program with `words` as a process that writes all to `output`; its number.
pid_t started(const std::vector<std::string>& words, int output) {
  std::string name = "touchstone_gpu";
  std::vector<std::string> kept = words;
  std::vector<char*> arguments{name.data()};
  for (std::string& word : kept) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  pid_t id = -1;
  const int failed =
      posix_spawn(&id, "/proc/self/exe", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("a process for a step could not be started");
  return id;
}

int exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Log::Log(const std::string& path) : path_(path), file_(path, std::ios::app) { write(""); }

void Log::write(const std::string& text) {
  file_ << text;
  file_.flush();
  if (!file_) throw input_error("log", "file", "one that can be written", path_);
}

int run_step(const std::vector<std::string>& words, Log& log) {
  const auto show = [&log](const std::string& text) {
    std::cout << text << std::flush;
    log.write(text);
  };
  std::string typed = "touchstone_gpu";
  for (const std::string& word : words) typed += " " + word;
  show("\n" + typed + "\n");
  const auto start = std::chrono::steady_clock::now();
  std::array<int, 2> pipe{};  // closed when the process starts, but for its output
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) throw std::runtime_error("a pipe could not be made");
  const pid_t id = started(words, pipe[1]);
  close(pipe[1]);
  std::array<char, 4096> some{};
  for (ssize_t got = 0; (got = read(pipe[0], some.data(), some.size())) > 0;)
    show({some.data(), static_cast<std::size_t>(got)});
  close(pipe[0]);
  int status = 0;
  waitpid(id, &status, 0);
  const int code = exit_code(status);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  show(fmt::format("{}: exit code {}, {:.1f} s\n", words.front(), code, seconds.count()));
  return code;
}

}  // namespace touchstone::device
