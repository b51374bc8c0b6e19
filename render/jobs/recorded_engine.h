#pragma once
#include "render/engines/engine.h"
#include "render/places/location.h"

#include <filesystem>
#include <memory>

namespace fathom {

class FrameReading;
class Recording;

/// An engine that iterates nothing: its samples are those of an OpenEXR with raw data. If Fathom
/// wrote it, whatever is made with it, such as an export in other colours, is what the engine would
/// have made of it that computed them, in every byte. Of other programs' files see ForeignSamples.
/// Its frames are for one thread each, one after the other: that of iterate.
class RecordedEngine : public Engine {
  public:
    /// `place`: the location that the file says it shows. `threads`: 0 for one a core. Throws
    /// InputError naming the file for one without raw data.
    RecordedEngine(const std::filesystem::path &path, const Location &place, int threads);
    ~RecordedEngine() override;
    RecordedEngine(const RecordedEngine &) = delete;
    RecordedEngine &operator=(const RecordedEngine &) = delete;

    [[nodiscard]] const EngineInfo &info() const override { return info_; }
    /// A band of the file's picture: whole rows, of its place but for the colours, in its
    /// precision. Throws InputError for what the file lacks.
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override;

    [[nodiscard]] const Recording &recording() const noexcept;

  private:
    EngineInfo info_;
    std::shared_ptr<FrameReading> reading_;
};

} // namespace fathom
