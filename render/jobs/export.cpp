#include "render/jobs/export.h"

#include "kernels/colour/colour_filter.h"
#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/base/temporary_file.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/images/continued_file.h"
#include "render/images/continued_jpeg.h"
#include "render/images/picture_stream.h"
#include "render/images/png_writer.h"
#include "render/jobs/band_maker.h"
#include "render/jobs/exr_picture.h"
#include "render/jobs/file_options.h"
#include "render/jobs/npy_rows.h"
#include "render/jobs/picture_part.h"
#include "render/jobs/survey.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <type_traits>

namespace fathom {
namespace {

constexpr std::chrono::milliseconds kReportInterval(50);
// Memory for bands in flight: with what compresses and writes them, a process stays below 1 GiB.
constexpr std::size_t kMostBytesInFlight = std::size_t{512} << 20;

bool any_on_host(const std::vector<Engine *> &engines) {
    return std::any_of(engines.begin(), engines.end(),
                       [](const Engine *engine) { return engine->uses_host_memory(); });
}

/// Has engines make bands, and hands these to whoever writes.
class Exporter {
  public:
    Exporter(Engine &engine, const ExportJob &job, const std::atomic<bool> &stop,
             const std::function<void(double)> &progress, const BandSizes &sizes)
        : engine_(engine), job_(job), stop_(stop), progress_(progress), method_(job.method),
          sizes_(sizes), rows_(job.part ? job.part->rows : RowRange{0, job.size.height}),
          end_(rows_.first + rows_.count) {
        // One reference orbit for all bands.
        if (is_perturbed(method_.precision) && !method_.reference_cache)
            method_.reference_cache = std::make_shared<ReferenceCache>();
    }

    ExportResult run() {
        const Stopwatch watch;
        auto ranks = job_.ranks;
        if (!is_npy(job_) && !ranks)
            ranks = needed_ranks(engine_, job_.location, job_.size, method_.reference_cache, stop_);
        result_.parts.survey_ms = watch.ms();
        maker_.emplace(job_, method_, std::move(ranks));
        result_.finished = job_.part       ? write_part()
                           : is_npy(job_)  ? write_npy()
                           : is_exr(job_)  ? write_exr()
                           : is_jpeg(job_) ? write_jpeg()
                                           : write_png();
        result_.total_ms = watch.ms();
        count_times();
        return result_;
    }

  private:
    void count_times() {
        const BandMaker::Times times = maker_->times();
        const auto engines = engine_.parts();
        const auto count = static_cast<double>(engines.size());
        StageTimes &busy = result_.busy;
        busy.iterate_ms = std::min(times.iterate_ms / count, busy.iterate_ms);
        busy.colour_ms = times.colour_ms / count;
        busy.copy_ms = times.copy_ms / count;
        // A CPU colours what it has iterated at once, a GPU what is read.
        ExportParts &parts = result_.parts;
        double &with_colours = any_on_host(engines) ? parts.iterate_ms : parts.copy_ms;
        parts.colour_ms = std::min(busy.colour_ms, with_colours);
        with_colours -= parts.colour_ms;
        parts.encode_ms =
            result_.total_ms - parts.survey_ms - parts.iterate_ms - parts.colour_ms - parts.copy_ms;
    }

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
        const bool done = for_each_band(
            [&](const MadeBand &band) { encode([&] { writer.write_rows(band.colours); }); });
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

    bool write_exr() {
        const RenderRequest asked = maker_->whole_request();
        const auto writer = open<ExrWriter>(ExrPicture::options(job_, asked));
        begin_at(static_cast<int>(writer->rows_kept()));
        writer->begin_at(static_cast<std::uint32_t>(first_row_));
        ExrPicture picture(job_, asked);
        const bool done = for_each_band([&](const MadeBand &band) {
            encode([&] { writer->write_rows(band.request.size.height, picture.take(band)); });
        });
        if (done)
            encode([&] { writer->finish(); });
        return done;
    }

    bool write_part() {
        const PicturePart &part = *job_.part;
        PartRows rows(job_, maker_->whole_request());
        const auto writer = open_part(rows.shape(part.rows.count));
        begin_at(rows_.first + static_cast<int>(writer->rows_kept()) - 1);
        writer->begin_at(static_cast<std::uint32_t>(first_row_ - rows_.first));
        const bool done = for_each_band(
            [&](const MadeBand &band) { encode([&] { writer->write_rows(rows.take(band)); }); });
        if (done)
            encode(
                [&] { writer->finish(part.end_text ? part.end_text() : std::vector<PngText>()); });
        return done;
    }

    /// Of its file; where another program is at work on the same one, beside that and from its
    /// beginning.
    [[nodiscard]] std::unique_ptr<PngWriter> open_part(const PngShape &shape) const {
        const PicturePart &part = *job_.part;
        PngOptions options;
        options.width = shape.width;
        options.height = shape.height;
        options.bits = shape.bits;
        options.text = part.text;
        try {
            return std::make_unique<PngWriter>(
                std::make_unique<ContinuedFile>(part.file, purpose_of(job_)), options);
        } catch (const FolderInUse &) {
        } catch (const DiskError &) { // it went away together with that program's work
        }
        return std::make_unique<PngWriter>(part.file, options);
    }

