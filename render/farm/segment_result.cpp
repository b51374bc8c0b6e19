#include "render/farm/segment_result.h"

#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/farm/job_files.h"
#include "render/farm/result.h"

#include <array>
#include <fmt/format.h>
#include <string_view>

namespace fathom::farm {
namespace {

/// As a PNG's: tells a file that was sent as text.
constexpr std::string_view kSegmentSignature("\x89"
                                             "film\r\n\x1a",
                                             8);
constexpr const char *kBytesType = "PART", *kSegmentEndType = "STOP";
constexpr std::size_t kBytesAChunk = std::size_t{1} << 19;

PngBytes segment_signature() {
    PngBytes bytes;
    append_bytes(bytes, kSegmentSignature);
    return bytes;
}

PngBytes chunk(const char *type, std::span<const std::uint8_t> data) {
    PngBytes bytes;
    const std::size_t start = begin_png_chunk(bytes, type);
    append_bytes(bytes, data);
    end_png_chunk(bytes, start);
    return bytes;
}

} // namespace

SegmentsWriter::SegmentsWriter(const FarmJob &job, int task) : file_(result_name(job, task)) {
    PngBytes bytes = segment_signature();
    append_png_texts(bytes, result_text(job, task));
    file_.write(bytes);
}

void SegmentsWriter::add(const std::filesystem::path &segment) {
    std::ifstream from = open_input_file(segment);
    std::vector<std::uint8_t> part(kBytesAChunk);
    while (
        from.read(reinterpret_cast<char *>(part.data()), static_cast<std::streamsize>(part.size())),
        from.gcount() > 0)
        file_.write(
            chunk(kBytesType, std::span(part).first(static_cast<std::size_t>(from.gcount()))));
    if (!from.is_open() || from.bad())
        throw DiskError(
            fmt::format("cannot read {} again; choose another folder", segment.string()));
    file_.write(chunk(kSegmentEndType, {}));
}

void SegmentsWriter::finish(const TaskRecord &record) {
    PngBytes bytes;
    append_png_texts(bytes, record_text(record));
    end_png_chunk(bytes, begin_png_chunk(bytes, "IEND"));
    file_.write(bytes);
    file_.commit();
}

SegmentsReader::SegmentsReader(const FarmJob &job, int task) : reader_(job.result_file(task)) {
    const film::FrameRange pieces = job.pieces_of(job.part_of(task));
    segments_left_ = pieces.last - pieces.first + 1;
    reader_.expect(segment_signature());
    reader_.next();
    check_result_text(job, task, {reader_.text()}, reader_.name());
}

void SegmentsReader::read_segment(const Use &use) {
    for (reader_.next(); !reader_.is(kSegmentEndType); reader_.next()) {
        if (!reader_.is(kBytesType))
            reader_.refuse();
        use(std::as_bytes(reader_.data()));
    }
    --segments_left_;
}

TaskRecord SegmentsReader::finish() {
    reader_.next();
    const TaskRecord record = parse_record({reader_.text()}, reader_.name());
    reader_.next();
    reader_.check_end();
    return record;
}

} // namespace fathom::farm
