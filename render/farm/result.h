#pragma once
#include "render/farm/job.h"
#include "render/images/png_row_reader.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fathom {
struct EngineInfo;
} // namespace fathom

namespace fathom::farm {

/// The text that a task's result begins with: what it is a result of.
std::vector<PngText> result_text(const FarmJob &job, int task);
/// The text that it ends with: how it was made.
std::vector<PngText> record_text(const TaskRecord &record);
/// Of this machine, now, with that device.
TaskRecord record_of(const EngineInfo &device, double seconds);

/// Throws InputError unless these texts of the file `name` are those of a result of the task. It
/// names versions that differ.
void check_result_text(const FarmJob &job, int task, const std::vector<PngText> &texts,
                       const std::string &name);
/// Reads back record_text. Throws InputError.
TaskRecord parse_record(const std::vector<PngText> &texts, const std::string &name);

/// A text of a stranger's without what TOML's quotes could not hold.
std::string quotable(const std::string &text);

/// Reads the result of a picture's task, which may be hostile, row by row. All functions throw
/// InputError that names the file.
class RowsReader {
  public:
    /// Throws where there is none, where it is no PNG, or another job's, task's or version's.
    RowsReader(const FarmJob &job, int task);

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

} // namespace fathom::farm
