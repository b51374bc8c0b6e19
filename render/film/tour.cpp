#include "render/film/tour.h"

#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/places/location_toml.h"
#include "render/places/palette.h"
#include "render/places/toml_document.h"

#include <cmath>
#include <fmt/format.h>

namespace fathom::film {
namespace {

constexpr const char *kBuiltin = R"(
# The whole set, seahorse valley, a spiral at 1e10, and back.
re = ["-0.75", "-0.7436438870371587", "-0.7436438870371587", "-0.75"]
im = ["0", "0.1318259043091895", "0.1318259043091895", "0"]
zoom = ["1", "1e3", "1e10", "1"]
iterations = [500, 1500, 5000, 500]
seconds = [4, 8, 8]
)";

const std::vector<TomlValue> &array(TomlDocument &document, const char *key,
                                    std::string_view expected) {
    const TomlValue &value = document.need(key);
    const auto *elements = std::get_if<std::vector<TomlValue>>(&value.data);
    if (elements == nullptr)
        document.refuse(key, value, expected);
    return *elements;
}

// The decimal strings of an array, each in [low, high].
std::vector<Decimal> decimals(TomlDocument &document, const char *key, const Decimal &low,
                              const Decimal &high) {
    const std::string expected =
        fmt::format("an array of decimal strings from {} to {}", low.to_string(), high.to_string());
    std::vector<Decimal> result;
    for (const TomlValue &element : array(document, key, expected)) {
        const auto *text = std::get_if<std::string>(&element.data);
        if (text == nullptr)
            document.refuse(key, element, expected);
        try {
            result.push_back(Decimal::parse(*text));
        } catch (const InputError &error) {
            document.refuse(element.line, error.what());
        }
        if (result.back() < low || high < result.back())
            document.refuse(key, element, expected);
    }
    return result;
}

// The numbers of an array, each in [low, high].
std::vector<double> numbers(TomlDocument &document, const char *key, double low, double high) {
    const std::string expected = fmt::format("an array of numbers from {} to {}", low, high);
    std::vector<double> result;
    for (const TomlValue &element : array(document, key, expected)) {
        const double number = as_number(element);
        if (!(number >= low && number <= high))
            document.refuse(key, element, expected);
        result.push_back(number);
    }
    return result;
}

// A matrix for each stop, where there is that key, and a way from each to the next.
std::vector<PlaneMatrix> matrices(TomlDocument &document, std::size_t count) {
    const char *key = "matrix";
    if (document.find(key) == nullptr)
        return std::vector<PlaneMatrix>(count);
    const std::string expected = fmt::format("an array of {} matrices [a, b, c, d]", count);
    const std::vector<TomlValue> &elements = array(document, key, expected);
    if (elements.size() != count)
        document.refuse(key, document.need(key), expected);
    std::vector<PlaneMatrix> result;
    for (const TomlValue &element : elements) {
        result.push_back(read_matrix(document, key, element));
        if (result.size() > 1 && !has_way(*(result.end() - 2), result.back()))
            document.refuse(element.line, "nothing leads from the matrix before to this one; put a "
                                          "stop between them");
    }
    return result;
}

// The name of a palette that there is.
std::string palette_name(TomlDocument &document) {
    const TomlValue *value = document.find("palette");
    if (value == nullptr)
        return Location{}.palette;
    const auto *name = std::get_if<std::string>(&value->data);
    if (name == nullptr)
        document.refuse("palette", *value, "a palette's name");
    try {
        load_palette(find_assets_dir(), *name);
    } catch (const InputError &error) {
        document.refuse(value->line, error.what());
    }
    return *name;
}

} // namespace

Tour load_tour(const std::string &source) {
    if (source == "builtin")
        return parse_tour(kBuiltin, source);
    return parse_tour(TomlDocument::read_file(source), source);
}

bool is_tour(std::string_view text, std::string_view source) {
    return TomlDocument::parse(text, source).has("seconds");
}

Tour parse_tour(std::string_view text, std::string_view source) {
    TomlDocument document = TomlDocument::parse(text, source);
    const ViewLimits limits;
    const auto coordinates = [&](const char *key) {
        return decimals(document, key, -limits.max_coordinate, limits.max_coordinate);
    };
    const std::vector<Decimal> re = coordinates("re");
    const std::vector<Decimal> im = coordinates("im");
    const std::vector<Decimal> zoom = decimals(document, "zoom", limits.min_zoom, limits.max_zoom);
    const std::vector<double> iterations =
        numbers(document, "iterations", 1, LocationLimits::kMaxIterations);
    const std::vector<double> seconds = numbers(document, "seconds", 0.001, 3600);
    const std::size_t count = re.size();
    if (count < 2 || count > FilmLimits::kMostKeys || im.size() != count || zoom.size() != count ||
        iterations.size() != count || seconds.size() != count - 1)
        throw InputError(fmt::format("{}: a tour has 2 to {} stops, each with re, im, zoom and "
                                     "iterations, and seconds from each to the next",
                                     source, FilmLimits::kMostKeys));
    const std::vector<PlaneMatrix> matrix = matrices(document, count);
    Tour tour;
    FilmKey key;
    key.way = FilmWay::zoom;
    key.location.palette = palette_name(document);
    for (std::size_t at = 0; at < count; ++at) {
        key.location.view = {re[at], im[at], zoom[at], 0, false, matrix[at]};
        key.location.iterations = static_cast<std::uint64_t>(std::llround(iterations[at]));
        tour.film.keys.push_back(key);
        key.seconds += at + 1 < count ? seconds[at] : 0;
    }
    tour.warnings = document.unknown_keys();
    return tour;
}

} // namespace fathom::film
