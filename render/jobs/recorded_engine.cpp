#include "render/jobs/recorded_engine.h"

#include "render/base/error.h"
#include "render/base/thread_team.h"
#include "render/engines/sample_buffer.h"
#include "render/engines/tiled_picture.h"
#include "render/jobs/foreign_samples.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <thread>

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

std::optional<ForeignSamples> foreign_samples(const ExrReader &file,
                                              const std::filesystem::path &path) {
    if (own_precision(file.header()))
        return std::nullopt;
    auto samples = ForeignSamples::in(file);
    if (!samples)
        throw InputError(fmt::format("{} holds no raw data of Fathom, Fraktaler-3 or Kalles "
                                     "Fraktaler; choose another file",
                                     path.string()));
    return samples;
}

/// What samples are taken for: others' are doubles, at any depth.
Precision precision_of(const ExrHeader &header, const Location &place) {
    const Precision foreign =
        can_be_perturbed(place.formula.id) ? Precision::perturb_f64 : Precision::f64;
    return own_precision(header).value_or(foreign);
}

int team_size(int threads) {
    return threads > 0 ? threads
                       : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

} // namespace

/// The file, and what its frames share. It lives as long as one of them.
struct RecordedEngine::Recording {
    Recording(const std::filesystem::path &file_path, const Location &place, int threads)
        : path(file_path), file(path),
          foreign(foreign_samples(file, path)), size{file.header().width, file.header().height},
          whole(make_request(place, size, {0, 0, size.width, size.height}, {},
                             Method(precision_of(file.header(), place)))),
          layout(whole), team(team_size(threads)) {}

    /// The first of the request's rows.
    [[nodiscard]] int row_of(const RenderRequest &request) const {
        const double row = whole.map.origin_y - request.map.origin_y;
        if (request.size.width != size.width || request.precision != whole.precision ||
            request.points || request.limit != whole.limit || row < 0 ||
            row + request.size.height > size.height)
            throw std::logic_error("RecordedEngine: a request for another picture");
        return static_cast<int>(row);
    }

    /// Reads what the request asks for.
    void read(const RenderRequest &request, int first_row, SampleBuffer &samples) {
        if (foreign)
            foreign->read(file, request, first_row, samples);
        else
            read_raw_rows(file, path, layout, first_row, samples);
    }

    const std::filesystem::path path;
    ExrReader file;
    const std::optional<ForeignSamples> foreign; ///< nothing: they are Fathom's own
    const Size size;
    const RenderRequest whole;
    const RawLayout layout;
    ThreadTeam team;
    SpareFrameMemory spare;
};

namespace {

/// A band whose samples are read instead of iterated.
template <class Recording> class RecordedFrame : public Frame {
  public:
    RecordedFrame(const RenderRequest &request, std::shared_ptr<Recording> recording)
        : recording_(std::move(recording)), first_row_(recording_->row_of(request)),
          picture_(request, recording_->spare) {}

    [[nodiscard]] const RenderRequest &request() const override { return picture_.request(); }
    [[nodiscard]] double progress() const override { return picture_.progress(); }
    [[nodiscard]] bool complete() const override { return picture_.complete(); }
    [[nodiscard]] std::uint64_t revision() const override { return picture_.revision(); }
    [[nodiscard]] FrameTimes times() const override { return {}; }

    bool iterate(const std::atomic<bool> &stop) override {
        recording_->read(request(), first_row_, picture_.samples());
        return for_each_tile(stop, [&](int tile) {
            picture_.publish({tile % picture_.tiles_across(), tile / picture_.tiles_across(), 1, 1},
                             1);
        });
    }
    bool refresh_colour(const std::atomic<bool> &stop) override {
        return for_each_tile(stop, [&](int tile) { picture_.refresh_tile(tile); });
    }
    void set_colour(const ColourSettings &settings) override { picture_.set_colour(settings); }
    void read_rgba(std::uint32_t *rgba) override { picture_.read_rgba(rgba); }
    void read_samples(SampleBuffer &samples) override { picture_.copy_samples(samples); }

  private:
    template <class Use> bool for_each_tile(const std::atomic<bool> &stop, Use use) {
        const std::uint64_t epoch = picture_.colour_epoch();
        std::atomic<int> next = 0;
        recording_->team.run([&] {
            for (int tile = next++; tile < picture_.tile_count() && !stop; tile = next++)
                use(tile);
        });
        picture_.finish(epoch);
        return !stop;
    }

    const std::shared_ptr<Recording> recording_; ///< outlives the picture, whose memory it takes
    const int first_row_;
    TiledPicture picture_;
};

} // namespace

RecordedEngine::RecordedEngine(const std::filesystem::path &path, const Location &place,
                               int threads)
    : recording_(std::make_shared<Recording>(path, place, threads)) {
    info_.id = "recorded";
    info_.name = path.string();
}

RecordedEngine::~RecordedEngine() = default;

Size RecordedEngine::size() const noexcept {
    return recording_->size;
}

Precision RecordedEngine::precision() const noexcept {
    return recording_->whole.precision;
}

bool RecordedEngine::is_foreign() const noexcept {
    return recording_->foreign.has_value();
}

std::optional<std::string> RecordedEngine::lacks(const Location &location) const {
    if (recording_->foreign)
        return recording_->foreign->lacks(location);
    const kernels::Tracking<double> needed = needed_tracking(location);
    const kernels::Tracking<double> &there = recording_->whole.tracking;
    if (needed.on && !there.on)
        return "distances, traps and atom domains";
    if (needed.interior && !there.interior)
        return "values of the interior";
    if (kernels::needs_of(location.colour.base).trap && needed.trap != there.trap)
        return "distances to this trap";
    return std::nullopt;
}

std::shared_ptr<Frame> RecordedEngine::make_frame(const RenderRequest &request) {
    if (const auto missing = lacks(*request.location))
        throw InputError(fmt::format("{} does not hold {}", info_.name, *missing));
    return std::make_shared<RecordedFrame<Recording>>(request, recording_);
}

} // namespace fathom
