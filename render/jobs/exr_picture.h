#pragma once
#include "render/engines/supersample.h"
#include "render/images/exr_writer.h"
#include "render/jobs/raw_channels.h"

#include <optional>
#include <vector>

namespace fathom {

struct ExportJob;
struct MadeBand;

/// The OpenEXR of an export: R, G and B in linear light (0 to 1, primaries of sRGB), and raw data
/// where the job asks for them. Each channel of a colour is the linear light of its sRGB byte, or
/// its mean where several samples are taken, in 1/65535, rounded once to half or float. Carries the
/// texts of picture_text as attributes.
class ExrPicture {
  public:
    /// What its file is to hold. `whole`: the request for the whole picture.
    static ExrOptions options(const ExportJob &job, const RenderRequest &whole);
    ExrPicture(const ExportJob &job, const RenderRequest &whole);

    /// Of a band, its light and its samples where raw data are asked for, the values of the
    /// options' channels. They are good until the next call, and as long as the band is there.
    std::vector<ExrValues> take(const MadeBand &band);

  private:
    std::optional<RawRows> raw_; ///< if raw data are asked for
    std::vector<float> red_, green_, blue_;
};

} // namespace fathom
