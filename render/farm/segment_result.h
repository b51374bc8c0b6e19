#pragma once
#include "render/base/output_file.h"
#include "render/farm/job.h"
#include "render/images/png_chunk_reader.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace fathom::farm {

/// Writes the result of a film's task: the files of its segments, or its pictures, one after the
/// other, in chunks as PNG has them, so that every byte counts in a checksum
/// (docs/reference/farm-format.md). Everything throws DiskError.
class SegmentsWriter {
  public:
    SegmentsWriter(const FarmJob &job, int task);

    /// Appends the next segment, which is that file.
    void add(const std::filesystem::path &segment);
    /// Puts the result in place.
    void finish(const TaskRecord &record);

  private:
    OutputFile file_;
};

/// Reads such a result, which may be hostile. All functions throw InputError that names the file.
class SegmentsReader {
  public:
    /// Throws where there is none, or another job's, task's or version's.
    SegmentsReader(const FarmJob &job, int task);

    /// Segments that are left.
    [[nodiscard]] int segments_left() const noexcept { return segments_left_; }
    using Use = std::function<void(std::span<const std::byte>)>;
    /// Hands all bytes of the next segment on, one part after the other.
    void read_segment(const Use &use);
    /// After the last one: throws unless the file is sound to its end.
    TaskRecord finish();

  private:
    int segments_left_;
    PngChunkReader reader_;
};

} // namespace fathom::farm
