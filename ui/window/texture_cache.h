#pragma once
#include "render/images/small_picture.h"
#include "ui/window/gl_objects.h"

#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <string>

namespace fathom {
class Background;
} // namespace fathom

namespace fathom::ui {

/// Small pictures in video memory for panels. Files are read away from the window's thread; what
/// was not used for longest is dropped.
class TextureCache {
  public:
    static constexpr std::size_t kCapacity = 256;

    explicit TextureCache(Background &background) : background_(background) {}

    /// The picture of a file; null until it was read, and for good if it cannot be.
    const GlTexture *of_file(const std::filesystem::path &path);
    /// The picture called `key`; `picture` is looked at the first time only.
    const GlTexture *of_picture(const std::string &key, const SmallPicture &picture);
    /// That file has changed.
    void forget_file(const std::filesystem::path &path);
    /// To be called once a frame, before the first use in it: what the last frame used stays.
    void begin_frame();

  private:
    struct Entry {
        std::unique_ptr<GlTexture> texture; ///< null: not read yet, or not readable
        std::uint64_t used = 0;             ///< number of the frame that used it last
    };
    static std::unique_ptr<GlTexture> upload(const SmallPicture &picture);

    Background &background_;
    std::map<std::string, Entry> entries_;
    std::uint64_t frame_ = 0;
};

} // namespace fathom::ui
