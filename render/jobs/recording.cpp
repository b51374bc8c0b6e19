#include "render/jobs/recording.h"

#include "render/base/error.h"
#include "render/places/location.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace fathom {
namespace {

/// In what Fathom's own samples were iterated; nothing where the file has none.
std::optional<Precision> own_precision(const ExrHeader &header) {
    if (const auto found = header.texts.find(kRawPrecisionKey); found != header.texts.end())
        for (const Precision precision : kPrecisions)
            if (found->second == to_string(precision))
                return precision;
    return std::nullopt;
}

std::optional<ForeignSamples> foreign_samples(ExrReader &file, const std::filesystem::path &path) {
    if (own_precision(file.header()))
        return std::nullopt;
    auto samples = ForeignSamples::in(file, path.string());
    if (!samples)
        throw InputError(fmt::format("{} holds no raw data of Fathom, Fraktaler-3 or Kalles "
                                     "Fraktaler; choose another file",
                                     path.string()));
    return samples;
}

/// Others' samples are taken for doubles, at any depth, and for tracked if they can be.
RenderRequest whole_picture(const ExrHeader &header, const std::optional<ForeignSamples> &foreign,
                            const Location &place) {
    const Size size{header.width, header.height};
    const Precision doubles =
        can_be_perturbed(place.formula.id) ? Precision::perturb_f64 : Precision::f64;
    RenderRequest whole = make_request(place, size, {0, 0, size.width, size.height}, {},
                                       Method(own_precision(header).value_or(doubles)));
    if (foreign && foreign->has_distances())
        whole.tracking.level = std::max(whole.tracking.level, kernels::Tracks::gradient);
    else if (!foreign)
        whole.tracking = raw_tracking(whole.tracking);
    return whole;
}

} // namespace

Recording::Recording(const std::filesystem::path &path, const Location &place)
    : path_(path), file_(path_), foreign_(foreign_samples(file_, path_)),
      whole_(whole_picture(file_.header(), foreign_, place)), layout_(whole_) {}

void Recording::read(int first, SampleBuffer &samples) {
    if (foreign_)
        foreign_->read(file_, whole_, first, samples);
    else
        read_raw_rows(file_, path_, layout_, first, samples);
}

std::optional<std::string> Recording::lacks(const Location &location) const {
    if (foreign_)
        return foreign_->lacks(location);
    const kernels::Tracking<double> needed = needed_tracking(location);
    const kernels::Tracking<double> &there = whole_.tracking;
    if (needed.level > there.level)
        return "distances, traps and atom domains";
    if (needed.interior && !there.interior)
        return "values of the interior";
    if (kernels::needs_of(location.colour.base).trap && needed.trap != there.trap)
        return "distances to this trap";
    return std::nullopt;
}

bool Recording::is_of(const Location &location, const MethodChoice &choice) const {
    const Location &place = *whole_.location;
    return same_place(location, place) && location.iterations == place.iterations &&
           location.bailout == place.bailout &&
           choice.precision.value_or(whole_.precision) == whole_.precision;
}

std::string Recording::mark() const {
    std::error_code failed;
    const auto bytes = std::filesystem::file_size(path_, failed);
    const auto written = failed ? std::filesystem::file_time_type()
                                : std::filesystem::last_write_time(path_, failed);
    if (failed)
        throw DiskError(fmt::format("cannot read {}: {}", path_.string(), failed.message()));
    return fmt::format("{} bytes, written {}", bytes, written.time_since_epoch().count());
}

} // namespace fathom
