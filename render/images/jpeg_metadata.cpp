#include "render/images/jpeg_metadata.h"

#include "render/base/error.h"
#include "render/base/input_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace fathom {
namespace {

constexpr std::size_t kMostOfAComment = 65533;
constexpr int kFirstOfMarker = 0xff;
constexpr int kStart = 0xd8, kEnd = 0xd9, kScan = 0xda, kComment = 0xfe;

[[noreturn]] void refuse(const std::filesystem::path &path, const char *reason) {
    throw InputError(fmt::format("cannot read {} as a JPEG: {}; choose an unbroken JPEG file",
                                 path.string(), reason));
}

/// The next marker's code, behind as many fill bytes as there are; -1 where there is none.
int next_marker(std::istream &file) {
    if (file.get() != kFirstOfMarker)
        return -1;
    int code = file.get();
    while (code == kFirstOfMarker)
        code = file.get();
    return file.good() && code != 0 ? code : -1;
}

/// Whether nothing stands behind such a marker: those of restarts, and TEM.
bool stands_alone(int code) {
    return code == 1 || (code >= 0xd0 && code <= kStart);
}

/// The comments that begin so, put together without that beginning.
std::optional<std::string> read_comments(const std::filesystem::path &path,
                                         const std::string &begin) {
    std::ifstream file = open_input_file(path);
    if (!file.is_open())
        throw InputError(
            fmt::format("cannot open {}; check its name and permissions", path.string()));
    if (next_marker(file) != kStart)
        refuse(path, "it does not begin as one");
    std::optional<std::string> text;
    std::string segment;
    for (int code = next_marker(file); code != kScan && code != kEnd; code = next_marker(file)) {
        if (code < 0)
            refuse(path, "its markers are broken");
        if (stands_alone(code))
            continue;
        const int high = file.get(), low = file.get();
        if (!file.good() || high * 256 + low < 2)
            refuse(path, "its markers are broken");
        segment.resize(static_cast<std::size_t>(high * 256 + low - 2));
        if (!file.read(segment.data(), static_cast<std::streamsize>(segment.size())))
            refuse(path, "it is cut off");
        if (code != kComment || !segment.starts_with(begin))
            continue;
        text = text.value_or("") + segment.substr(begin.size());
        if (text->size() > kMaxPngTextBytes)
            refuse(path, "its text is too long");
    }
    return text;
}

} // namespace

bool is_jpeg(std::string_view bytes) noexcept {
    return bytes.starts_with("\xff\xd8\xff");
}

std::vector<std::string> jpeg_comments(const std::vector<PngText> &texts) {
    std::vector<std::string> comments;
    for (const auto &[key, value] : texts) {
        if (key.empty() || key.size() > 79 || key.find('\n') != key.npos ||
            value.size() > kMaxPngTextBytes)
            throw std::invalid_argument("JPEG text: a key or value that is not possible");
        const std::size_t part = kMostOfAComment - key.size() - 1;
        for (std::size_t at = 0; at == 0 || at < value.size(); at += part)
            comments.push_back(key + '\n' + value.substr(at, part));
    }
    return comments;
}

std::optional<std::string> read_jpeg_text(const std::filesystem::path &path,
                                          const std::string &key) {
    return read_comments(path, key + '\n');
}

std::optional<std::string> read_jpeg_comments(const std::filesystem::path &path) {
    return read_comments(path, "");
}

} // namespace fathom
