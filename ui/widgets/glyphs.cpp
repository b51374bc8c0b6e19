#include "ui/widgets/glyphs.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <imgui.h>
#include <imgui_internal.h>
#include <string>
#include <vector>

namespace fathom::ui {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kLastOfLatin1 = 0xff;
/// Beyond, a text is somebody's joke: the font's texture has to fit into the GPU.
constexpr std::size_t kMostGlyphs = 4000;

/// From the most complete one on.
constexpr std::array kWideFonts = {
    "NotoSansCJK-Regular.ttc",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "VL-Gothic-Regular.ttf",
    "ipag.ttf",
    "TakaoPGothic.ttf",
    "unifont.ttf",
};

std::vector<fs::path> font_folders() {
    std::vector<fs::path> folders = {"/usr/share/fonts", "/usr/local/share/fonts"};
    if (const char *data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0')
        folders.push_back(fs::path(data) / "fonts");
    else if (const char *home = std::getenv("HOME"))
        folders.push_back(fs::path(home) / ".local/share/fonts");
    return folders;
}

} // namespace

void Glyphs::want(std::string_view words) {
    const char *at = words.data();
    const char *const end = at + words.size();
    while (at < end) {
        if (static_cast<unsigned char>(*at) < 0x80) {
            ++at;
            continue;
        }
        unsigned character = 0;
        at += std::max(1, ImTextCharFromUtf8(&character, at, end));
        if (character > kLastOfLatin1 && character <= IM_UNICODE_CODEPOINT_MAX &&
            all_.size() < kMostGlyphs)
            news_ = all_.insert(character).second || news_;
    }
}

bool Glyphs::take_news() {
    const bool news = news_;
    news_ = false;
    return news;
}

std::optional<fs::path> find_wide_font() {
    std::optional<fs::path> best;
    std::size_t best_rank = kWideFonts.size();
    for (const fs::path &folder : font_folders()) {
        std::error_code error;
        constexpr auto kOptions = fs::directory_options::skip_permission_denied;
        for (fs::recursive_directory_iterator entry(folder, kOptions, error), end;
             !error && entry != end; entry.increment(error)) {
            const std::string name = entry->path().filename().string();
            const auto rank = static_cast<std::size_t>(
                std::find(kWideFonts.begin(), kWideFonts.end(), name) - kWideFonts.begin());
            if (rank < best_rank) {
                best_rank = rank;
                best = entry->path();
            }
        }
    }
    return best;
}

} // namespace fathom::ui
