#include "app/nearest_word.h"

#include <algorithm>
#include <numeric>

namespace fathom::app {
namespace {

/// The Levenshtein distance, row by row.
std::size_t distance_between(const std::string &a, const std::string &b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

} // namespace

std::string nearest_word(const std::string &word, const std::vector<std::string> &candidates) {
    std::size_t least = std::min<std::size_t>(3, (word.size() + 1) / 2);
    std::string best;
    for (const std::string &candidate : candidates)
        if (const std::size_t distance = distance_between(word, candidate); distance < least) {
            least = distance;
            best = candidate;
        }
    return best;
}

} // namespace fathom::app
