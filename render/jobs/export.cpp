#include "render/jobs/export.h"

#include "kernels/colour/colour_filter.h"
#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/base/uninitialised.h"
#include "render/deep/reference_cache.h"
#include "render/engines/colour_params.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/images/npy_writer.h"
#include "render/images/png_writer.h"
#include "render/images/rgb.h"
#include "render/images/supersample.h"
#include "render/jobs/survey.h"
#include "render/places/picture_text.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <future>

namespace fathom {
namespace {

// Pixels of a band: enough to keep a device busy, few enough that samples and colours stay within
// some 100 MiB.
constexpr std::int64_t kBandPixels = 2 << 20;
constexpr std::chrono::milliseconds kReportInterval(50);

bool is_npy(const ExportJob &job) {
    return file_type(job.path) == ".npy";
}

PngOptions png_options(const ExportJob &job) {
    PngOptions options;
    options.width = static_cast<std::uint32_t>(job.size.width);
    options.height = static_cast<std::uint32_t>(job.size.height);
    options.text = picture_text(job.location);
    return options;
}

/// Computes bands and hands them to whoever writes.
class Exporter {
  public:
    Exporter(Engine &engine, const ExportJob &job, const std::atomic<bool> &stop,
             const std::function<void(double)> &progress)
        : engine_(engine), job_(job), stop_(stop), progress_(progress), method_(job.method) {
        // One reference orbit for all bands.
        if (is_perturbed(method_.precision) && !method_.reference_cache)
            method_.reference_cache = std::make_shared<ReferenceCache>();
    }

    ExportResult run() {
        const Stopwatch watch;
        if (!is_npy(job_))
            ranks_ =
                needed_ranks(engine_, job_.location, job_.size, method_.reference_cache, stop_);
        result_.finished = is_npy(job_) ? write_npy() : write_png();
        result_.total_ms = watch.ms();
        return result_;
    }

  private:
    bool write_png() {
        PngWriter writer(job_.path, png_options(job_));
        Supersampler supersampler;
        UninitialisedVector<std::uint32_t> rgba;
        UninitialisedVector<std::uint8_t> rgb;
        const bool done = for_each_band([&](const Region &band) {
            rgba.resize(pixels(band));
            rgb.resize(3 * pixels(band));
            if (job_.samples > 1)
                supersampler.reset(pixels(band));
            for (int sample = 0; sample < job_.samples; ++sample) {
                const auto frame = compute(band, sample);
                if (!frame)
                    return false;
                const Stopwatch watch;
                frame->read_rgba(rgba.data());
                if (job_.samples > 1)
                    supersampler.add(rgba);
                else
                    drop_alpha(reinterpret_cast<const std::uint8_t *>(rgba.data()), rgb);
                result_.colour_ms += watch.ms() + frame->times().colour_ms;
                report(band, sample + 1);
            }
            if (job_.samples > 1)
                supersampler.resolve(rgb);
            encode([&] { writer.write_rows(rgb, band.height); });
            return true;
        });
        if (done)
            encode([&] { writer.finish(); });
        return done;
    }

    bool write_npy() {
        NpyWriter writer(job_.path, static_cast<std::uint32_t>(job_.size.width),
                         static_cast<std::uint32_t>(job_.size.height));
        SampleBuffer samples;
        std::vector<NpyRecord> records;
        const bool done = for_each_band([&](const Region &band) {
            const auto frame = compute(band, 0);
            if (!frame)
                return false;
            frame->read_samples(samples);
            records_of(samples, frame->request(), records);
            encode([&] { writer.write_rows(records); });
            report(band, 1);
            return true;
        });
        if (done)
            encode([&] { writer.finish(); });
        return done;
    }

    static void records_of(const SampleBuffer &samples, const RenderRequest &request,
                           std::vector<NpyRecord> &records) {
        const kernels::SmoothScale scale = smooth_scale(request);
        records.resize(samples.count());
        for (std::size_t at = 0; at < records.size(); ++at) {
            const std::uint64_t n = samples.index(at);
            const double smooth =
                n == kernels::kInterior
                    ? static_cast<double>(request.limit)
                    : kernels::smooth_count(n, samples.zx(at), samples.zy(at), scale);
            records[at] = {static_cast<std::int64_t>(n == kernels::kInterior ? request.limit : n),
                           static_cast<float>(smooth)};
        }
    }

