#pragma once
#include "render/farm/job.h"
#include "render/images/png_row_reader.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fathom {

/// The texts of a task's result: what it is a result of, and how it was made.
std::vector<PngText> result_text(const FarmJob &job, int task);
std::vector<PngText> record_text(const TaskRecord &record);
/// Of this machine, now, with that device.
TaskRecord record_of(const std::string &device, double seconds);

/// Reads a task's result, which may be hostile, row by row. All functions throw InputError that
/// names the file.
class ResultReader {
  public:
    /// Throws where there is none, where it is no PNG, or another job's, task's or version's.
    ResultReader(const FarmJob &job, int task);

    /// Rows that are left.
    [[nodiscard]] int rows_left() const noexcept { return rows_left_; }
    /// The next `rows` rows.
    void read(int rows, std::span<std::uint8_t> to);
    /// After the last row: throws unless the file is sound to its end.
    TaskRecord finish();

  private:
    std::string name_;
    int rows_left_;
    PngRowReader reader_;
};

} // namespace fathom
