#include "render/jobs/file_options.h"

#include "render/jobs/export_job.h"
#include "render/places/picture_text.h"

namespace fathom {

PngOptions png_options(const ExportJob &job) {
    PngOptions options;
    options.width = static_cast<std::uint32_t>(job.size.width);
    options.height = static_cast<std::uint32_t>(job.size.height);
    options.text = picture_text(job.location);
    options.bits = has_sixteen_bits(job) ? 16 : 8;
    options.dots_per_inch = job.dots_per_inch;
    return options;
}

JpegOptions jpeg_options(const ExportJob &job) {
    JpegOptions options;
    options.width = job.size.width;
    options.height = job.size.height;
    options.text = picture_text(job.location);
    options.dots_per_inch = job.dots_per_inch;
    if (job.quality != 0)
        options.quality = job.quality;
    return options;
}

} // namespace fathom
