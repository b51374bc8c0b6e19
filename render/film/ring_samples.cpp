#include "render/film/ring_samples.h"

#include "kernels/formulas/formula_ids.h"
#include "render/engines/sample_buffer.h"
#include "render/images/inflate.h"
#include "render/images/run_deflater.h"
#include "render/places/location.h"
#include "render/places/place_line.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <istream>
#include <span>
#include <utility>

namespace fathom::film {
namespace {

using Plane = std::vector<std::uint8_t>;

constexpr int kBytes = 4;  ///< of an index, and of a norm
constexpr int kRandom = 2; ///< of these the lowest ones of a norm, which nothing compresses
constexpr int kLength = 4; ///< bytes of a plane's length in the stream
constexpr std::size_t kMostPlaneBytes = std::size_t{1} << 31;

/// Small numbers for small differences, up or down.
std::uint32_t folded(std::uint32_t difference) {
    return difference << 1 ^ (difference >> 31 != 0 ? ~0U : 0U);
}
std::uint32_t unfolded(std::uint32_t number) {
    return number >> 1 ^ ((number & 1U) != 0 ? ~0U : 0U);
}

Plane plane_of(std::span<const std::uint32_t> words, int byte) {
    Plane plane(words.size());
    for (std::size_t at = 0; at < words.size(); ++at)
        plane[at] = static_cast<std::uint8_t>(words[at] >> (8 * byte));
    return plane;
}

void append_plane(std::vector<std::byte> &to, const Plane &plane, bool compress) {
    PngBytes packed;
    if (compress)
        RunDeflater().compress(plane, true, packed);
    const bool smaller = compress && packed.size() < plane.size();
    if (!smaller)
        append_bytes(packed = {}, plane);
    for (int byte = 0; byte < kLength; ++byte)
        to.push_back(static_cast<std::byte>(packed.size() >> (8 * byte)));
    to.insert(to.end(), packed.begin(), packed.end());
}

bool read(std::istream &from, std::span<std::uint8_t> bytes) {
    return static_cast<bool>(from.read(reinterpret_cast<char *>(bytes.data()),
                                       static_cast<std::streamsize>(bytes.size())));
}

/// A plane of as many bytes as `plane` has.
bool read_plane(std::istream &from, Plane &plane) {
    std::uint8_t length[kLength];
    if (!read(from, length))
        return false;
    std::size_t bytes = 0;
    for (int byte = kLength - 1; byte >= 0; --byte)
        bytes = bytes << 8 | length[byte];
    if (bytes > plane.size())
        return false;
    if (bytes == plane.size())
        return read(from, plane);
    Plane packed(bytes);
    return read(from, packed) && inflate(packed, plane);
}

/// All planes of numbers, into these.
bool read_words(std::istream &from, std::span<std::uint32_t> words) {
    Plane plane(words.size());
    std::fill(words.begin(), words.end(), 0);
    for (int byte = 0; byte < kBytes; ++byte) {
        if (!read_plane(from, plane))
            return false;
        for (std::size_t at = 0; at < words.size(); ++at)
            words[at] |= static_cast<std::uint32_t>(plane[at]) << (8 * byte);
    }
    return true;
}

/// |z|^2 as kernels::colour_count has it.
float norm_of(double x, double y) {
    return static_cast<float>(std::fma(x, x, y * y));
}

} // namespace

bool goes_by_norms(const Location &location) noexcept {
    using kernels::ColourBase;
    return location.colour.base == ColourBase::smooth || location.colour.base == ColourBase::bands;
}

bool has_norms(const RenderRequest &request) noexcept {
    return request.tracking.level == kernels::Tracks::none &&
           request.contents == FrameContents::samples && !is_f32(request.precision) &&
           !kernels::counts_in_64_bits(request.limit) &&
           kernels::formula_info(request.formula).power == 2;
}

std::string sampled_place(const Location &location) {
    Location plain;
    plain.view = location.view;
    plain.formula = location.formula;
    plain.iterations = location.iterations;
    plain.bailout = location.bailout;
    plain.trap = location.trap;
    return to_line(plain);
}

std::string sample_kind(const RenderRequest &request) {
    return fmt::format("{} {} {}", to_string(request.precision),
                       static_cast<int>(request.tracking.level), request.tracking.interior);
}

std::vector<std::byte> pack_samples(SampleBuffer &samples) {
    const auto planes = samples.planes<double>();
    std::vector<std::uint32_t> words(samples.count());
    std::vector<std::byte> packed;
    std::uint32_t before = 0;
    for (std::size_t at = 0; at < words.size(); ++at)
        words[at] = folded(planes.n[at] - std::exchange(before, planes.n[at]));
    for (int byte = 0; byte < kBytes; ++byte)
        append_plane(packed, plane_of(words, byte), true);
    for (std::size_t at = 0; at < words.size(); ++at)
        words[at] = std::bit_cast<std::uint32_t>(norm_of(planes.zx[at], planes.zy[at]));
    for (int byte = 0; byte < kBytes; ++byte)
        append_plane(packed, plane_of(words, byte), byte >= kRandom);
    return packed;
}

std::size_t most_packed_bytes(const SampleBuffer &samples) noexcept {
    return 2 * kBytes * (samples.count() + kLength) + kLength;
}

bool unpack_samples(std::istream &packed, SampleBuffer &samples) {
    const auto planes = samples.planes<double>();
    std::vector<std::uint32_t> words(samples.count());
    if (words.size() > kMostPlaneBytes || !read_words(packed, words))
        return false;
    std::uint32_t before = 0;
    for (std::size_t at = 0; at < words.size(); ++at)
        planes.n[at] = before += unfolded(words[at]);
    if (!read_words(packed, words))
        return false;
    for (std::size_t at = 0; at < words.size(); ++at) {
        // Its square, rounded to float, is the norm again: a double's root is far nearer.
        planes.zx[at] = std::sqrt(static_cast<double>(std::bit_cast<float>(words[at])));
        planes.zy[at] = 0;
    }
    return true;
}

} // namespace fathom::film
