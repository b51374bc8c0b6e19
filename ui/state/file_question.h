#pragma once
#include "ui/texts/files.h"

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace fathom::ui {

/// What a person is asked for when a file is wanted.
struct FileQuestion {
    enum class What {
        open,    ///< a place, a film or a palette that there is
        palette, ///< a palette that there is
        picture, ///< a name for a picture to be written
        film,    ///< a name for a film's keys to be written to
        video,   ///< a name for a film to be exported to
        sound,   ///< a file with sound that there is
        folder,  ///< a folder that there is, or that is to be made
    };
    What what = What::open;
    std::filesystem::path folder; ///< where to begin; empty: the pictures' folder
    std::string name;             ///< that is proposed for what is written

    [[nodiscard]] bool saves() const {
        return what == What::picture || what == What::film || what == What::video;
    }
};

/// How the files that answer it end, in small letters; first those of places.
inline constexpr std::array<std::string_view, 16> kOpenEndings = {
    ".toml", ".png", ".jpg", ".jpeg", ".exr", ".kfr", ".imt", ".im",
    ".xpf",  ".ini", ".txt", ".kfp",  ".map", ".gpl", ".ggr", ".ugr"};
inline constexpr std::array<std::string_view, 7> kPaletteEndings = {".toml", ".kfr", ".kfp", ".map",
                                                                    ".gpl",  ".ggr", ".ugr"};
inline constexpr std::array<std::string_view, 4> kPictureEndings = {".png", ".jpg", ".exr", ".npy"};
inline constexpr std::array<std::string_view, 1> kFilmEndings = {".toml"};
inline constexpr std::array<std::string_view, 4> kVideoEndings = {".mp4", ".mkv", ".webm", ".mov"};

inline constexpr std::array<std::string_view, 10> kSoundEndings = {
    ".aac", ".aif", ".aiff", ".flac", ".m4a", ".mp3", ".oga", ".ogg", ".opus", ".wav"};

constexpr std::span<const std::string_view> endings_of(FileQuestion::What what) {
    switch (what) {
    case FileQuestion::What::palette:
        return kPaletteEndings;
    case FileQuestion::What::picture:
        return kPictureEndings;
    case FileQuestion::What::film:
        return kFilmEndings;
    case FileQuestion::What::video:
        return kVideoEndings;
    case FileQuestion::What::sound:
        return kSoundEndings;
    case FileQuestion::What::folder:
        return {};
    case FileQuestion::What::open:
        break;
    }
    return kOpenEndings;
}

/// The question on a dialog's title.
constexpr const char *title_of(FileQuestion::What what) {
    switch (what) {
    case FileQuestion::What::palette:
        return texts::files::kPaletteTitle;
    case FileQuestion::What::picture:
    case FileQuestion::What::video:
        return texts::files::kExportTitle;
    case FileQuestion::What::film:
        return texts::files::kFilmTitle;
    case FileQuestion::What::sound:
        return texts::files::kSoundTitle;
    case FileQuestion::What::folder:
        return texts::files::kRingsTitle;
    case FileQuestion::What::open:
        break;
    }
    return texts::files::kOpenTitle;
}

} // namespace fathom::ui
