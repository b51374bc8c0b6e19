#include "render/jobs/band_maker.h"

#include "render/base/clock.h"
#include "render/engines/engine.h"
#include "render/engines/frame_mean.h"
#include "render/jobs/adaptive_band.h"
#include "render/jobs/export.h"
#include "render/jobs/raw_channels.h"

#include <algorithm>
#include <thread>

namespace fathom {
namespace {

std::size_t pixels(Size size) {
    return static_cast<std::size_t>(size.width) * size.height;
}

PixelRows rows_of(Engine &engine, Frame &frame) {
    const Size size = frame.request().size;
    auto rgba = engine.take_memory(4 * pixels(size));
    frame.read_rgba(reinterpret_cast<std::uint32_t *>(rgba.get()));
    return {std::move(rgba), 4, size.height};
}

/// In so many bits a channel.
PixelRows mean_rows(Engine &engine, FrameMean &mean, Size size, int bits, bool as_lines) {
    const int pixel_bytes = 3 * bits / 8;
    const std::size_t bytes = as_lines ? png_lines(size, bits).bytes() : pixel_bytes * pixels(size);
    auto rgb = engine.take_memory(bytes);
    if (as_lines)
        mean.resolve_png_lines(bits, {rgb.get(), bytes});
    else if (bits == 16)
        mean.resolve_sixteen_bits({rgb.get(), bytes});
    else
        mean.resolve({rgb.get(), bytes});
    return {std::move(rgb), pixel_bytes, size.height, as_lines};
}

} // namespace

bool BandMaker::is_mixed() const {
    // Where samples go by need it is Refinement that mixes them.
    return !job_.adaptive && (job_.samples > 1 || takes_light());
}

bool BandMaker::is_packed() const {
    return is_mixed() && is_dithered();
}

bool BandMaker::is_dithered() const {
    return job_.location.colour.dither != kernels::ColourDither::none;
}

bool BandMaker::takes_light() const {
    return is_exr(job_) || has_sixteen_bits(job_);
}

bool BandMaker::takes_light_here(bool frames_on_host) const {
    return is_exr(job_) || (has_sixteen_bits(job_) && (frames_on_host || job_.adaptive));
}

std::size_t BandMaker::bytes_a_pixel(bool frames_on_host) const {
    constexpr std::size_t kWord = sizeof(std::uint32_t);
    constexpr std::size_t kLight = 3 * kWord + kWord; // and the colours that are added
    const RenderRequest whole = whole_request();
    const std::size_t real = is_f32(whole.precision) ? sizeof(float) : sizeof(double);
    const std::size_t gradient = whole.tracking.level != kernels::Tracks::none ? 2 * real : 0;
    const std::size_t rest = whole.tracking.level == kernels::Tracks::all ? real + kWord : 0;
    const std::size_t samples = 2 * real + 2 * kWord + gradient + rest;
    const std::size_t kept = is_npy(job_) || job_.raw ? samples : 0;
    const std::size_t resolved = has_sixteen_bits(job_) ? 2 * kWord : kWord;
    const std::size_t made = (takes_light_here(frames_on_host) ? kLight : 0) + resolved + kept;
    return made + (frames_on_host ? samples + kWord + (job_.samples > 1 ? kLight : 0) : 0);
}

RenderRequest BandMaker::request(const Region &band, int sample) const {
    RenderRequest request =
        make_request(job_.location, job_.size, band, sample_position(sample), method_);
    if (job_.raw)
        request.tracking = raw_tracking(request.tracking);
    request.colour.lut = job_.lut;
    request.colour.scheme = sample_scheme(request.colour.scheme, sample);
    request.colour.ranks = ranks_;
    request.colour.mixed = is_mixed();
    return request;
}

RenderRequest BandMaker::whole_request() const {
    return request({0, 0, job_.size.width, job_.size.height}, 0);
}

std::shared_ptr<Frame> BandMaker::iterate(BandLane &lane, const RenderRequest &request,
                                          double share, const std::atomic<bool> &halt) const {
    const auto begin = [&](Frame &frame) {
        return !job_.first ||
               begin_with_certain(lane.engine(), frame, job_.size, *job_.first, halt);
    };
    return lane.iterate(request, share, begin, halt);
}

std::optional<MadeBand> BandMaker::make(BandLane &lane, RowRange rows,
                                        const std::atomic<bool> &halt) {
    const Region region{0, rows.first, job_.size.width, rows.count};
    if (job_.adaptive)
        return make_adaptive(lane, region, halt);
    MadeBand band;
    std::shared_ptr<Frame> uncounted; // whose colours a GPU may not have made yet
    const auto count_colours = [&](const std::shared_ptr<Frame> &frame) {
        count({0, frame->times().colour_ms, 0});
    };
    for (int sample = 0; sample < job_.samples; ++sample) {
        const auto frame = iterate(lane, request(region, sample), 1.0 / job_.samples, halt);
        if (!frame)
            return std::nullopt;
        if (uncounted)
            count_colours(std::exchange(uncounted, nullptr));
        const double made_before_ms = frame->times().colour_ms;
        const Stopwatch watch;
        add(lane, frame, sample, band);
        const double waited_ms =
            std::max(0.0, watch.ms() - (frame->times().colour_ms - made_before_ms));
        count({frame->times().iterate_ms, 0, waited_ms});
        if (frame->times().colour_ms == 0)
            uncounted = frame;
        else
            count_colours(frame);
    }
    if (uncounted)
        count_colours(uncounted);
    return band;
}

std::optional<MadeBand> BandMaker::make_adaptive(BandLane &lane, const Region &region,
                                                 const std::atomic<bool> &halt) {
    std::shared_ptr<Frame> last; // whose colours are known when the next one is asked for
    const auto count_colours = [&] {
        if (last)
            count({0, last->times().colour_ms, 0});
    };
    const auto compute = [&](const RenderRequest &request, double of_rows) {
        count_colours();
        last = iterate(lane, request, of_rows / request.size.height, halt);
        if (last)
            count({last->times().iterate_ms, 0, 0});
        return last;
    };
    const auto recolour = [&](Frame &frame, const ColourSettings &settings) {
        return lane.recolour(frame, settings, halt);
    };
    const auto everywhere = [&]() -> std::optional<PixelRows> {
        if (!lane.mean)
            lane.mean = lane.engine().make_mean(is_dithered());
        const Size size{region.width, region.height};
        lane.mean->begin(size, 0, region.y);
        for (int sample = 0; sample < job_.samples; ++sample) {
            RenderRequest each = request(region, sample);
            each.colour.mixed = true;
            const auto frame = compute(each, static_cast<double>(region.height) *
                                                 (job_.samples - 1) / job_.samples / job_.samples);
            if (!frame)
                return std::nullopt;
            lane.mean->add(*frame);
        }
        return mean_rows(lane.engine(), *lane.mean, size, 8, false);
    };
    const auto is_faster = [&](std::size_t pixels_by_need) {
        return !lane.engine().uses_host_memory() &&
               everywhere_is_faster(last->times().iterate_ms, pixels(last->request().size),
                                    pixels_by_need);
    };
    const FrameSource source{compute, recolour, is_faster, everywhere};
    const RenderRequest wider = request(with_neighbours(region, job_.size), 0);
    MadeBand band;
    band.request = request(region, 0);
    if (takes_light()) {
        band.light = adaptive_light(wider, region, job_.samples, source);
        if (!band.light)
            return std::nullopt;
        if (has_sixteen_bits(job_)) {
            band.colours = sixteen_bits(lane.engine(), *band.light, band.request.size);
            band.light.reset();
        }
    } else {
        auto colours = adaptive_rows(wider, region, job_.samples, source);
        if (!colours)
            return std::nullopt;
        band.colours = *std::move(colours);
    }
    count_colours();
    return band;
}

void BandMaker::add(BandLane &lane, const std::shared_ptr<Frame> &frame, int sample,
                    MadeBand &band) {
    const bool last = sample + 1 == job_.samples;
    const Size size = frame->request().size;
    const bool on_host = lane.engine().uses_host_memory();
    if (takes_light_here(on_host)) {
        add_light(*frame, band);
        if (last && has_sixteen_bits(job_)) {
            band.colours = sixteen_bits(lane.engine(), *band.light, size);
            band.light.reset();
        }
    } else if (is_mixed() || (!on_host && !is_npy(job_))) {
        // A device takes the mean even of a single sample: RGB is less to copy than its words, and
        // lines of a PNG are less work for those who compress.
        if (!lane.mean)
            lane.mean = lane.engine().make_mean(is_packed());
        if (sample == 0)
            lane.mean->begin(size, 0, frame->request().top);
        lane.mean->add(*frame);
        if (last)
            band.colours = mean_rows(lane.engine(), *lane.mean, size,
                                     has_sixteen_bits(job_) ? 16 : 8, !on_host && !is_jpeg(job_));
    } else if (!is_npy(job_)) {
        band.colours = rows_of(lane.engine(), *frame);
    }
    if (!last)
        return;
    band.request = frame->request();
    if (is_npy(job_) || job_.raw) {
        band.samples = std::make_unique<SampleBuffer>();
        frame->read_samples(*band.samples);
    }
}

void BandMaker::add_light(Frame &frame, MadeBand &band) {
    const std::size_t count = pixels(frame.request().size);
    UninitialisedVector<std::uint32_t> words(count);
    frame.read_rgba(words.data());
    if (!band.light) {
        band.light = std::make_unique<Supersampler>();
        band.light->reset(count);
    }
    in_parts(count, [&](std::size_t first, std::size_t some) {
        band.light->add_part(first, std::span(words).subspan(first, some), is_packed());
    });
    band.light->count_sample();
}

PixelRows BandMaker::sixteen_bits(Engine &engine, const Supersampler &light, Size size) {
    const std::size_t bytes = 6 * pixels(size);
    auto rgb = engine.take_memory(bytes);
    in_parts(pixels(size), [&](std::size_t first, std::size_t count) {
        light.resolve_sixteen_bits(first, {rgb.get() + 6 * first, 6 * count});
    });
    return {std::move(rgb), 6, size.height};
}

template <class Work> void BandMaker::in_parts(std::size_t count, const Work &work) {
    constexpr std::size_t kPart = 16384;
    const std::lock_guard lock(team_mutex_);
    if (!team_)
        team_.emplace(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    fathom::in_parts(*team_, count, kPart, work);
}

void BandMaker::count(const Times &times) {
    const std::lock_guard lock(times_mutex_);
    times_.iterate_ms += times.iterate_ms;
    times_.colour_ms += times.colour_ms;
    times_.copy_ms += times.copy_ms;
}

BandMaker::Times BandMaker::times() const {
    const std::lock_guard lock(times_mutex_);
    return times_;
}

} // namespace fathom
