#pragma once
#include "render/engines/engine.h"
#include "render/places/location.h"

#include <filesystem>
#include <memory>

namespace fathom {

class Overview;
class Recording;

/// An engine that iterates nothing: it shows what an OpenEXR with raw data (see Recording) holds in
/// pictures of any size and any part of its place. Each pixel, or point, is the stored sample of
/// the block that it lies in; where the file holds nothing are no colours (0), and the samples are
/// as in the interior.
///
/// The file may be of any size: every k-th sample of every k-th row is kept, the middle one of each
/// block of k x k, with the least k that leaves at most kMostKept. They are read once, in bands and
/// from the top, by the first frame that wants them, which shows them as they come; one that is
/// stopped leaves what was read to the next.
class OverviewEngine : public Engine {
  public:
    /// 168 MiB where orbits are not tracked, else 400: a file of 3840 x 2160 in full.
    static constexpr std::int64_t kMostKept = std::int64_t{1} << 23;
    /// Its id; a device's is none of that kind.
    static constexpr const char *kId = "file";

    /// `place`: the location that the file says it shows. Throws InputError naming the file for one
    /// without raw data. Reads no samples yet.
    OverviewEngine(const std::filesystem::path &path, const Location &place,
                   std::int64_t most_kept = kMostKept);
    ~OverviewEngine() override;
    OverviewEngine(const OverviewEngine &) = delete;
    OverviewEngine &operator=(const OverviewEngine &) = delete;

    [[nodiscard]] const EngineInfo &info() const override { return info_; }
    /// A whole picture, or points of one, of the recording's formula, limit and bailout in its
    /// precision. The frame tracks what the file does. Broken channels and pixels are an InputError
    /// of Frame::iterate. Throws InputError for what the file lacks.
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override;

    /// Lives on its own; what does not read the file may be called from any thread.
    [[nodiscard]] std::shared_ptr<const Recording> recording() const noexcept;

  private:
    EngineInfo info_;
    std::shared_ptr<Overview> overview_;
};

} // namespace fathom
