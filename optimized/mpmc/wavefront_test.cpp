// The order of a sweep, judged for all grids up to 60 rows by what a stage reads: it depends on no
// stage that is missing or ahead, nor on what another thread does at the same time.
#include "optimized/mpmc/wavefront.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace touchstone::optimized {
namespace {

/// A grid whose rows know how many stages they are past, and who changed them since a barrier.
class StagedRows {
 public:
  /// Bit j of `parities`: the rows that stage j changes.
  StagedRows(std::size_t rows, std::size_t stages, std::size_t slices, unsigned parities)
      : last_stage_(stages - 1),
        parities_(parities),
        done_(rows),
        by_(rows, kNobody),
        kept_(slices, kNobody) {}

  void keep(std::size_t slice, std::size_t row) {
    EXPECT_EQ(done_[row], last_stage_);
    kept_[slice] = row;
  }

  /// Stages before the last change rows of one parity, and read the rows beside them. The last
  /// changes all, each by its old self and the old next one.
  void run(const RowRun& run) {
    ASSERT_LE(run.last, done_.size());
    for (std::size_t row = run.first; row < run.last; ++row) {
      const std::size_t above = (row + 1) % done_.size();
      const bool copied = run.closing && row + 1 == run.last;
      EXPECT_EQ(done_[row], run.stage);
      if (run.stage == last_stage_) {
        if (copied)
          EXPECT_EQ(kept_[(run.slice + 1) % kept_.size()], above);
        else
          read(run, above, run.stage, run.stage);
      } else if (changes(run.stage, row)) {
        read(run, above, run.stage, run.stage + 1);
        read(run, (row + done_.size() - 1) % done_.size(), run.stage, run.stage + 1);
      }
    }
    for (std::size_t row = run.first; row < run.last; ++row) {
      ++done_[row];
      if (changes(run.stage, row)) by_[row] = run.slice;
    }
  }

  void meet() { by_.assign(by_.size(), kNobody); }
  void expect_all_done() const {
    for (const std::size_t done : done_) EXPECT_EQ(done, last_stage_ + 1);
  }

 private:
  static constexpr std::size_t kNobody = ~std::size_t{0};

  bool changes(std::size_t stage, std::size_t row) const {
    return stage == last_stage_ || row % 2 == ((parities_ >> stage) & 1);
  }
  /// A stage that leaves a row alone may be counted before or after it is read.
  void read(const RowRun& run, std::size_t row, std::size_t least, std::size_t most) const {
    EXPECT_GE(done_[row], least) << "row " << row << " in stage " << run.stage;
    EXPECT_LE(done_[row], most) << "row " << row << " in stage " << run.stage;
    EXPECT_TRUE(by_[row] == kNobody || by_[row] == run.slice)
        << "row " << row << " is written by slice " << by_[row] << ", read by " << run.slice;
  }

  std::size_t last_stage_;
  unsigned parities_;
  std::vector<std::size_t> done_;
  std::vector<std::size_t> by_;
  std::vector<std::size_t> kept_;
};

/// Slices in either order, told about barriers.
template <bool kBackwards>
struct WatchedExec {
  template <class T>
  using Atomic = std::atomic<T>;
  std::size_t slices_;
  StagedRows* rows;

  std::size_t slices() const { return slices_; }
  std::size_t fewest(std::size_t count) const { return count / slices_; }
  template <class Body>
  void for_each_slice(std::size_t count, Body&& body) {
    for (std::size_t k = 0; k < slices_; ++k) {
      const std::size_t slice = kBackwards ? slices_ - 1 - k : k;
      const auto [first, last] = slice_bounds(count, slices_, slice);
      body(slice, first, last);
    }
    rows->meet();
  }
};

template <bool kBackwards>
void judge(std::size_t rows, std::size_t stages, std::size_t slices, std::size_t band,
           unsigned parities) {
  SCOPED_TRACE(testing::Message() << rows << " rows, " << stages << " stages, " << slices
                                  << " slices, bands of " << band << ", parities " << parities);
  StagedRows grid(rows, stages, slices, parities);
  WatchedExec<kBackwards> exec{slices, &grid};
  in_wavefront(
      {rows, stages, band}, exec, [&](const RowRun& run) { grid.run(run); },
      [&](std::size_t slice, std::size_t row) { grid.keep(slice, row); });
  grid.expect_all_done();
}

TEST(Wavefront, EachStageReadsWhatItShouldForEveryGridAndNumberOfThreads) {
  for (std::size_t rows = 2; rows <= 60; rows += 2)
    for (const std::size_t stages : {3u, 5u})  // two colours on a line, four in the plane
      for (std::size_t slices = 1; slices <= 6; ++slices)
        for (const std::size_t band : {2u, 6u, 64u})
          for (const unsigned parities : {3u, 5u, 6u, 9u, 10u, 12u}) {  // two of four bits
            judge<false>(rows, stages, slices, band, parities);
            judge<true>(rows, stages, slices, band, parities);
            if (testing::Test::HasFailure()) return;
          }
}

TEST(Wavefront, BandsAreEvenAndKeepInCache) {
  EXPECT_EQ(Wavefront::band_of(1), 1u << 18);
  EXPECT_EQ(Wavefront::band_of(7000), 36u);
  EXPECT_EQ(Wavefront::band_of(1u << 20), 2u);
}

}  // namespace
}  // namespace touchstone::optimized
