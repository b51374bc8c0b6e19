#pragma once
#include "render/engines/engine.h"
#include "render/jobs/raw_channels.h"
#include "render/places/location.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace fathom {

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

    [[nodiscard]] const EngineInfo &info() const override { return info_; }
    /// A band of the file's picture: whole rows, of its place but for the colours, in its
    /// precision. Throws InputError for anything else, or for what the file `lacks`.
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override;

    /// Of the picture.
    [[nodiscard]] Size size() const noexcept;
    [[nodiscard]] Precision precision() const noexcept;
    /// Whether another program wrote it, or its own samples are lost.
    [[nodiscard]] bool is_foreign() const noexcept;
    /// What of the samples the colours of `location` need and the file does not have, in words;
    /// nothing if it has all.
    [[nodiscard]] std::optional<std::string> lacks(const Location &location) const;

  private:
    struct Recording;

    EngineInfo info_;
    std::shared_ptr<Recording> recording_;
};

} // namespace fathom
