#pragma once
#include "render/engines/render_request.h"
#include "render/images/exr_reader.h"
#include "render/jobs/foreign_samples.h"
#include "render/jobs/raw_channels.h"

#include <filesystem>
#include <optional>
#include <string>

namespace fathom {

class SampleBuffer;

/// An OpenEXR with raw data, of Fathom or as ForeignSamples: the samples of a picture. The file may
/// be hostile.
/// Rows are read by one thread at a time; the rest may be asked from any.
class Recording {
  public:
    /// `place`: the location that the file says it shows. Throws InputError naming the file for one
    /// without raw data.
    Recording(const std::filesystem::path &path, const Location &place);

    [[nodiscard]] const std::filesystem::path &path() const noexcept { return path_; }
    /// Tells the file from others and from itself when it has been written anew: its size and when
    /// that was. Throws DiskError.
    [[nodiscard]] std::string mark() const;
    /// What its picture was asked for with, but for the colours' tables; `location` is the place.
    [[nodiscard]] const RenderRequest &whole() const noexcept { return whole_; }
    /// Of the picture.
    [[nodiscard]] Size size() const noexcept { return whole_.size; }
    /// Rows that are compressed as one.
    [[nodiscard]] int block_rows() const noexcept { return file_.header().block_rows; }
    /// Whether another program wrote it, or its own samples are lost.
    [[nodiscard]] bool is_foreign() const noexcept { return foreign_.has_value(); }
    /// What of the samples the colours of `location` need and the file does not have, in words;
    /// nothing if it has all.
    [[nodiscard]] std::optional<std::string> lacks(const Location &location) const;
    /// Whether it holds samples of what `location`, iterated as `choice` says, shows: the same
    /// place with the same limit and bailout, in the file's precision. Colours may need more of
    /// them; see lacks.
    [[nodiscard]] bool is_of(const Location &location, const MethodChoice &choice) const;
    /// Reads rows from `first` on into `samples`, whose size says how many; see read_raw_rows and
    /// ForeignSamples::read.
    void read(int first, SampleBuffer &samples);

  private:
    std::filesystem::path path_;
    ExrReader file_;
    std::optional<ForeignSamples> foreign_; ///< nothing: they are Fathom's own
    RenderRequest whole_;
    RawLayout layout_;
};

} // namespace fathom
