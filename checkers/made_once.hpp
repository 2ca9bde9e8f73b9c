// checkers/made_once.hpp
// Purpose   Values that take long to make and that the checks of all schemes share: made when they
//           are asked for first. Checks run on several threads.
#pragma once
#include <map>
#include <mutex>
#include <optional>

namespace touchstone {

template <class Key, class Value>
class MadeOnce {
 public:
  /// The value of a key, which stays where it is; `make()` gives it, while others make those of
  /// other keys. If that throws, the next who asks makes it.
  template <class Make>
  const Value& operator()(const Key& key, const Make& make) {
    One& one = of(key);
    const std::lock_guard lock(one.mutex);
    if (!one.value) one.value.emplace(make());
    return *one.value;
  }

 private:
  struct One {
    std::mutex mutex;
    std::optional<Value> value;
  };

  One& of(const Key& key) {
    const std::lock_guard lock(mutex_);
    return known_[key];
  }

  std::mutex mutex_;
  std::map<Key, One> known_;
};

}  // namespace touchstone
