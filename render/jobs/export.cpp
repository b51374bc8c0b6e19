#include "render/jobs/export.h"

#include "kernels/colour/colour_filter.h"
#include "render/base/clock.h"
#include "render/base/handover.h"
#include "render/base/thread_team.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/engines/frame_mean.h"
#include "render/engines/sample_buffer.h"
#include "render/engines/supersample.h"
#include "render/images/continued_file.h"
#include "render/images/continued_jpeg.h"
#include "render/images/picture_stream.h"
#include "render/images/png_writer.h"
#include "render/jobs/adaptive_band.h"
#include "render/jobs/exr_picture.h"
#include "render/jobs/npy_rows.h"
#include "render/jobs/survey.h"
#include "render/places/picture_text.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

namespace fathom {
namespace {

// Pixels of a band: enough to keep a device busy, few enough that samples and colours stay within
// some 100 MiB.
constexpr std::int64_t kBandPixels = 2 << 20;
constexpr std::chrono::milliseconds kReportInterval(50);

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

/// Computes bands on one thread, and has another colour them and hand them to whoever writes.
class Exporter {
  public:
    Exporter(Engine &engine, const ExportJob &job, const std::atomic<bool> &stop,
             const std::function<void(double)> &progress)
        : engine_(engine), job_(job), stop_(stop), progress_(progress), method_(job.method),
          rows_(band_rows(job.size.width, kBandPixels)) {
        // One reference orbit for all bands.
        if (is_perturbed(method_.precision) && !method_.reference_cache)
            method_.reference_cache = std::make_shared<ReferenceCache>();
    }

    ExportResult run() {
        const Stopwatch watch;
        ranks_ = job_.ranks;
        if (!is_npy(job_) && !ranks_)
            ranks_ =
                needed_ranks(engine_, job_.location, job_.size, method_.reference_cache, stop_);
        result_.finished = is_npy(job_)    ? write_npy()
                           : is_exr(job_)  ? write_exr()
                           : is_jpeg(job_) ? write_jpeg()
                                           : write_png();
        result_.iterate_ms = iterate_ms_;
        result_.total_ms = watch.ms();
        return result_;
    }

  private:
    /// A complete frame: one sample of each pixel of a band. Or a band that is finished.
    struct Computed {
        Region band;
        int sample = 0;
        std::shared_ptr<Frame> frame;
        std::optional<AdaptiveBand> adaptive; ///< instead of a frame
    };

    bool write_png() {
        const auto opened = open<PngWriter>(png_options(job_));
        PngWriter &writer = *opened;
        // The first row's filter wants the one above.
        begin_at(static_cast<int>(writer.rows_kept()) - 1);
        writer.begin_at(first_row_);
        return write_colours(writer);
    }

    /// Hands the rows' colours to a writer of rows.
    template <class Writer> bool write_colours(Writer &writer) {
        const bool takes_means = job_.samples > 1 && !job_.adaptive && !has_sixteen_bits(job_);
        const auto mean = takes_means ? engine_.make_mean(is_packed()) : nullptr;
        const bool done = for_each_frame([&](const Computed &computed) {
            if (computed.adaptive) {
                result_.colour_ms += computed.adaptive->colour_ms;
                return encode([&] { writer.write_rows(computed.adaptive->rows); });
            }
            PixelRows rows;
            read(computed, [&] {
                rows = has_sixteen_bits(job_) ? fine_rows_of(computed)
                       : mean                 ? rows_of(computed, *mean)
                                              : rows_of(computed);
            });
            encode([&] { writer.write_rows(rows); });
        });
        if (done)
            encode([&] { writer.finish(); });
        return done;
    }

    bool write_jpeg() {
        if (job_.stream.descriptor >= 0) {
            JpegWriter writer(
                std::make_unique<PictureStream>(job_.stream.descriptor, job_.path.string()),
                jpeg_options(job_));
            return write_colours(writer);
        }
        if (job_.continued) {
            ContinuedJpeg writer(job_.path, jpeg_options(job_), purpose_of(job_));
            begin_at(writer.rows_kept());
            writer.begin_at(first_row_);
            return write_colours(writer);
        }
        JpegWriter writer(job_.path, jpeg_options(job_));
        return write_colours(writer);
    }

    PixelRows rows_of(const Computed &computed) {
        auto rgba = engine_.take_memory(4 * pixels(computed.band));
        computed.frame->read_rgba(reinterpret_cast<std::uint32_t *>(rgba.get()));
        return {std::move(rgba), 4, computed.band.height};
    }

    /// The band's rows once all of its samples are there, before that none.
    PixelRows rows_of(const Computed &computed, FrameMean &mean) {
        const Region &band = computed.band;
        if (computed.sample == 0)
            mean.begin({band.width, band.height}, band.x, band.y);
        mean.add(*computed.frame);
        if (computed.sample + 1 < job_.samples)
            return {};
        auto rgb = engine_.take_memory(3 * pixels(band));
        mean.resolve({rgb.get(), 3 * pixels(band)});
        return {std::move(rgb), 3, band.height};
    }

