#include "ui/window/texture_cache.h"

#include "render/base/background.h"

#include <algorithm>
#include <vector>

namespace fathom::ui {

namespace {

std::string key_of(const std::filesystem::path &path) {
    return "file " + path.string();
}

} // namespace

const GlTexture *TextureCache::of_file(const std::filesystem::path &path) {
    const std::string key = key_of(path);
    const auto [entry, is_new] = entries_.try_emplace(key);
    entry->second.used = frame_;
    if (is_new)
        background_.run([this, key, path]() -> Background::Result {
            try {
                return [this, key, picture = read_small_png(path)] {
                    const auto waiting = entries_.find(key);
                    if (waiting != entries_.end())
                        waiting->second.texture = upload(picture);
                };
            } catch (const std::exception &) {
                return [] {}; // a place without a thumbnail
            }
        });
    return entry->second.texture.get();
}

const GlTexture *TextureCache::of_picture(const std::string &key, const SmallPicture &picture) {
    const auto [entry, is_new] = entries_.try_emplace("picture " + key);
    entry->second.used = frame_;
    if (is_new)
        entry->second.texture = upload(picture);
    return entry->second.texture.get();
}

void TextureCache::forget_file(const std::filesystem::path &path) {
    entries_.erase(key_of(path));
}

void TextureCache::begin_frame() {
    ++frame_;
    if (entries_.size() <= kCapacity)
        return;
    std::vector<std::uint64_t> ages;
    for (const auto &[key, entry] : entries_)
        ages.push_back(entry.used);
    const auto newest_to_drop =
        ages.begin() + static_cast<std::ptrdiff_t>(entries_.size() - kCapacity - 1);
    std::nth_element(ages.begin(), newest_to_drop, ages.end());
    const std::uint64_t limit = std::min(*newest_to_drop, frame_ - 2);
    std::erase_if(entries_, [limit](const auto &item) { return item.second.used <= limit; });
}

std::unique_ptr<GlTexture> TextureCache::upload(const SmallPicture &picture) {
    auto texture = std::make_unique<GlTexture>();
    texture->resize(picture.width, picture.height);
    texture->upload(picture.rgba.data());
    return texture;
}

} // namespace fathom::ui
