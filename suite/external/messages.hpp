// suite/external/messages.hpp
// Purpose   Messages of a program of the user's on standard error: kept until it has answered, then
//           shown. Those of a request by which it fails are shown whole for the first time, and
//           then the last line alone, since every check may end by one fault.
// Limits    A mebibyte of all that run the same command is shown, and no more than that is kept.
#pragma once
#include <memory>
#include <string>

#include "suite/external/known.hpp"

namespace touchstone::external {

class Messages {
 public:
  /// `descriptor` is read from, without waiting, and stays the caller's.
  Messages(int descriptor, std::string program, std::shared_ptr<Known> known)
      : descriptor_(descriptor), program_(std::move(program)), known_(std::move(known)) {}

  /// Negative after the end of what there is to read.
  int descriptor() const { return descriptor_; }
  /// Takes what has come, up to some ten thousand bytes: it may write without end.
  void take();
  void show();
  /// Shows them whole where no program has failed before.
  void show_failure();

 private:
  int descriptor_;
  std::string program_;
  std::shared_ptr<Known> known_;
  std::string kept_;
};

}  // namespace touchstone::external
