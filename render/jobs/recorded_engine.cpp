#include "render/jobs/recorded_engine.h"

#include "render/base/error.h"
#include "render/jobs/read_frame.h"

#include <fmt/format.h>

namespace fathom {
namespace {

/// The first of the request's rows in the recording's picture.
int row_of(const RenderRequest &request, const RenderRequest &whole) {
    const double row = whole.map.origin_y - request.map.origin_y;
    if (request.size.width != whole.size.width || request.precision != whole.precision ||
        request.points || request.limit != whole.limit || row < 0 ||
        row + request.size.height > whole.size.height)
        throw std::logic_error("RecordedEngine: a request for another picture");
    return static_cast<int>(row);
}

/// A band whose samples are read.
class RecordedFrame : public ReadFrame {
  public:
    RecordedFrame(const RenderRequest &request, std::shared_ptr<FrameReading> reading)
        : ReadFrame(request, std::move(reading)),
          first_row_(row_of(request, this->reading().recording.whole())) {}

    bool iterate(const std::atomic<bool> &stop) override {
        const std::uint64_t epoch = picture().colour_epoch();
        reading().recording.read(first_row_, picture().samples());
        for_tiles(0, picture().tile_count(), stop, [&](int tile) { publish(tile); });
        picture().finish(epoch);
        return !stop;
    }

  private:
    const int first_row_;
};

} // namespace

RecordedEngine::RecordedEngine(const std::filesystem::path &path, const Location &place,
                               int threads)
    : reading_(std::make_shared<FrameReading>(path, place, threads)) {
    info_.id = "recorded";
    info_.name = path.string();
}

RecordedEngine::~RecordedEngine() = default;

const Recording &RecordedEngine::recording() const noexcept {
    return reading_->recording;
}

std::shared_ptr<Frame> RecordedEngine::make_frame(const RenderRequest &request) {
    if (const auto missing = recording().lacks(*request.location))
        throw InputError(fmt::format("{} does not hold {}", info_.name, *missing));
    return std::make_shared<RecordedFrame>(request, reading_);
}

} // namespace fathom
