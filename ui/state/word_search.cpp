#include "ui/state/word_search.h"

#include <algorithm>

namespace fathom::ui {
namespace {

using Byte = unsigned char;

struct Pair {
    Byte first, second;
};

// The small letter of a capital that takes two bytes in UTF-8: Latin 1, Greek, Cyrillic.
Pair small_letter(Pair c) {
    const auto within = [&c](Byte first, Byte low, Byte high) {
        return c.first == first && c.second >= low && c.second <= high;
    };
    const auto moved = [&c](int first, int second) {
        return Pair{static_cast<Byte>(c.first + first), static_cast<Byte>(c.second + second)};
    };
    constexpr Byte kTimes = 0x97; // the sign, between the capitals of Latin 1
    if (within(0xc3, 0x80, 0x9e) && c.second != kTimes)
        return moved(0, 0x20);
    if (within(0xce, 0x91, 0x9f) || within(0xd0, 0x90, 0x9f))
        return moved(0, 0x20);
    if (within(0xce, 0xa0, 0xa9) || within(0xd0, 0xa0, 0xaf))
        return moved(1, -0x20);
    return within(0xd0, 0x80, 0x8f) ? moved(1, 0x10) : c;
}

std::string folded(std::string_view text) {
    std::string result(text);
    for (std::size_t at = 0; at < result.size(); ++at) {
        const auto byte = static_cast<Byte>(result[at]);
        if (byte >= 'A' && byte <= 'Z') {
            result[at] = static_cast<char>(byte - 'A' + 'a');
        } else if (byte >= 0xc3 && byte <= 0xd0 && at + 1 < result.size()) {
            const Pair small = small_letter({byte, static_cast<Byte>(result[at + 1])});
            result[at] = static_cast<char>(small.first);
            result[++at] = static_cast<char>(small.second);
        }
    }
    return result;
}

} // namespace

WordSearch::WordSearch(std::string_view query) {
    const std::string all = folded(query);
    constexpr const char *kBlanks = " \t\n";
    for (std::size_t from = all.find_first_not_of(kBlanks); from != std::string::npos;) {
        const std::size_t to = std::min(all.find_first_of(kBlanks, from), all.size());
        words_.push_back(all.substr(from, to - from));
        from = all.find_first_not_of(kBlanks, to);
    }
}

bool WordSearch::matches(std::string_view text) const {
    if (empty())
        return true;
    const std::string in = folded(text);
    return std::all_of(words_.begin(), words_.end(), [&in](const std::string &word) {
        return in.find(word) != std::string::npos;
    });
}

} // namespace fathom::ui
