#include "ui/state/tour.h"

#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/places/location_toml.h"
#include "render/places/navigation.h"
#include "render/places/palette.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom {
namespace {

constexpr const char *kBuiltin = R"(
# The whole set, seahorse valley, a spiral at 1e10, and back.
re = ["-0.75", "-0.7436438870371587", "-0.7436438870371587", "-0.75"]
im = ["0", "0.1318259043091895", "0.1318259043091895", "0"]
zoom = ["1", "1e3", "1e10", "1"]
iterations = [500, 1500, 5000, 500]
seconds = [4, 8, 8]
)";

constexpr std::size_t kMostStops = 1000;

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

// How far the centre still has to go from a to b, as a share of the way, when the zoom has gone
// from 10^la to 10^l on its way to 10^lb >= 10^la: the point of the plane that is fixed on the
// screen between the two views stays fixed. At depth that is far less than what a double tells from
// 0.
Decimal left_to_go(double la, double l, double lb) {
    const Decimal end = power_of_ten(la - lb);
    return divide(power_of_ten(la - l) - end, Decimal::from_double(1) - end, 20);
}

} // namespace

Tour Tour::load(const std::string &source) {
    if (source == "builtin")
        return parse(kBuiltin, source);
    return parse(TomlDocument::read_file(source), source);
}

Tour Tour::parse(std::string_view text, std::string_view source) {
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
    if (count < 2 || count > kMostStops || im.size() != count || zoom.size() != count ||
        iterations.size() != count || seconds.size() != count - 1)
        throw InputError(fmt::format("{}: a tour has 2 to {} stops, each with re, im, zoom and "
                                     "iterations, and seconds from each to the next",
                                     source, kMostStops));
    const std::vector<PlaneMatrix> matrix = matrices(document, count);
    Tour tour;
    tour.palette_ = palette_name(document);
    for (std::size_t at = 0; at < count; ++at)
        tour.stops_.push_back({{re[at], im[at], zoom[at], 0, false, matrix[at]},
                               iterations[at],
                               at + 1 < count ? seconds[at] : 0});
    tour.warnings_ = document.unknown_keys();
    return tour;
}

double Tour::seconds() const {
    double sum = 0;
    for (const Stop &stop : stops_)
        sum += stop.seconds;
    return sum;
}

Location Tour::at(double share, int height) const {
    double left = std::clamp(share, 0.0, 1.0) * seconds();
    std::size_t leg = 0;
    while (leg + 2 < stops_.size() && left > stops_[leg].seconds)
        left -= stops_[leg++].seconds;
    const Stop &from = stops_[leg];
    const Stop &to = stops_[leg + 1];
    const double t = std::min(left / from.seconds, 1.0);

    const double la = from.view.zoom.log10();
    const double lb = to.view.zoom.log10();
    const double l = la + (lb - la) * t;
    // Measured from the shallower end, where nothing cancels.
    const bool inwards = la <= lb;
    const View &shallow = inwards ? from.view : to.view;
    const View &deep = inwards ? to.view : from.view;
    const Decimal rest = std::abs(lb - la) < 1e-9
                             ? Decimal::from_double(1 - t)
                             : left_to_go(std::min(la, lb), l, std::max(la, lb));
    Location location;
    location.view.re = deep.re + (shallow.re - deep.re) * rest;
    location.view.im = deep.im + (shallow.im - deep.im) * rest;
    location.view.zoom = power_of_ten(l);
    location.view.matrix = from.view.matrix;
    if (from.view.matrix != to.view.matrix)
        location.view.matrix = matrix_between(from.view.matrix, to.view.matrix, t);
    location.view = tidied(location.view, height);
    location.iterations = std::clamp<std::uint64_t>(
        static_cast<std::uint64_t>(std::llround(
            std::exp(std::log(from.iterations) * (1 - t) + std::log(to.iterations) * t))),
        1, LocationLimits::kMaxIterations); // exp may round beyond
    location.palette = palette_;
    return location;
}

} // namespace fathom
