#include "ui/state/toasts.h"

#include <utility>

namespace fathom::ui {
namespace {

constexpr std::chrono::seconds kShort{4};
constexpr std::chrono::seconds kLong{12};
constexpr std::size_t kMost = 4;

} // namespace

void Toasts::add(std::string words, bool is_error, std::filesystem::path folder) {
    // The same again replaces the old one, which would only push others away.
    std::erase_if(toasts_, [&](const Toast &toast) { return toast.words == words; });
    if (toasts_.size() == kMost)
        toasts_.erase(toasts_.begin());
    if (!folder.empty()) // one offer is enough, and all that have one catch the mouse
        for (Toast &toast : toasts_)
            if (toast.folder == folder)
                toast.folder.clear();
    const bool stays = is_error || !folder.empty();
    toasts_.push_back(
        {std::move(words), is_error, clock_.now() + (stays ? kLong : kShort), std::move(folder)});
}

bool Toasts::expire_any(UiClock::Time now) {
    return std::erase_if(toasts_, [&](const Toast &toast) { return toast.end <= now; }) > 0;
}

std::optional<UiClock::Time> Toasts::next_expiry() const {
    std::optional<UiClock::Time> next;
    for (const Toast &toast : toasts_)
        if (!next || toast.end < *next)
            next = toast.end;
    return next;
}

} // namespace fathom::ui
