#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace fathom {

/// A picture in memory: width * height words 0xAABBGGRR, the top row first.
struct SmallPicture {
    int width = 0;
    int height = 0;
    std::vector<std::uint32_t> rgba;

    friend bool operator==(const SmallPicture &, const SmallPicture &) = default;
};

/// The size of thumbnails.
inline constexpr int kThumbnailWidth = 192;
inline constexpr int kThumbnailHeight = 120;

/// The middle of a picture, cut to the proportions of a thumbnail, at a thumbnail's size: each
/// pixel is the mean, in linear light, of what it covers; alpha becomes 255. `rgba` has width *
/// height words, at least one.
SmallPicture make_thumbnail(std::span<const std::uint32_t> rgba, int width, int height);

/// Reads a PNG of at most 512 x 512 pixels and 1 MiB, of any kind; alpha becomes 255. Throws
/// InputError naming the file: it cannot be read, is broken or too large.
SmallPicture read_small_png(const std::filesystem::path &path);

/// Writes a PNG, whole or not at all. Throws DiskError.
void write_small_png(const std::filesystem::path &path, const SmallPicture &picture);

} // namespace fathom
