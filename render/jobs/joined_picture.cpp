#include "render/jobs/joined_picture.h"

#include "render/images/exr_writer.h"
#include "render/images/jpeg_writer.h"
#include "render/jobs/export_job.h"
#include "render/jobs/file_options.h"

#include <cstring>

namespace fathom {
namespace {

template <class Value> std::span<const Value> values_of(const std::vector<std::byte> &bytes) {
    return {reinterpret_cast<const Value *>(bytes.data()), bytes.size() / sizeof(Value)};
}

} // namespace

JoinedPicture::Writer JoinedPicture::make_writer(const ExportJob &job, const RenderRequest &whole) {
    if (is_exr(job))
        return std::make_unique<ExrWriter>(job.path, ExrPicture::options(job, whole));
    if (is_npy(job))
        return std::make_unique<NpyWriter>(job.path, NpyRows(job.raw).layout(whole));
    if (is_jpeg(job))
        return std::make_unique<JpegWriter>(job.path, jpeg_options(job));
    return std::make_unique<PngWriter>(job.path, png_options(job));
}

JoinedPicture::JoinedPicture(const ExportJob &job, const RenderRequest &whole)
    : parts_(job, whole), width_(static_cast<std::size_t>(job.size.width)) {
    if (is_exr(job))
        exr_ = ExrPicture::options(job, whole);
    else if (is_npy(job))
        npy_ = NpyRows(job.raw).layout(whole);
    writer_ = make_writer(job, whole);
}

JoinedPicture::~JoinedPicture() = default;

void JoinedPicture::write_rows(const std::shared_ptr<const std::vector<std::uint8_t>> &bytes) {
    const PngShape shape = parts_.shape(1);
    const std::size_t rows = bytes->size() / shape.row_bytes();
    if (parts_.value_bytes().empty()) {
        const PixelRows pixels{{bytes, bytes->data()}, 3 * shape.bits / 8, static_cast<int>(rows)};
        if (auto *png = std::get_if<std::unique_ptr<PngWriter>>(&writer_))
            return (*png)->write_rows(pixels);
        return std::get<std::unique_ptr<JpegWriter>>(writer_)->write_rows(pixels);
    }
    unpack(*bytes, rows);
    if (std::holds_alternative<std::unique_ptr<ExrWriter>>(writer_))
        return write_exr(static_cast<int>(rows));
    write_npy();
}

void JoinedPicture::unpack(std::span<const std::uint8_t> bytes, std::size_t rows) {
    const std::vector<std::size_t> &value_bytes = parts_.value_bytes();
    const std::size_t row_bytes = parts_.shape(1).row_bytes();
    fields_.resize(value_bytes.size());
    std::size_t begin = 0;
    for (std::size_t field = 0; field < value_bytes.size(); ++field) {
        const std::size_t count = width_ * value_bytes[field];
        fields_[field].resize(count * rows);
        for (std::size_t row = 0; row < rows; ++row)
            std::memcpy(fields_[field].data() + row * count, bytes.data() + row * row_bytes + begin,
                        count);
        begin += count;
    }
}

void JoinedPicture::write_exr(int rows) {
    std::vector<ExrValues> values;
    for (std::size_t field = 0; field < fields_.size(); ++field) {
        if (exr_.channels[field].type == ExrType::whole)
            values.emplace_back(values_of<std::uint32_t>(fields_[field]));
        else
            values.emplace_back(values_of<float>(fields_[field]));
    }
    std::get<std::unique_ptr<ExrWriter>>(writer_)->write_rows(rows, values);
}

void JoinedPicture::write_npy() {
    std::vector<NpyValues> values;
    for (std::size_t field = 0; field < fields_.size(); ++field) {
        const std::vector<std::byte> &bytes = fields_[field];
        switch (npy_.fields[field].type) {
        case NpyType::int64:
            values.emplace_back(values_of<std::int64_t>(bytes));
            break;
        case NpyType::uint32:
            values.emplace_back(values_of<std::uint32_t>(bytes));
            break;
        case NpyType::float32:
            values.emplace_back(values_of<float>(bytes));
            break;
        case NpyType::float64:
            values.emplace_back(values_of<double>(bytes));
            break;
        }
    }
    std::get<std::unique_ptr<NpyWriter>>(writer_)->write_rows(values);
}

void JoinedPicture::finish() {
    std::visit([](const auto &writer) { writer->finish(); }, writer_);
}

} // namespace fathom
