#include "render/film/film_pictures.h"

#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/images/exr_writer.h"
#include "render/images/srgb.h"
#include "render/jobs/export_job.h"
#include "render/places/location_toml.h"
#include "render/places/picture_text.h"

#include <array>
#include <fmt/format.h>
#include <memory>
#include <vector>

namespace fathom::film {
namespace {

[[noreturn]] void throw_no_pattern(const std::filesystem::path &pattern) {
    throw InputError(fmt::format("{}: pictures of a film need one number in their name, such as "
                                 "folder/%06d.png or folder/%06d.exr, and no other %",
                                 pattern.string()));
}

/// What a picture shows. What is still to be found of it is found again by whoever opens it.
std::vector<PngText> texts_of(const Location &location) {
    std::vector<PngText> texts = picture_text(location);
    texts.front().value = to_text(location);
    return texts;
}

void write_png(const FilmPicture &picture, const PixelRows &rows) {
    PngOptions options;
    options.width = static_cast<std::uint32_t>(picture.size.width);
    options.height = static_cast<std::uint32_t>(picture.size.height);
    options.text = texts_of(picture.location);
    options.threads = picture.threads;
    options.bits = rows.bytes_a_pixel == 6 ? 16 : 8;
    PngWriter writer(picture.file, options);
    writer.write_rows(rows);
    writer.finish();
}

using LightOfWords = std::array<float, 1 << 16>;

/// The linear light of each sRGB word.
std::unique_ptr<const LightOfWords> light_of_words() {
    auto light = std::make_unique<LightOfWords>();
    for (std::size_t word = 0; word < light->size(); ++word)
        (*light)[word] = static_cast<float>(linear_from_srgb(static_cast<double>(word) / 65535));
    return light;
}

void write_exr(const FilmPicture &picture, const PixelRows &rows) {
    static const std::unique_ptr<const LightOfWords> kLight = light_of_words();
    const std::size_t pixels = static_cast<std::size_t>(picture.size.width) * picture.size.height;
    std::array<std::vector<float>, 3> channels;
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
        channels[channel].resize(pixels);
        const std::uint8_t *word = rows.bytes.get() + 2 * channel;
        for (float &value : channels[channel]) {
            value = (*kLight)[static_cast<std::size_t>(word[0] << 8 | word[1])];
            word += 6;
        }
    }
    ExrOptions options;
    options.width = picture.size.width;
    options.height = picture.size.height;
    options.channels = {{"R", ExrType::half}, {"G", ExrType::half}, {"B", ExrType::half}};
    for (const PngText &text : texts_of(picture.location))
        options.texts.emplace(text.key, text.value);
    ExrWriter writer(picture.file, options);
    const std::vector<ExrValues> values = {std::span<const float>(channels[0]),
                                           std::span<const float>(channels[1]),
                                           std::span<const float>(channels[2])};
    writer.write_rows(picture.size.height, values);
    writer.finish();
}

} // namespace

PicturePattern::PicturePattern(const std::filesystem::path &pattern)
    : folder_(pattern.parent_path()), type_(file_type(pattern)) {
    const std::string name = pattern.filename().string();
    const std::size_t at = name.find('%');
    if (at == std::string::npos || name.find('%', at + 1) != std::string::npos ||
        name.size() < at + 4 || name[at + 1] != '0' || name[at + 2] < '1' || name[at + 2] > '9' ||
        name[at + 3] != 'd' || (type_ != ".png" && type_ != ".exr"))
        throw_no_pattern(pattern);
    before_ = name.substr(0, at);
    digits_ = name[at + 2] - '0';
    after_ = name.substr(at + 4);
}

std::filesystem::path PicturePattern::file(int frame) const {
    return folder_ / fmt::format("{}{:0{}}{}", before_, frame, digits_, after_);
}

void make_folder_of(const PicturePattern &pattern) {
    const std::filesystem::path &folder = pattern.folder();
    std::error_code failed;
    if (!folder.empty() && !std::filesystem::is_directory(folder, failed))
        std::filesystem::create_directory(folder, failed);
    if (failed)
        throw DiskError(fmt::format("cannot make the folder {}: {}; choose another one",
                                    folder.string(), failed.message()));
}

bool is_picture_pattern(const std::filesystem::path &file) {
    return file.filename().string().find('%') != std::string::npos;
}

void write_picture(const FilmPicture &picture, const PixelRows &rows) {
    if (file_type(picture.file.path) == ".exr")
        write_exr(picture, rows);
    else
        write_png(picture, rows);
}

} // namespace fathom::film
