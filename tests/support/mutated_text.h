#pragma once
#include <cstddef>
#include <random>
#include <string>

namespace fathom {

/// A stranger's version of a text, which is not empty: one to four times, as `round` has it, a byte
/// is any other or some of the text stands in it once more.
inline std::string mutated(const std::string &whole, int round, std::mt19937_64 &random) {
    std::string text = whole;
    for (int change = 0; change < 1 + round % 4; ++change) {
        const std::size_t at = random() % text.size();
        if (random() % 2)
            text[at] = static_cast<char>(random());
        else
            text.insert(at, whole.substr(random() % whole.size(), random() % 9));
    }
    return text;
}

} // namespace fathom
