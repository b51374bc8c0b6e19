#include "render/jobs/picture_part.h"

#include "render/jobs/band_pipeline.h"
#include "render/jobs/export_job.h"

#include <bit>
#include <cstring>

namespace fathom {
namespace {

static_assert(std::endian::native == std::endian::little, "values are written as memory has them");

constexpr std::size_t kPixel = 3;

std::size_t bytes_of(NpyType type) {
    return type == NpyType::int64 || type == NpyType::float64 ? 8 : 4;
}

template <class Values> std::vector<std::span<const std::byte>> bytes_of(const Values &values) {
    std::vector<std::span<const std::byte>> bytes;
    for (const auto &field : values)
        bytes.push_back(std::visit([](const auto &span) { return std::as_bytes(span); }, field));
    return bytes;
}

} // namespace

PartRows::PartRows(const ExportJob &job, const RenderRequest &whole)
    : width_(static_cast<std::size_t>(job.size.width)), bits_(has_sixteen_bits(job) ? 16 : 8) {
    if (is_exr(job)) {
        exr_.emplace(job, whole);
        const std::size_t channels = ExrPicture::options(job, whole).channels.size();
        value_bytes_.assign(channels, sizeof(float)); // or a word
    } else if (is_npy(job)) {
        npy_.emplace(job.raw);
        for (const NpyField &field : npy_->layout(whole).fields)
            value_bytes_.push_back(bytes_of(field.type));
    }
}

PngShape PartRows::shape(int rows) const {
    std::size_t width = width_;
    if (!value_bytes_.empty()) {
        std::size_t bytes = 0;
        for (const std::size_t value : value_bytes_)
            bytes += width_ * value;
        width = (bytes + kPixel - 1) / kPixel;
    }
    return {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(rows), bits_};
}

PixelRows PartRows::take(const MadeBand &band) {
    const int rows = band.request.size.height;
    if (exr_)
        return packed(bytes_of(exr_->take(band)), rows);
    if (npy_)
        return packed(bytes_of(npy_->take(*band.samples, band.request)), rows);
    return band.colours;
}

PixelRows PartRows::packed(const Values &values, int rows) const {
    const std::size_t row_bytes = shape(rows).row_bytes();
    const auto bytes =
        std::make_shared<std::vector<std::uint8_t>>(row_bytes * static_cast<std::size_t>(rows));
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
        std::uint8_t *to = bytes->data() + row * row_bytes;
        for (std::size_t field = 0; field < values.size(); ++field) {
            const std::size_t count = width_ * value_bytes_[field];
            std::memcpy(to, values[field].data() + row * count, count);
            to += count;
        }
    }
    return {{bytes, bytes->data()}, kPixel, rows};
}

} // namespace fathom