    static std::size_t pixels(const Region &band) {
        return static_cast<std::size_t>(band.width) * band.height;
    }

    /// Calls `write` for one band after the other, from the top, until it returns false.
    template <class Write> bool for_each_band(Write write) {
        const int rows = band_rows(job_.size.width, kBandPixels);
        for (int y = 0; y < job_.size.height; y += rows)
            if (!write(Region{0, y, job_.size.width, std::min(rows, job_.size.height - y)}))
                return false;
        return true;
    }

    /// A complete frame of the band, or null if stopped.
    std::shared_ptr<Frame> compute(const Region &band, int sample) {
        RenderRequest request =
            make_request(job_.location, job_.size, band, sample_position(sample), method_);
        request.colour.lut = job_.lut;
        request.colour.ranks = ranks_;
        auto frame = engine_.make_frame(request);
        auto computing = std::async(std::launch::async, [&] { return frame->iterate(stop_); });
        while (computing.wait_for(kReportInterval) != std::future_status::ready)
            report(band, sample + frame->progress());
        if (!computing.get())
            return nullptr;
        result_.iterate_ms += frame->times().iterate_ms;
        return frame;
    }

    template <class Write> void encode(Write write) {
        const Stopwatch watch;
        write();
        result_.encode_ms += watch.ms();
    }

    void report(const Region &band, double samples_done) const {
        const double rows = band.y + band.height * samples_done / job_.samples;
        progress_(rows / job_.size.height);
    }

    Engine &engine_;
    const ExportJob &job_;
    const std::atomic<bool> &stop_;
    const std::function<void(double)> &progress_;
    Method method_;
    std::shared_ptr<const RankTable> ranks_; ///< of the whole picture
    ExportResult result_;
};

} // namespace

int band_rows(int width, std::int64_t pixels) noexcept {
    constexpr std::int64_t kBlock = kernels::kFilterBlock;
    return static_cast<int>(std::max(kBlock, pixels / width / kBlock * kBlock));
}

std::string file_type(const std::filesystem::path &path) {
    std::string type = path.extension().string();
    for (char &letter : type)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return type;
}

Method export_method(const ExportJob &job, MethodChoice choice, const EngineTraits &engine,
                     std::shared_ptr<ReferenceCache> reference_cache) {
    choice.for_numbers = is_npy(job);
    return decide_method(job.location, job.size, choice, engine, std::move(reference_cache));
}

void check_export_job(const ExportJob &job) {
    const std::string type = file_type(job.path);
    if (type.empty())
        throw InputError(fmt::format("{}: the name has no ending that tells the file type; choose "
                                     "one that ends in .png or .npy",
                                     job.path.string()));
    if (type != ".png" && type != ".npy")
        throw InputError(fmt::format("{}: unknown file type '{}'; choose a name that ends in .png "
                                     "or .npy",
                                     job.path.string(), type));
    if (job.size.width < 1 || job.size.height < 1 || job.size.width > kMaxSide ||
        job.size.height > kMaxSide)
        throw InputError(
            fmt::format("{} x {} is no size for a picture: each side has to be 1 to {}",
                        job.size.width, job.size.height, kMaxSide));
    if (job.samples < 1 || job.samples > kMaxSamples)
        throw InputError(fmt::format("{} samples a pixel are not possible: choose 1 to {}",
                                     job.samples, kMaxSamples));
    if (is_npy(job) && job.samples != 1)
        throw InputError(fmt::format("{}: .npy holds one sample a pixel", job.path.string()),
                         {Remedy::Kind::one_sample, "write a .png"});
}

Subpixel sample_position(int index) noexcept {
    // 1/g and 1/g^2 for the real root g of g^3 = g + 1, in 2^-32: the wrap-around of unsigned
    // numbers is the sequence's own.
    constexpr std::uint32_t kStepX = 3242174889U;
    constexpr std::uint32_t kStepY = 2447445414U;
    constexpr std::uint32_t kHalf = 1U << 31;
    const auto at = static_cast<std::uint32_t>(index);
    return {static_cast<int>((kHalf + at * kStepX) >> 24),
            static_cast<int>((kHalf + at * kStepY) >> 24)};
}

ExportResult export_image(Engine &engine, const ExportJob &job, const std::atomic<bool> &stop,
                          const std::function<void(double)> &progress) {
    check_export_job(job);
    return Exporter(engine, job, stop, progress).run();
}

} // namespace fathom
