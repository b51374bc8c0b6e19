#include "render/jobs/exr_picture.h"

#include "render/jobs/band_pipeline.h"
#include "render/jobs/export_job.h"
#include "render/jobs/foreign_place_text.h"
#include "render/places/picture_text.h"

namespace fathom {

ExrOptions ExrPicture::options(const ExportJob &job, const RenderRequest &whole) {
    ExrOptions options;
    options.width = job.size.width;
    options.height = job.size.height;
    const ExrType type = job.depth == ColourDepth::floating ? ExrType::real : ExrType::half;
    options.channels = {{"R", type}, {"G", type}, {"B", type}};
    for (const PngText &text : picture_text(job.location))
        options.texts.emplace(text.key, text.value);
    if (const auto text = fraktaler_text(job.location))
        options.texts.emplace(kFraktalerKey, *text);
    if (const auto text = kalles_text(job.location))
        options.texts.emplace(kKallesKey, *text);
    if (job.raw) {
        const RawLayout layout(whole);
        const auto raw = layout.channels();
        options.channels.insert(options.channels.end(), raw.begin(), raw.end());
        options.texts.merge(layout.texts());
        options.numbers = layout.numbers();
    }
    return options;
}

ExrPicture::ExrPicture(const ExportJob &job, const RenderRequest &whole) {
    if (job.raw)
        raw_.emplace(RawLayout(whole));
}

std::vector<ExrValues> ExrPicture::take(const MadeBand &band) {
    const Size size = band.request.size;
    const std::size_t count = static_cast<std::size_t>(size.width) * size.height;
    for (auto *channel : {&red_, &green_, &blue_})
        channel->resize(count);
    band.light->light(red_, green_, blue_);
    std::vector<ExrValues> values = {std::span<const float>(red_), std::span<const float>(green_),
                                     std::span<const float>(blue_)};
    if (raw_) {
        raw_->take(*band.samples, band.request);
        raw_->append_to(values);
    }
    return values;
}

} // namespace fathom
