#pragma once
#include "render/images/jpeg_writer.h"
#include "render/images/png_writer.h"

namespace fathom {

struct ExportJob;

/// Of a job's PNG: its size, its bits and its texts.
PngOptions png_options(const ExportJob &job);
/// Likewise of its JPEG.
JpegOptions jpeg_options(const ExportJob &job);

} // namespace fathom
