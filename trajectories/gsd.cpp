#include "trajectories/gsd.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <ext/stdio_filebuf.h>
#include <istream>

#include "models/core/errors.hpp"
#include "models/core/shell_word.hpp"
#include "models/core/source_tree.hpp"
#include "trajectories/extended_xyz.hpp"

namespace touchstone::trajectories {
namespace {

/// Output of a command of the shell.
class Pipe final : public std::istream {
 public:
  explicit Pipe(const std::string& command)
      : std::istream(nullptr), pipe_(popen(command.c_str(), "r")), buffer_(pipe_, std::ios::in) {
    rdbuf(&buffer_);
  }
  ~Pipe() override {
    if (pipe_ != nullptr) pclose(pipe_);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

 private:
  FILE* pipe_;
  __gnu_cxx::stdio_filebuf<char> buffer_;
};

/// Frames of the script, which says what it cannot read in a line that begins with '!'.
class Gsd final : public FrameReader {
 public:
  Gsd(const std::string& path, const Assumed& assumed) : path_(path) {
    const std::string script = (source_tree() / "tools/gsd_frames.py").string();
    // Debian's own Python first: another one on the PATH lacks Debian's packages, but may have the
    // one of PyPI.
    stream_ = std::make_shared<Pipe>(fmt::format(
        "for python in /usr/bin/python3 python3; do $python -c 'import gsd' 2>/dev/null "
        "&& break; done; exec $python -B {} {}",
        in_quotes(script), in_quotes(path)));
    frames_ = read_extended_xyz(stream_, path, assumed);
  }

  bool next(Frame& frame) override {
    if (ended()) return false;
    frames_->next(frame);
    frame.where = fmt::format("{}: frame {}", path_, ++frame_);
    return true;
  }

 private:
  /// A script that was killed has not said "!end".
  bool ended() {
    const int first = stream_->peek();
    if (first != '!' && first != std::istream::traits_type::eof()) return false;
    std::string line;
    std::getline(*stream_, line);
    if (line.empty())
      throw input_error(path_, "GSD", "frames to the end of the file", "a reader that ended early");
    if (line != "!end") throw InputError(path_ + ": " + line.substr(1));
    return true;
  }

  std::string path_;
  std::shared_ptr<Pipe> stream_;
  std::unique_ptr<FrameReader> frames_;
  std::size_t frame_ = 0;
};

}  // namespace

std::unique_ptr<FrameReader> read_gsd(const std::string& path, const Assumed& assumed) {
  return std::make_unique<Gsd>(path, assumed);
}

}  // namespace touchstone::trajectories
