// gpu/exec/emulator/launch_test.cpp
// Purpose   Impossible launches are refused with what was expected and found; the emulated device
//           copies, repeats, and has zeros at first; a lane that fails leaves the others in good
//           order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "gpu/exec/device_status.hpp"
#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/exec/emulator/lambda_kernel.hpp"
#include "gpu/exec/emulator/on_threads.hpp"
#include "gpu/exec/kernels/transpose.hpp"

namespace touchstone::gpu {
namespace {

using testing::HasSubstr;

template <class Run>
std::string refusal(Run&& run) {
  try {
    run();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(EmulatedLaunch, ImpossibleOnesAreRefused) {
  const auto kernel = kernel_of([](auto&) {});
  EXPECT_EQ(refusal([&] {
              emulate(kernel, {0, 32});
            }),
            "launch of kernel 'test/lambda': blocks: expected 1 or more, found 0");
  EXPECT_THAT(refusal([&] { emulate(kernel, {1, 1025}); }), HasSubstr("expected 1 to 1024"));
  EXPECT_THAT(refusal([&] { emulate(kernel, {1, 0}); }), HasSubstr("found 0"));
  EXPECT_THAT(refusal([&] { emulate(Transpose{}, {1, 65}); }), HasSubstr("expected 1 to 64"));
  EXPECT_THAT(refusal([&] {
                emulate(kernel_of([](auto&) {}, 65537), {1, 1});
              }),
              HasSubstr("bytes of shared memory: expected at most 65536, found 65537"));
  EXPECT_THAT(refusal([&] { run_on_threads(kernel, {2, -1}); }), HasSubstr("found -1"));
  EXPECT_THAT(refusal([&] {
                emulate(kernel_of<Synchronises::grid>([](auto&) {}), {65, 1024});
              }),
              HasSubstr("expected at most 65536, found 66560"));
  EXPECT_THAT(refusal([&] {
                run_on_threads(kernel, {8, 1024}, 5);
              }),
              HasSubstr("expected at most 4096, found 5120"));
}

TEST(EmulatedLaunch, MemoryIsThatOfOneDevice) {
  EmulatedDevice device;
  auto numbers = device.allocate<std::int32_t>(3);
  EXPECT_EQ(device.read(numbers), (std::vector<std::int32_t>{0, 0, 0}));
  device.write(numbers, {1, 2, 3});
  const auto doubled = kernel_of<Synchronises::nothing>([span = numbers.span()](auto& ctx) {
    const auto x = ctx.global(span, "x");
    if (ctx.global_thread() < span.size) x[ctx.global_thread()] *= 2;
  });
  device.repeat(3, [&] { device.launch(doubled, {1, 32}); });
  EXPECT_EQ(device.read(numbers), (std::vector<std::int32_t>{8, 16, 24}));
  EXPECT_THAT(refusal([&] { device.write(numbers, {1}); }),
              HasSubstr("number of elements: expected 3, found 1"));
}

// A device keeps the launches of the first round.
TEST(EmulatedLaunch, EachRoundMustLaunchWhatTheFirstHas) {
  EmulatedDevice device;
  auto one = device.upload(std::vector<std::int64_t>(40));
  auto other = device.upload(std::vector<std::int64_t>(40));
  // No bytes between its members, which not every compiler can tell apart.
  const auto copy = [](Span<std::int64_t> from, Span<std::int64_t> to, std::int64_t add) {
    return kernel_of<Synchronises::nothing>([from, to, add](auto& ctx) {
      const auto x = ctx.global(from, "from");
      const auto y = ctx.global(to, "to");
      const auto i = ctx.global_thread();
      if (i < from.size) y.store(i, x.load(i) + add);
    });
  };
  const auto found = [&](auto&& launches) { return refusal([&] { device.repeat(3, launches); }); };
  const auto expected = HasSubstr(
      "repeat() on a device: launches of a round: expected those of the "
      "first round, with the same arguments, found ");
  auto* from = &one;
  auto* to = &other;
  const auto swap_after_launch = [&] {
    device.launch(copy(from->span(), to->span(), 1), {1, 64});
    std::swap(from, to);
  };
  EXPECT_THAT(found(swap_after_launch), expected);
  EXPECT_EQ(found([&] {
              swap_after_launch();
              swap_after_launch();
            }),
            "accepted");
  std::int64_t round = 0;
  EXPECT_THAT(found([&] {
                device.launch(copy(one.span(), other.span(), round++), {1, 64});
              }),
              expected);
  int threads = 40;
  EXPECT_THAT(found([&] {
                device.launch(copy(one.span(), other.span(), 1), {1, threads++});
              }),
              expected);
  int launches = 1;
  const auto several = [&](int change) {
    return [&, change] {
      for (int i = 0; i < launches; ++i) device.launch(copy(one.span(), other.span(), 1), {1, 64});
      launches += change;
    };
  };
  EXPECT_THAT(found(several(1)), expected);
  EXPECT_THAT(found(several(-1)), expected);
}

TEST(EmulatedLaunch, ArraysMustLieInTheMemoryOfTheDevice) {
  EmulatedDevice device;
  EmulatedDevice another;
  const auto found = [&](Span<std::int32_t> span) -> std::string {
    const auto kernel = kernel_of<Synchronises::nothing>(
        [span](auto& ctx) { ctx.global(span, "x")[ctx.global_thread()] = 1; });
    try {
      device.launch(kernel, {1, 2});
    } catch (const KernelFault& fault) {
      EXPECT_EQ(fault.kind(), FaultKind::not_allocated);
      return fault.what();
    }
    return "nothing";
  };
  auto numbers = device.allocate<std::int32_t>(4);
  const auto span = numbers.span();
  EXPECT_EQ(found(span), "nothing");
  EXPECT_EQ(found(span.part(2, 2)), "nothing");
  EXPECT_THAT(found(span.part(2, 3)), HasSubstr("beyond their allocation"));
  EXPECT_THAT(found(span.part(-1, 3)), HasSubstr("array 'x'"));
  std::vector<std::int32_t> of_the_host(4);
  EXPECT_THAT(found(span_of(of_the_host)), HasSubstr("in memory of this device"));
  EXPECT_THAT(found(another.allocate<std::int32_t>(4).span()), HasSubstr("freed"));
  auto elsewhere = another.allocate<std::int32_t>(4);
  EXPECT_THAT(found(elsewhere.span()), HasSubstr("another device"));
  auto moved = std::move(numbers);  // the memory has another owner, no other place
  EXPECT_EQ(found(span), "nothing");
  moved = device.allocate<std::int32_t>(4);
  EXPECT_EQ(found(moved.span()), "nothing");
  EXPECT_THAT(found(span), HasSubstr("freed"));
}

TEST(EmulatedLaunch, SharedMemoryIsPoisonedInEachBlock) {
  std::vector<double> found(4);
  emulate(kernel_of([out = span_of(found)](auto& ctx) {
            const auto tile = ctx.template shared<double>(1, "tile");
            // Without checks an unwritten element can be read, and is not a number.
            ctx.global(out, "out")[ctx.block()] = tile[0];
            ctx.sync();
            tile[0] = 1.0;
          }),
          {4, 1}, {Order::forward, 1, false});
  for (const double value : found) EXPECT_TRUE(std::isnan(value));
}

/// Counts how many of its kind are alive: what a lane leaves behind when another fails.
struct Counted {
  static inline int alive = 0;
  Counted() { ++alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --alive; }
};

TEST(EmulatedLaunch, AFaultLeavesNoLaneBehind) {
  const auto kernel = [](int bad) {
    return kernel_of<Synchronises::grid>([=](auto& ctx) {
      const Counted counted;
      ctx.sync_grid();
      if (ctx.global_thread() == bad) ctx.shuffle(1, 99);
      ctx.sync();
    });
  };
  for (const int bad : {0, 40, 100}) {
    EXPECT_THROW(emulate(kernel(bad), {3, 40}), KernelFault);
    EXPECT_EQ(Counted::alive, 0);
  }
  EXPECT_NO_THROW(emulate(kernel(-1), {3, 40}));
  EXPECT_EQ(Counted::alive, 0);
}

TEST(DeviceStatus, SaysWhyThereIsNone) {
  const DeviceStatus status = device_status();
  if (status.available) GTEST_SKIP() << status.text;
  EXPECT_THAT(status.text, HasSubstr("not run on a device: "));
}

}  // namespace
}  // namespace touchstone::gpu
