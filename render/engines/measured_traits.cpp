#include "render/engines/measured_traits.h"

#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/base/user_folders.h"
#include "render/base/version.h"
#include "render/places/named_place.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <string>

namespace fathom {
namespace {

namespace fs = std::filesystem;

/// What the file says of `gpu` and this program: a measurement of anything else does not count.
std::string description_of(const DeviceInfo &gpu) {
    return fmt::format("{}, {}, driver {}, Fathom {}", gpu.name, gpu.detail, gpu.driver, version());
}

/// Named after the kind of GPU, so that another driver's measurement takes the old one's place.
fs::path file_of(const DeviceInfo &gpu, const fs::path &folder) {
    std::string name;
    for (const char c : gpu.name + ' ' + gpu.detail)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    return folder / (name + ".toml");
}

std::string text_of(const DeviceInfo &gpu) {
    std::string text = fmt::format("# How many times as fast as in doubles a GPU iterates in other "
                                   "number types.\n# Without this file Fathom measures it again.\n"
                                   "gpu = {}\nmeasured = {}\n",
                                   toml_string(description_of(gpu)), toml_string(gpu.measured));
    for (const Speedup &each : kSpeedups)
        text += fmt::format("{} = {}\n", to_string(each.type), gpu.traits.*each.value);
    return text;
}

const std::string &need_text(TomlDocument &document, std::string_view key) {
    const TomlValue &value = document.need(key);
    if (const auto *text = std::get_if<std::string>(&value.data))
        return *text;
    document.refuse(key, value, "a text");
}

bool is_day(const std::string &text) {
    return text.size() == 10 && std::all_of(text.begin(), text.end(), [](unsigned char c) {
               return c == '-' || std::isdigit(c) != 0;
           });
}

std::string today() {
    return fmt::format("{:%F}", fmt::gmtime(std::time(nullptr)));
}

} // namespace

std::optional<fs::path> traits_folder() {
    const std::optional<fs::path> state = user_state_folder();
    return state ? std::optional(*state / "gpu-speeds") : std::nullopt;
}

DeviceInfo with_kept_traits(DeviceInfo gpu, const std::optional<fs::path> &folder) {
    if (!folder)
        return gpu;
    try {
        const fs::path file = file_of(gpu, *folder);
        TomlDocument document = TomlDocument::parse(TomlDocument::read_file(file), file.string());
        const std::string &day = need_text(document, "measured");
        if (need_text(document, "gpu") != description_of(gpu) || !is_day(day))
            return gpu;
        EngineTraits traits;
        for (const Speedup &each : kSpeedups) {
            static_cast<void>(document.need(to_string(each.type)));
            traits.*each.value = document.number(to_string(each.type), 1e-6, 1e6, 1);
        }
        gpu.traits = traits;
        gpu.measured = day;
    } catch (const Error &) { // measured again
    }
    return gpu;
}

DeviceInfo with_measured_traits(DeviceInfo gpu, const std::optional<fs::path> &folder,
                                const std::function<EngineTraits()> &measure) {
    gpu = with_kept_traits(std::move(gpu), folder);
    if (!gpu.measured.empty())
        return gpu;
    gpu.traits = measure();
    gpu.measured = today();
    if (!folder)
        return gpu;
    std::error_code ignored; // the file's error says it
    fs::create_directories(*folder, ignored);
    try {
        write_text_file(file_of(gpu, *folder), text_of(gpu));
    } catch (const Error &) { // measured again the next time
    }
    return gpu;
}

} // namespace fathom
