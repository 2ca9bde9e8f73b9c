// optimized/ecmc/words/word_disks.cpp
#include "optimized/ecmc/words/word_disks.hpp"

#include "models/disks/chains/nearest_ahead.hpp"

namespace touchstone::optimized {

WordDisks::WordDisks(const disks::FixedConfiguration& start, const disks::FixedBands& bands,
                     int threads)
    : order_(band_order(bands, start.size())), records_(start.size()) {
  const auto place = [&](const disks::FixedBands::Disk* disk) {
    return static_cast<disks::DiskIndex>(disk - bands.data());
  };
  disks::for_each_nearest_ahead(
      bands, start.box, threads,
      [&](const disks::FixedBands::Disk& disk, const disks::NearestAhead& ahead) {
        Record& record = records_[place(&disk)];
        record.word = disk_word(disk.x, 0, false);
        record.arrows.fill(never_reached(place(&disk)));
        for (std::size_t k = 0; k < ahead.count; ++k)
          record.arrows[k] = disks::Arrow{place(ahead.target[k].disk), ahead.target[k].separation};
      });
}

}  // namespace touchstone::optimized
