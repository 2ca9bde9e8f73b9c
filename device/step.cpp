#include "device/step.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>

#include "models/core/errors.hpp"

namespace touchstone::device {
namespace {

/// For the shell; within quotes, which no word of a step has.
std::string command_of(const std::vector<std::string>& words) {
  std::string command = "/proc/$PPID/exe";  // this program, wherever it lies
  for (const std::string& word : words) command += " '" + word + "'";
  return command + " 2>&1";
}

int exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Log::Log(const std::string& path) : file_(path, std::ios::app) {
  if (!file_) throw input_error("log", "file", "one that can be written", path);
}

void Log::write(const std::string& text) {
  file_ << text;
  file_.flush();
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
  FILE* output = popen(command_of(words).c_str(), "r");
  if (output == nullptr) throw std::runtime_error("a process for a step could not be started");
  std::array<char, 4096> line{};
  while (std::fgets(line.data(), line.size(), output) != nullptr) show(line.data());
  const int code = exit_code(pclose(output));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  show(fmt::format("{}: exit code {}, {:.1f} s\n", words.front(), code, seconds.count()));
  return code;
}

}  // namespace touchstone::device