    bool write_npy() {
        NpyRows rows(job_.raw);
        const auto opened = open<NpyWriter>(rows.layout(maker_->whole_request()));
        NpyWriter &writer = *opened;
        begin_at(static_cast<int>(writer.rows_kept()));
        writer.begin_at(first_row_);
        const bool done = for_each_band([&](const MadeBand &band) {
            const auto values = rows.take(*band.samples, band.request);
            encode([&] { writer.write_rows(values); });
        });
        if (done)
            encode([&] { writer.finish(); });
        return done;
    }

    /// A writer of what the job wants, to where it wants it.
    template <class Writer, class... Options>
    [[nodiscard]] std::unique_ptr<Writer> open(const Options &...options) const {
        if (job_.stream.descriptor >= 0) {
            // What can be seen to be impossible is said now. Others need no file.
            if constexpr (std::is_same_v<Writer, ExrWriter>)
                const TemporaryFile tried;
            return std::make_unique<Writer>(
                std::make_unique<PictureStream>(job_.stream.descriptor, job_.path.string()),
                options...);
        }
        if (job_.continued)
            return std::make_unique<Writer>(
                std::make_unique<ContinuedFile>(job_.path, purpose_of(job_)), options...);
        return std::make_unique<Writer>(job_.path, options...);
    }

    /// Leaves out the rows before that one, but for those that its filter's block has.
    void begin_at(int row) {
        first_row_ = std::max(rows_.first, row) / kernels::kFilterBlock * kernels::kFilterBlock;
        result_.kept = static_cast<double>(first_row_ - rows_.first) / rows_.count;
        written_ = first_row_;
    }

    /// Calls `use` with every band from the top, while the next ones are made. Returns false if
    /// stopped.
    template <class Use> bool for_each_band(Use use) {
        const std::vector<Engine *> parts = engine_.parts();
        BandPipeline pipeline(parts,
                              BandSchedule({job_.size.width, end_}, first_row_,
                                           static_cast<int>(parts.size()), sizes_),
                              first_row_, end_, most_in_flight(parts),
                              [this](BandLane &lane, RowRange rows, const std::atomic<bool> &halt) {
                                  return maker_->make(lane, rows, halt);
                              });
        while (!pipeline.over() || written_ < end_) {
            if (auto band = pipeline.take(kReportInterval); stop_) {
                return false;
            } else if (band) {
                use(*band);
                written_ += band->request.size.height;
                band.reset();
                pipeline.used();
            }
            report(pipeline);
        }
        result_.busy.iterate_ms = pipeline.iterating_ms();
        result_.parts.iterate_ms = pipeline.work_ms(BandWork::iterating);
        result_.parts.copy_ms = pipeline.work_ms(BandWork::rest);
        return !stop_;
    }

    /// Bands: at least one that is made and one that is written.
    [[nodiscard]] int most_in_flight(const std::vector<Engine *> &parts) const {
        const std::size_t pixels = band_rows(job_.size.width, sizes_.most_pixels) *
                                   static_cast<std::size_t>(job_.size.width);
        const std::size_t band = maker_->bytes_a_pixel(any_on_host(parts)) * pixels;
        return static_cast<int>(std::clamp<std::size_t>(kMostBytesInFlight / band, 2, 256));
    }

    template <class Write> void encode(Write write) {
        const Stopwatch watch;
        write();
        result_.busy.encode_ms += watch.ms();
    }

    void report(BandPipeline &pipeline) {
        // What is made is written soon afterwards, but the end is when all of it is.
        constexpr double kWriting = 0.01;
        const double rows = (1 - kWriting) * pipeline.rows_done() + kWriting * written_;
        const double share = (rows - rows_.first) / rows_.count;
        // What an engine that failed had made is lost.
        reported_ = std::max(reported_, share);
        progress_(reported_);
    }

    Engine &engine_;
    const ExportJob &job_;
    const std::atomic<bool> &stop_;
    const std::function<void(double)> &progress_;
    Method method_;
    const BandSizes sizes_;
    const RowRange rows_;            ///< to make
    const int end_;                  ///< the row behind them
    std::optional<BandMaker> maker_; ///< once the colours' ranks are known
    int first_row_ = 0;              ///< that is computed
    int written_ = 0;                ///< rows
    double reported_ = 0;
    ExportResult result_;
};

} // namespace

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

kernels::ColourScheme sample_scheme(kernels::ColourScheme scheme, int index) noexcept {
    constexpr int kFiltered = 4;
    if (index >= kFiltered)
        scheme.filter = kernels::ColourFilter::none;
    return scheme;
}

ExportResult export_image(Engine &engine, const ExportJob &job, const std::atomic<bool> &stop,
                          const std::function<void(double)> &progress, const BandSizes &sizes) {
    check_export_job(job);
    return Exporter(engine, job, stop, progress, sizes).run();
}

} // namespace fathom
