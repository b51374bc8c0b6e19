#include "app/exactness_output.h"

#include "app/option_advice.h"
#include "app/options/place_options.h"

#include <cmath>

namespace fathom::app {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> words_for(const MeasuredMethod &measured) {
    std::vector<std::string> words;
    if (const std::string left = words_for_types_left(measured); !left.empty())
        words.push_back(left);
    if (const auto warning = exactness_warning(measured))
        words.push_back(with_options(*warning));
    return words;
}

Json numbers_of(const Exactness &found) {
    const BetterType better = found.tried.empty() ? BetterType() : found.tried.back();
    Json json{{"precision", to_string(found.precision)},
              {"pixels", found.pixels},
              {"doubtful", found.doubtful},
              {"tried", better.tried},
              {"beyond", better.beyond},
              {"better", nullptr},
              {"better_seconds", nullptr}};
    if (better.tried > 0)
        json["better"] = to_string(better.precision);
    if (better.helps() && std::isfinite(better.seconds)) // JSON has no infinity
        json["better_seconds"] = better.seconds;
    return json;
}

} // namespace

MeasuredPicture picture_to_measure(const WhereOptions &where, const Location &location, Size size) {
    return {.location = location,
            .size = size,
            .samples = where.samples,
            .threads = where.threads,
            .may_change = !where.method.precision,
            .may_remake_orbit = !where.orbit};
}

void print_exactness(const MeasuredMethod &measured, const OutputOptions &output) {
    print_warnings(words_for(measured), output);
}

Json exactness_json(const MeasuredMethod &measured) {
    Json json = numbers_of(measured.exactness);
    json["first"] = measured.first ? Json(to_string(measured.first->precision)) : Json(nullptr);
    json["left"] = Json::array();
    for (const Exactness &left : measured.left)
        json["left"].push_back(numbers_of(left));
    std::string words;
    for (const std::string &sentence : words_for(measured))
        words += (words.empty() ? "" : ". ") + sentence;
    json["words"] = words.empty() ? Json(nullptr) : Json(words);
    return json;
}

} // namespace fathom::app
