#pragma once
#include "render/base/own_folder.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fathom {
class Frame;
class SampleBuffer;
struct KnownSamples;
struct ReferenceOrbit;
struct RenderRequest;
} // namespace fathom

namespace fathom::film {

/// What samples are kept as: those of a part of a ring, or of a survey.
struct RingName {
    std::string text; ///< all that they hang on
    /// Of the samples the norms alone are kept, a quarter of the bytes, see pack_samples; for
    /// frames that have_norms.
    bool norms = false;
};

/// Keeps in files of a folder what exports to come can use that show the same in other colours: the
/// samples of rings, a file for each part, and what is found before rings are made: limits, samples
/// of surveys, and the reference orbit. What is kept has a name, all that it hangs on, which stands
/// in its file (an orbit's beside it); a file of something else, an unfinished or a damaged one
/// counts as none. Safe from several threads and processes.
class RingStore {
  public:
    /// Makes the folder where there is none. Throws DiskError.
    explicit RingStore(const std::filesystem::path &folder);
    explicit RingStore(OwnFolder folder) : folder_(std::move(folder)) {}

    /// Whether a store may have called a file so.
    [[nodiscard]] static bool is_file_name(std::string_view name);

    /// Throws DiskError where the folder's disk has no room for rings of so many bytes, less those
    /// that it has: whatever they are, they may be the same ones. Folders that this made are then
    /// removed.
    void require_room(double bytes) const;

    /// What a frame of the request can begin with: the samples that are kept under that name.
    /// Nothing if there are none that fit it, or if stopped.
    [[nodiscard]] std::optional<KnownSamples>
    known(const RenderRequest &request, const RingName &name, const std::atomic<bool> &stop) const;
    /// Keeps the samples of a complete frame. Throws DiskError, and DeviceError if they cannot be
    /// read.
    void keep(Frame &frame, const RingName &name) const;

    /// The samples that are kept under that name; nothing if there are none of such a request.
    [[nodiscard]] std::optional<SampleBuffer> samples(const RenderRequest &request,
                                                      const RingName &name) const;
    /// Throws DiskError.
    void keep(SampleBuffer &samples, const RingName &name) const;

    /// A number that was found; nothing if none of `least` to `most` is kept.
    [[nodiscard]] std::optional<std::uint64_t>
    found_number(const std::string &name, std::uint64_t least, std::uint64_t most) const;
    /// Throws DiskError.
    void keep_found_number(const std::string &name, std::uint64_t number) const;

    /// The orbit, every bit; null if none is kept, or none that this machine has the memory for.
    /// Whether it serves a view its user asks.
    [[nodiscard]] std::shared_ptr<const ReferenceOrbit> orbit(const std::string &name) const;
    /// Keeps it, unless an orbit's file does not hold it (see fits_orbit_file). Throws DiskError.
    void keep_orbit(const std::string &name, const ReferenceOrbit &orbit) const;

  private:
    [[nodiscard]] OutputName file_of(std::string_view name, std::string_view extension) const;
    [[nodiscard]] std::optional<std::uint64_t> number(const std::string &name,
                                                      std::string_view extension) const;
    void keep_number(const std::string &name, std::string_view extension,
                     std::uint64_t number) const;

    const std::vector<std::filesystem::path> made_; ///< that were not there before; inner ones last
    const OwnFolder folder_;
};

} // namespace fathom::film
