#pragma once
#include "app/commands.h"
#include "render/jobs/export_job.h"
#include "render/jobs/measured_method.h"

#include <atomic>
#include <optional>

namespace fathom {
class Engine;
} // namespace fathom

namespace fathom::app {

/// A picture of which nothing is left to be found but its pixels.
struct SettledPicture {
    ExportJob job;
    MeasuredMethod measured;
    double settle_ms = 0;    ///< that finding its limit, colours and reference orbits took
    double exactness_ms = 0; ///< that measuring how exact its pixels are took, with orbits that
                             ///< it made in vain
};

/// The export that the command asks for, as far as that is known without an engine.
ExportJob picture_job(const RenderCommand &command, const Place &place);

/// Finds what the picture needs on `engine` (settle(), export_method(), measured_method()), and
/// warns of what it lacks. Nothing if stopped.
std::optional<SettledPicture> settle_picture(const RenderCommand &command, Place place,
                                             Engine &engine, const std::atomic<bool> &stop,
                                             const OutputOptions &output);

} // namespace fathom::app
