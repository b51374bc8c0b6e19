#include "ui/state/pictures_folder.h"

#include "render/numbers/plain_number.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fstream>
#include <optional>

namespace fathom::ui {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> non_empty_variable(const char *name) {
    const char *value = std::getenv(name);
    if (value == nullptr || *value == '\0')
        return std::nullopt;
    return value;
}

// The line XDG_PICTURES_DIR="$HOME/Pictures" of user-dirs.dirs, whose format allows just that and
// absolute paths.
std::optional<fs::path> from_user_dirs(const std::string &home) {
    const std::string config = non_empty_variable("XDG_CONFIG_HOME").value_or(home + "/.config");
    std::ifstream file(config + "/user-dirs.dirs");
    constexpr std::string_view kStart = "XDG_PICTURES_DIR=\"";
    constexpr std::string_view kHome = "$HOME";
    std::string line;
    while (std::getline(file, line)) {
        if (!line.starts_with(kStart))
            continue;
        std::string value = line.substr(kStart.size());
        value = value.substr(0, value.find('"'));
        return value.starts_with(kHome) ? home + value.substr(kHome.size()) : value;
    }
    return std::nullopt;
}

bool is_folder(const fs::path &path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

} // namespace

fs::path pictures_folder() {
    if (const auto folder = non_empty_variable("XDG_PICTURES_DIR"); folder && is_folder(*folder))
        return *folder;
    if (const auto home = non_empty_variable("HOME"))
        if (const auto folder = from_user_dirs(*home); folder && is_folder(*folder))
            return *folder;
    std::error_code error;
    if (const auto home = non_empty_variable("HOME")) {
        const fs::path usual = fs::path(*home) / "Pictures";
        fs::create_directory(usual, error);
        if (is_folder(usual))
            return usual;
    }
    const fs::path current = fs::current_path(error);
    return error ? fs::path(".") : current;
}

fs::path typed_path(const std::string &words, const fs::path &folder) {
    std::string text(trimmed(words));
    if (const auto home = non_empty_variable("HOME");
        home && (text == "~" || text.starts_with("~/")))
        text.replace(0, 1, *home);
    const fs::path path =
        (is_folder(folder) ? folder : pictures_folder()) / text; // or the text alone
    return path.lexically_normal();
}

fs::path NewFileNames::named(const std::string &words, const fs::path &folder,
                             std::string_view extension) {
    fs::path path = typed_path(words, folder);
    if (is_folder(path))
        return next(extension, path);
    if (!path.has_extension())
        path += extension;
    return path;
}

fs::path NewFileNames::next(std::string_view extension, const fs::path &wanted) {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    const std::string stem = fmt::format("fathom-{:%Y%m%d-%H%M%S}", fmt::localtime(now));
    const fs::path folder = is_folder(wanted) ? wanted : pictures_folder();
    fs::path path = folder / fmt::format("{}{}", stem, extension);
    std::error_code error;
    for (int number = 2; fs::exists(path, error) || given_.contains(path); ++number)
        path = folder / fmt::format("{}-{}{}", stem, number, extension);
    given_.insert(path);
    return path;
}

} // namespace fathom::ui
