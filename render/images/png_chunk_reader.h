#pragma once
#include "render/images/png_chunk.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

/// Reads a file of PNG's chunks, a stranger's, from its beginning to IEND: each chunk as far as its
/// checksum is right and it is no larger than what is written here. All functions throw InputError
/// that names the file where that is not so.
class PngChunkReader {
  public:
    /// The most data that a chunk may have.
    static constexpr std::size_t kMostBytes = kMaxPngTextBytes + 200;

    /// Throws where the file cannot be read or has no end.
    explicit PngChunkReader(const std::filesystem::path &path);

    /// Reads bytes that stand before or between the chunks. Throws unless they are these.
    void expect(std::span<const std::byte> bytes);
    /// Reads the next chunk.
    void next();
    [[nodiscard]] bool is(std::string_view type) const;
    /// The data of the last chunk, up to the next one.
    [[nodiscard]] std::span<std::uint8_t> data() noexcept { return data_; }
    /// The text that the last chunk is.
    [[nodiscard]] PngText text() const;
    /// Throws unless the last chunk is IEND, and nothing comes behind it.
    void check_end();
    [[nodiscard]] const std::string &name() const noexcept { return name_; }
    [[noreturn]] void refuse() const;

  private:
    void read(std::span<std::uint8_t> to);

    const std::filesystem::path path_;
    std::string name_;
    std::ifstream file_;
    std::uint64_t at_ = 0; ///< bytes that were read and are sound
    std::array<char, 4> type_{};
    std::vector<std::uint8_t> data_;
};

} // namespace fathom
