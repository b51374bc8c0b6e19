#include "ui/state/set_aside.h"

#include "ui/texts/session.h"

#include <fmt/format.h>
#include <string_view>
#include <system_error>

namespace fathom::ui {
namespace {

constexpr std::string_view kAside = ".set-aside";
constexpr int kMostAside = 20; ///< the last one is replaced

} // namespace

// The new name lies in the same folder: a rename that fails leaves the old file, which the next
// save replaces.
std::string set_aside(const std::filesystem::path &path) {
    std::error_code error;
    std::filesystem::path aside = path;
    aside += kAside;
    for (int number = 2; std::filesystem::exists(aside, error) && number <= kMostAside; ++number) {
        aside = path;
        aside += fmt::format("{}-{}", kAside, number);
    }
    std::filesystem::rename(path, aside, error);
    return error ? texts::session::kReplaced
                 : fmt::format(texts::session::kSetAside, aside.filename().string());
}

} // namespace fathom::ui
