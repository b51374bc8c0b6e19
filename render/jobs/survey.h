#pragma once
#include "render/engines/rank_table.h"
#include "render/engines/render_request.h"

#include <atomic>
#include <memory>
#include <optional>

namespace fathom {

class Engine;
class ReferenceCache;
class SampleBuffer;
struct Location;

/// Density and offset of a colour scheme.
struct PaletteFit {
    double density = 0;
    double offset = 0;
    double low = 0;    ///< the mapped value that the palette begins at
    bool spans = true; ///< false: there was nothing to span, and these are the scheme's own
    friend bool operator==(const PaletteFit &, const PaletteFit &) = default;
};

/// What lies between a scheme's density and offset and a fit, `share` of the way (0 to 1): the
/// palette's cycle that has the middle of what the fit spans becomes that range, its beginning
/// evenly and its length by equal factors. So colours flow in small steps, which density and offset
/// on their own ways would not let them: many cycles lie between a value of thousands and 0.
PaletteFit blended(const kernels::ColourScheme &from, const PaletteFit &to, double share) noexcept;

/// What a picture's own values say about its colours. The same whatever engine made the samples.
struct Survey {
    /// For ColourMapping::rank. Never null; of a picture without escaped samples all ranks are 0.
    std::shared_ptr<const RankTable> ranks;
    /// With which the palette is passed through once between the 1st and the 99th hundredth of the
    /// mapped values, within the limits of locations. Once round, with offset 0, where values come
    /// as a full circle or share (angle, rank); the scheme's own where there is nothing to span.
    PaletteFit fit;
};

/// A survey of a complete frame's samples, of at most some 2^18 of them, evenly taken, for
/// `scheme`. What the samples do not hold is done without, as the colour pass does. `request` is
/// that of the picture to colour: its map says how large the pixels are that distances are measured
/// in. `samples` stay as they are.
Survey make_survey(SampleBuffer &samples, const kernels::ColourScheme &scheme,
                   const RenderRequest &request);

/// The size of the small picture that a survey of one of `size` is made from: at most 192 pixels on
/// its longer side.
Size survey_size(Size size) noexcept;

/// What a survey of a picture is made from: samples of `small`, which is iterated in double, and
/// what make_survey is told of the `whole` picture.
struct SurveyRequests {
    RenderRequest small, whole;
};
SurveyRequests survey_requests(const Location &location, Size size,
                               std::shared_ptr<ReferenceCache> reference_cache);

/// A survey of the picture of `size` that shows `location`, made from a small one, whose every
/// sample is the same on all engines (see survey_requests). Nothing if stopped. Throws as
/// make_request and Engine.
std::optional<Survey> survey_location(Engine &engine, const Location &location, Size size,
                                      std::shared_ptr<ReferenceCache> reference_cache,
                                      const std::atomic<bool> &stop);

/// The table of ranks that the colours of a location need, from survey_location; null if they need
/// none, or if stopped.
std::shared_ptr<const RankTable> needed_ranks(Engine &engine, const Location &location, Size size,
                                              std::shared_ptr<ReferenceCache> reference_cache,
                                              const std::atomic<bool> &stop);

/// Whether density and offset of a location are still to be found by a survey.
bool needs_fit(const Location &location) noexcept;

} // namespace fathom
