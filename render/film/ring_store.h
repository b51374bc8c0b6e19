#pragma once
#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>

namespace fathom {

class Frame;
class SampleBuffer;

/// What a part of a ring is kept as.
struct RingName {
    std::string text; ///< all that its samples hang on
    /// Of its samples the norms alone are kept, a quarter of the bytes, see pack_samples; for
    /// frames that have_norms.
    bool norms = false;
};

/// Keeps the samples of rings in files of a folder, a file for each part, for exports to come that
/// show the same in other colours. A file tells by its name what it holds; one of something else,
/// an unfinished or a damaged one counts as none. Safe from several threads and processes.
class RingStore {
  public:
    /// Makes the folder where there is none. Throws DiskError.
    explicit RingStore(std::filesystem::path folder);

    /// Throws DiskError where the folder's disk has no room for rings of so many bytes, less those
    /// that it has: whatever they are, they may be the same ones.
    void require_room(double bytes) const;

    /// Has the frame, which is not iterated yet, begin with the samples that are kept under that
    /// name; false if there are none that fit it, or if stopped. Throws as the frame's engine.
    bool begin_with(Frame &frame, const RingName &name, const std::atomic<bool> &stop) const;
    /// Keeps the samples of a complete frame. Throws DiskError, and DeviceError if they cannot be
    /// read.
    void keep(Frame &frame, const RingName &name) const;

  private:
    [[nodiscard]] std::filesystem::path file_of(std::string_view name) const;

    const std::filesystem::path folder_;
};

} // namespace fathom
