#include "render/images/exr_header.h"

#include "render/base/error.h"
#include "render/base/input_file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <string_view>

namespace fathom {
namespace {

constexpr std::string_view kMagic("\x76\x2f\x31\x01", 4);
constexpr std::uint32_t kFormatVersion = 2;
constexpr std::uint32_t kTiled = 0x200, kDeep = 0x800, kManyParts = 0x1000;
constexpr std::size_t kMostAttributes = 1000;
constexpr std::size_t kMostChannels = 64;
constexpr std::size_t kMostKeptBytes = 16 * kMaxExrTextBytes; ///< of all texts
constexpr std::size_t kMostNameBytes = 255;
constexpr std::size_t kNumberBytes = 4;

/// Bytes in memory, taken from the front; what is not there is refused.
class Bytes {
  public:
    Bytes(std::string_view bytes, const std::filesystem::path &path) : rest_(bytes), path_(path) {}

    std::uint32_t word() {
        const std::string_view bytes = take(kNumberBytes);
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < kNumberBytes; ++i)
            value |= std::uint32_t{static_cast<std::uint8_t>(bytes[i])} << (8 * i);
        return value;
    }
    int number() { return static_cast<int>(word()); }
    std::string name() {
        const std::size_t end = rest_.find('\0');
        if (end == std::string_view::npos)
            refuse_exr(path_, "a list in its header has no end");
        std::string name(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        return name;
    }
    std::string_view take(std::size_t count) {
        if (count > rest_.size())
            refuse_exr(path_, "an attribute of its header is too short");
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }

  private:
    std::string_view rest_;
    const std::filesystem::path &path_;
};

class HeaderReader {
  public:
    explicit HeaderReader(const std::filesystem::path &path) : path_(path) {
        std::error_code failed;
        if (!std::filesystem::is_regular_file(path, failed)) // a FIFO would block
            refuse_exr(path, "it is no file that can be opened");
        left_ = std::filesystem::file_size(path, failed);
        header_.bytes = left_;
        file_ = open_input_file(path);
        if (failed || !file_.is_open())
            refuse_exr(path, "it cannot be opened");
    }

    ExrHeader read() {
        if (bytes(kMagic.size()) != kMagic)
            refuse_exr(path_, "it does not begin as such a file");
        const std::string version = bytes(kNumberBytes);
        const std::uint32_t flags = Bytes(version, path_).word();
        if ((flags & 0xff) != kFormatVersion)
            refuse_exr(path_, "it is of a version of the format that is not known");
        header_.flat = (flags & (kTiled | kDeep | kManyParts)) == 0;
        for (std::size_t count = 0;; ++count) {
            const std::string name = short_text();
            if (name.empty())
                break;
            if (count == kMostAttributes)
                refuse_exr(path_,
                           fmt::format("its header has more than {} attributes", kMostAttributes));
            attribute(name);
        }
        if (header_.width == 0 || !has_channels_)
            refuse_exr(path_, "its header does not say which pixels and channels it has");
        return std::move(header_);
    }

  private:
    std::string bytes(std::size_t count) {
        if (count > left_)
            refuse_exr(path_, "it ends before its header does");
        std::string taken(count, '\0');
        if (!file_.read(taken.data(), static_cast<std::streamsize>(count)))
            refuse_exr(path_, "it cannot be read to the end of its header");
        left_ -= count;
        return taken;
    }

    std::string short_text() {
        std::string text;
        for (;;) {
            const char letter = bytes(1)[0];
            if (letter == '\0')
                return text;
            if (text.size() == kMostNameBytes)
                refuse_exr(path_, "a name in its header is too long");
            text += letter;
        }
    }

    void attribute(const std::string &name) {
        const std::string type = short_text();
        const std::string size_bytes = bytes(kNumberBytes);
        const std::size_t size = Bytes(size_bytes, path_).word();
        if (size > left_)
            refuse_exr(path_, "it ends before its header does");
        const bool wanted = type == "string" || type == "int" || name == "channels" ||
                            name == "dataWindow" || name == "compression";
        if (!wanted) { // such as a preview, which may be large
            file_.seekg(static_cast<std::streamoff>(size), std::ios::cur);
            left_ -= size;
            return;
        }
        if (size > kMaxExrTextBytes)
            refuse_exr(path_, "a text in its header is longer than 1 MiB");
        kept_ += size;
        if (kept_ > kMostKeptBytes)
            refuse_exr(path_, "the texts in its header are longer than 16 MiB");
        std::string value = bytes(size);
        if (name == "dataWindow")
            data_window(value);
        else if (name == "channels")
            channels(value);
        else if (name == "compression")
            compression(value);
        else if (type == "string")
            header_.texts.emplace(name, std::move(value));
        else
            header_.numbers.emplace(name, Bytes(value, path_).number());
    }

    void data_window(std::string_view value) {
        Bytes box(value, path_);
        const std::int64_t left = box.number();
        const std::int64_t top = box.number();
        const std::int64_t width = box.number() - left + 1;
        const std::int64_t height = box.number() - top + 1;
        if (std::min(width, height) < 1 || std::max(width, height) > kMaxExrSide)
            refuse_exr(path_,
                       fmt::format("{} x {} pixels are not possible: each side has to be 1 to {}",
                                   width, height, kMaxExrSide));
        header_.width = static_cast<int>(width);
        header_.height = static_cast<int>(height);
        header_.flat = header_.flat && left == 0 && top == 0;
    }

    void compression(std::string_view value) {
        // By the numbers of the methods: none, RLE, ZIPS, ZIP, PIZ, PXR24, B44, B44A, DWAA, DWAB.
        constexpr std::array kBlockRows = {1, 1, 1, 16, 32, 16, 32, 32, 32, 256};
        if (value.size() != 1 || static_cast<std::uint8_t>(value[0]) >= kBlockRows.size())
            refuse_exr(path_, "it is compressed in a way that is not known");
        header_.block_rows = kBlockRows[static_cast<std::uint8_t>(value[0])];
    }

    void channels(std::string_view value) {
        Bytes list(value, path_);
        for (std::string name = list.name(); !name.empty(); name = list.name()) {
            const std::uint32_t type = list.word();
            list.take(kNumberBytes); // linear or not, and what is reserved
            const std::uint32_t step_x = list.word();
            const std::uint32_t step_y = list.word();
            if (type > static_cast<std::uint32_t>(ExrType::real) ||
                header_.channels.size() == kMostChannels)
                refuse_exr(path_, fmt::format("it has channels of an unknown type, or more than {}",
                                              kMostChannels));
            header_.flat = header_.flat && step_x == 1 && step_y == 1;
            header_.channels.push_back({std::move(name), static_cast<ExrType>(type)});
        }
        has_channels_ = true;
    }

    const std::filesystem::path &path_;
    std::ifstream file_;
    std::uintmax_t left_ = 0; ///< bytes that are not read yet
    std::size_t kept_ = 0;    ///< bytes of attributes that were read
    ExrHeader header_;
    bool has_channels_ = false;
};

} // namespace

bool is_exr(std::string_view bytes) noexcept {
    return bytes.starts_with(kMagic);
}

void refuse_exr(const std::filesystem::path &path, std::string_view why) {
    throw InputError(fmt::format("{} cannot be read as OpenEXR: {}", path.string(), why));
}

ExrHeader read_exr_header(const std::filesystem::path &path) {
    return HeaderReader(path).read();
}

} // namespace fathom