    /// Adds a sample to the means of its band. Whether that was the last.
    bool add(const Computed &computed) {
        words_.resize(pixels(computed.band));
        computed.frame->read_rgba(words_.data());
        if (computed.sample == 0)
            means_.reset(words_.size());
        in_parts(words_.size(), [&](std::size_t first, std::size_t count) {
            means_.add_part(first, std::span(words_).subspan(first, count), is_packed());
        });
        means_.count_sample();
        return computed.sample + 1 == job_.samples;
    }

    /// Hands parts of `count` pixels, each as its first one and how many, to all cores at once.
    template <class Work> void in_parts(std::size_t count, const Work &work) {
        constexpr std::size_t kPart = 16384;
        if (!team_)
            team_.emplace(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
        std::atomic<std::size_t> next = 0;
        team_->run([&] {
            for (std::size_t first = next.fetch_add(kPart); first < count;
                 first = next.fetch_add(kPart))
                work(first, std::min(kPart, count - first));
        });
    }

    /// The band's rows in 16 bits once all of its samples are there, before that none.
    PixelRows fine_rows_of(const Computed &computed) {
        if (!add(computed))
            return {};
        const std::size_t bytes = 6 * pixels(computed.band);
        auto rgb = engine_.take_memory(bytes);
        in_parts(pixels(computed.band), [&](std::size_t first, std::size_t count) {
            means_.resolve_sixteen_bits(first, {rgb.get() + 6 * first, 6 * count});
        });
        return {std::move(rgb), 6, computed.band.height};
    }

    bool write_exr() {
        const RenderRequest asked = whole_request();
        const auto writer = open<ExrWriter>(ExrPicture::options(job_, asked));
        begin_at(static_cast<int>(writer->rows_kept()));
        writer->begin_at(static_cast<std::uint32_t>(first_row_));
        ExrPicture picture(*writer, job_, asked);
        const bool done = for_each_frame([&](const Computed &computed) {
            bool whole = false;
            read(computed, [&] { whole = add(computed); });
            if (whole)
                encode([&] { picture.write_rows(means_, *computed.frame); });
        });
        if (done)
            encode([&] { picture.finish(); });
        return done;
    }

    bool write_npy() {
        NpyRows rows(job_.raw);
        const auto opened = open<NpyWriter>(rows.layout(whole_request()));
        NpyWriter &writer = *opened;
        begin_at(static_cast<int>(writer.rows_kept()));
        writer.begin_at(first_row_);
        SampleBuffer samples;
        const bool done = for_each_frame([&](const Computed &computed) {
            computed.frame->read_samples(samples);
            const auto values = rows.take(samples, computed.frame->request());
            encode([&] { writer.write_rows(values); });
        });
        if (done)
            encode([&] { writer.finish(); });
        return done;
    }

    /// Whether samples come as fine colours: those that are mixed, and dithered after that, and
    /// those that become light.
    [[nodiscard]] bool is_packed() const {
        return is_mixed() && job_.location.colour.dither != kernels::ColourDither::none;
    }

    static std::size_t pixels(const Region &band) {
        return static_cast<std::size_t>(band.width) * band.height;
    }

    /// A writer of what the job wants, to where it wants it.
    template <class Writer, class... Options>
    [[nodiscard]] std::unique_ptr<Writer> open(const Options &...options) const {
        if (job_.stream.descriptor >= 0)
            return std::make_unique<Writer>(
                std::make_unique<PictureStream>(job_.stream.descriptor, job_.path.string()),
                options...);
        if (job_.continued)
            return std::make_unique<Writer>(
                std::make_unique<ContinuedFile>(job_.path, purpose_of(job_)), options...);
        return std::make_unique<Writer>(job_.path, options...);
    }

    /// Leaves out the bands before the one of that row.
    void begin_at(int row) {
        const int bands = std::max(0, row) / rows_;
        first_row_ = bands * rows_;
        result_.kept = static_cast<double>(first_row_) / job_.size.height;
        used_ = computed_ = bands * frames_a_band();
    }

    [[nodiscard]] int frames_a_band() const { return job_.adaptive ? 1 : job_.samples; }
    /// Whether the frames' colours are mixed: where samples go by need, it is the refinement that
    /// does so.
    [[nodiscard]] bool is_mixed() const {
        return frames_a_band() > 1 || is_exr(job_) || has_sixteen_bits(job_);
    }

    /// Calls `use` with every frame, band after band from the top, those of all samples of one band
    /// after the other, while the next ones are computed. Returns false if stopped.
    template <class Use> bool for_each_frame(Use use) {
        Handover<Computed> computed;
        auto computing = std::async(std::launch::async, [&] { compute_all(computed); });
        // Whatever ends this: the other thread is to end, too, before it is waited for.
        const struct Leaving {
            Exporter &exporter;
            Handover<Computed> &computed;
            ~Leaving() {
                exporter.halt_ = true;
                computed.close();
            }
        } leaving{*this, computed};
        while (!computed.over()) {
            const auto next = computed.take(kReportInterval);
            if (stop_)
                return false;
            if (next) {
                use(*next);
                ++used_;
            }
            report();
        }
        computing.get();
        return !stop_;
    }

    void compute_all(Handover<Computed> &computed) {
        const struct Ending {
            Handover<Computed> &computed;
            ~Ending() { computed.end(); }
        } ending{computed};
        for (int y = first_row_; y < job_.size.height; y += rows_) {
            const Region band{0, y, job_.size.width, std::min(rows_, job_.size.height - y)};
            if (job_.adaptive) {
                auto rows = compute_adaptive(band);
                if (!rows || !computed.put({band, 0, nullptr, std::move(rows)}))
                    return;
                continue;
            }
            for (int sample = 0; sample < job_.samples; ++sample) {
                auto frame = compute(band, sample);
                if (!frame || !computed.put({band, sample, std::move(frame), std::nullopt}))
                    return;
            }
        }
    }

    [[nodiscard]] RenderRequest request(const Region &band, int sample) const {
        RenderRequest request =
            make_request(job_.location, job_.size, band, sample_position(sample), method_);
        request.colour.lut = job_.lut;
        request.colour.ranks = ranks_;
        request.mixed = is_mixed();
        return request;
    }

    [[nodiscard]] RenderRequest whole_request() const {
        return request({0, 0, job_.size.width, job_.size.height}, 0);
    }

    /// A complete frame of the band, or null if halted.
    std::shared_ptr<Frame> compute(const Region &band, int sample) {
        auto frame = engine_.make_frame(request(band, sample));
        {
            const std::lock_guard lock(mutex_);
            current_ = frame;
        }
        const bool complete = frame->iterate(halt_);
        const std::lock_guard lock(mutex_);
        current_ = nullptr;
        if (!complete)
            return nullptr;
        ++computed_;
        iterate_ms_ += frame->times().iterate_ms;
        return frame;
    }

    /// Nothing if halted.
    std::optional<AdaptiveBand> compute_adaptive(const Region &band) {
        auto rows = adaptive_band(engine_, request(with_neighbours(band, job_.size), 0), band,
                                  job_.samples, halt_, [this](double share) {
                                      const std::lock_guard lock(mutex_);
                                      of_band_ = share;
                                  });
        const std::lock_guard lock(mutex_);
        of_band_ = 0;
        if (!rows)
            return std::nullopt;
        ++computed_;
        iterate_ms_ += rows->iterate_ms;
        return rows;
    }

    /// Reads a frame's colours, which a GPU makes only then.
    template <class Read> void read(const Computed &computed, Read read) {
        const double made_before_ms = computed.frame->times().colour_ms;
        const Stopwatch watch;
        read();
        const double colour_ms = computed.frame->times().colour_ms;
        result_.colour_ms += colour_ms;
        result_.copy_ms += std::max(0.0, watch.ms() - (colour_ms - made_before_ms));
    }

    template <class Write> void encode(Write write) {
        const Stopwatch watch;
        write();
        result_.encode_ms += watch.ms();
    }

    void report() {
        double done = 0;
        {
            const std::lock_guard lock(mutex_);
            done = computed_ + of_band_ + (current_ ? current_->progress() : 0);
        }
        // What is computed is written soon afterwards, but the end is when all of it is.
        constexpr double kWriting = 0.01;
        const double frames =
            std::ceil(static_cast<double>(job_.size.height) / rows_) * frames_a_band();
        progress_(((1 - kWriting) * done + kWriting * used_) / frames);
    }

    Engine &engine_;
    const ExportJob &job_;
    const std::atomic<bool> &stop_;
    const std::function<void(double)> &progress_;
    Method method_;
    const int rows_;                         ///< of a band
    int first_row_ = 0;                      ///< that is computed
    std::shared_ptr<const RankTable> ranks_; ///< of the whole picture
    Supersampler means_;                     ///< of a band, where the host takes them
    std::vector<std::uint32_t> words_;       ///< of a frame
    std::optional<ThreadTeam> team_;         ///< that takes these means
    ExportResult result_;
    int used_ = 0; ///< frames that were coloured and handed on

    std::atomic<bool> halt_ = false; ///< ends the computing
    std::mutex mutex_;               ///< guards what follows, while there is computing
    std::shared_ptr<Frame> current_; ///< is computed
    int computed_ = 0;
    double of_band_ = 0; ///< that goes by need: the share that is done
    double iterate_ms_ = 0;
};

} // namespace

int band_rows(int width, std::int64_t pixels) noexcept {
    constexpr std::int64_t kBlock = kernels::kFilterBlock;
    return static_cast<int>(std::max(kBlock, pixels / width / kBlock * kBlock));
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
