#pragma once
#include "render/engines/render_request.h"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace fathom {
class SampleBuffer;
struct Location;
} // namespace fathom

namespace fathom::film {

/// Whether colours are made of escape indices and |z|^2 alone, and then whether samples of a
/// request can be kept as these, see pack_samples.
bool goes_by_norms(const Location &location) noexcept;
bool has_norms(const RenderRequest &request) noexcept;

/// What of a location its samples hang on, as a line.
std::string sampled_place(const Location &location);
/// And of a request what they are.
std::string sample_kind(const RenderRequest &request);

/// Samples as few bytes, for colours that go by norms: of each its escape index
/// and |z|^2 as a float, which is what kernels::colour_count takes of z. Byte by byte: the first
/// bytes of all numbers, then the second ones, each such plane compressed where that helps.
/// Indices are differences from the sample before. `samples` are of doubles, with indices of 32
/// bits, and finished.
std::vector<std::byte> pack_samples(SampleBuffer &samples);
/// No more than that, whatever the samples; and some for a checksum.
std::size_t most_packed_bytes(const SampleBuffer &samples) noexcept;

/// Reads what pack_samples made of samples of that size and kind: the same indices, and z that have
/// the same |z|^2 in float. False if the stream has anything else. Throws std::bad_alloc.
bool unpack_samples(std::istream &packed, SampleBuffer &samples);

} // namespace fathom::film
