#pragma once
#include "render/images/exr_reader.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace fathom {

class SampleBuffer;
struct Location;
struct RenderRequest;

/// Samples out of the channels that Kalles Fraktaler 2+ and Fraktaler-3 write (see
/// derived_values.h). They are not those that were iterated: z is made of NF and T, so that its
/// smooth count and angle are those of the file, and its gradient of DEX and DEY. So they can be
/// coloured by what the file has, and by nothing else.
class ForeignSamples {
  public:
    /// Those of a file; nothing if it has no counts. Reads a few of its rows to find out which way
    /// its distances point, so throws InputError for broken pixels, and for a broken text of
    /// Fraktaler-3's, which `source` then names.
    static std::optional<ForeignSamples> in(ExrReader &file, std::string_view source);

    /// What the colours of `location` need and the file does not have, in words; nothing if it has
    /// all.
    [[nodiscard]] std::optional<std::string> lacks(const Location &location) const;
    /// Whether gradients are made, so that samples can be tracked.
    [[nodiscard]] bool has_distances() const noexcept { return distance_; }
    /// Reads rows from `first` on into `samples` of doubles, of the picture that `request` is of.
    /// What is no count that such samples can have is the interior. Throws InputError for broken
    /// pixels.
    void read(ExrReader &file, const RenderRequest &request, int first,
              SampleBuffer &samples) const;

  private:
    bool long_counts_ = false; ///< N0 and N1 instead of N
    bool fraction_ = false;    ///< NF
    bool angle_ = false;       ///< T
    bool distance_ = false;    ///< DEX and DEY
    std::uint64_t bias_ = 0;   ///< of the counts
    std::uint64_t before_ = 0; ///< steps before those that are counted
    double pixels_ = 1;        ///< of the file, for each 1 of DEX and DEY
    double up_ = 1;            ///< -1: DEY points down the screen
};

} // namespace fathom
