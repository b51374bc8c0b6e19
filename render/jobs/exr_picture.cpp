#include "render/jobs/exr_picture.h"

#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/export_job.h"
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
    if (job.raw) {
        const RawLayout layout(whole);
        const auto raw = layout.channels();
        options.channels.insert(options.channels.end(), raw.begin(), raw.end());
        options.texts.merge(layout.texts());
        options.numbers = layout.numbers();
    }
    return options;
}

ExrPicture::ExrPicture(ExrWriter &writer, const ExportJob &job, const RenderRequest &whole)
    : writer_(writer) {
    if (job.raw)
        raw_.emplace(RawLayout(whole));
}

void ExrPicture::write_rows(const Supersampler &colours, Frame &frame) {
    const Size size = frame.request().size;
    const std::size_t count = static_cast<std::size_t>(size.width) * size.height;
    for (auto *channel : {&red_, &green_, &blue_})
        channel->resize(count);
    colours.light(red_, green_, blue_);
    std::vector<ExrValues> values = {std::span<const float>(red_), std::span<const float>(green_),
                                     std::span<const float>(blue_)};
    SampleBuffer samples;
    if (raw_) {
        frame.read_samples(samples);
        raw_->take(samples, frame.request());
        raw_->append_to(values);
    }
    writer_.write_rows(size.height, values);
}

} // namespace fathom
