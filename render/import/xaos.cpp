#include "render/base/printable.h"
#include "render/import/foreign_keys.h"
#include "render/import/gradient.h"
#include "render/import/importers.h"
#include "render/import/text_lines.h"
#include "render/import/xaos_forms.h"
#include "render/numbers/plain_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace fathom {
namespace {

using kernels::ColourBase;

constexpr std::array kFormulas = {
    std::pair{"'mandel", "mandelbrot"},   std::pair{"'mandel3", "multibrot-3"},
    std::pair{"'mandel4", "multibrot-4"}, std::pair{"'mandel5", "multibrot-5"},
    std::pair{"'mandel6", "multibrot-6"}, std::pair{"'mbar", "tricorn"},
};

/// The places of XaoS's palette: 31 colours with 8 steps from each to the next.
constexpr double kCycle = 248;

/// What an (outcoloring N) becomes; `lacks` says what is not the same, null where nothing is.
struct OutColouring {
    ColourBase base;
    const char *lacks;
};
constexpr const char *kAddedParts = "parts of z are not added to the count; bands are shown";
constexpr std::array kOutColourings = {
    OutColouring{ColourBase::bands, nullptr},
    OutColouring{ColourBase::bands, kAddedParts},
    OutColouring{ColourBase::bands, kAddedParts},
    OutColouring{ColourBase::bands, kAddedParts},
    OutColouring{ColourBase::bands, kAddedParts},
    OutColouring{ColourBase::angle, "the binary decomposition is shown by the final angle"},
    OutColouring{ColourBase::bands, "biomorphs are not supported; bands are shown"},
    OutColouring{ColourBase::smooth, "the potential is shown by the smooth count"},
    OutColouring{ColourBase::angle, "the colour decomposition is shown by the final angle"},
    OutColouring{ColourBase::smooth, nullptr},
};

/// Reads a file's forms into a location.
class XaosReader {
  public:
    XaosReader(std::string_view text, std::string_view source)
        : source_(source), keys_(source), forms_(xaos_forms(text, source)) {}

    ParsedLocation read() {
        read_formula();
        read_view();
        read_iteration();
        read_colouring();
        read_palette();
        warn_of_the_rest();
        for (const XaosForm &form : forms_)
            keys_.add(form.name, "", form.line);
        for (const std::string &name : known_)
            keys_.ignore({name});
        return {location_, keys_.warnings()};
    }

  private:
    /// The last form of that name that has `count` arguments or more; null if there is none.
    const XaosForm *find(const std::string &name, std::size_t count) {
        known_.push_back(name);
        const auto found = std::find_if(forms_.rbegin(), forms_.rend(),
                                        [&](const auto &form) { return form.name == name; });
        if (found == forms_.rend())
            return nullptr;
        if (found->arguments.size() < count)
            refuse_line(source_, found->line,
                        fmt::format("({}) needs {} arguments, got {}", name, count,
                                    found->arguments.size()));
        return &*found;
    }
    static ForeignValue value(const XaosForm &form, std::size_t index) {
        return {form.name, form.arguments[index], form.line};
    }
    double number(const XaosForm &form, std::size_t index) const {
        const auto number = read_double(form.arguments[index]);
        if (!number)
            keys_.refuse(value(form, index), "a number");
        return *number;
    }
    void warn(const XaosForm &form, std::string_view sentence) {
        keys_.warn(value(form, 0), sentence);
    }

    void read_formula();
    void read_view();
    void read_iteration();
    void read_colouring();
    void read_palette();
    void warn_of_the_rest();

    std::string_view source_;
    ForeignKeys keys_;
    std::vector<XaosForm> forms_;
    std::vector<std::string> known_;
    Location location_;
};

void XaosReader::read_formula() {
    FormulaChoice &formula = location_.formula;
    if (const XaosForm *form = find("formula", 1)) {
        const std::string &name = form->arguments[0];
        const auto *known = std::find_if(kFormulas.begin(), kFormulas.end(),
                                         [&](const auto &pair) { return name == pair.first; });
        if (known == kFormulas.end())
            refuse_line(source_, form->line,
                        fmt::format("Fathom has no formula that is XaoS's {}", printable(name)));
        formula.id = *kernels::find_formula(known->second);
    }
    if (const XaosForm *form = find("julia", 1))
        formula.julia = form->arguments[0] == "#t";
    if (const XaosForm *form = find("juliaseed", 2)) {
        formula.seed_re = foreign_coordinate(keys_, value(*form, 0));
        formula.seed_im = foreign_coordinate(keys_, value(*form, 1));
    }
    if (const XaosForm *form = find("plane", 1);
        form && form->arguments[0] != "0" && form->arguments[0] != "'mu")
        refuse_line(source_, form->line, "other planes than mu are not supported");
    if (const XaosForm *form = find("perturbation", 2);
        form && (number(*form, 0) != 0 || number(*form, 1) != 0))
        warn(*form, "a start other than 0 is not supported and was left out");
}

/// The extents rr and ri are what must fit into the window at least. Its proportions are not in the
/// file; 4 to 3, XaoS's usual ones, are taken, which only matters where rr is more than ri.
void XaosReader::read_view() {
    View &view = location_.view;
    view.mirrored = true;
    Decimal height = Decimal::parse("2.5");
    ForeignValue where{"view", "", 1};
    if (const XaosForm *form = find("view", 4)) {
        where = value(*form, 3);
        view.re = foreign_coordinate(keys_, value(*form, 0));
        view.im = foreign_coordinate(keys_, value(*form, 1));
        const auto rr = to_decimal(form->arguments[2]);
        const auto ri = to_decimal(form->arguments[3]);
        if (!rr || !ri || rr->sign() <= 0 || ri->sign() <= 0)
            keys_.refuse(where, "two extents above 0 after the centre");
        height = std::max(*rr * Decimal::parse("0.75"), *ri);
    }
    constexpr long kDigits = 30;
    where.text = divide(Decimal::from_double(4), height, kDigits).to_string();
    where.key = "the zoom of the view";
    view.zoom = foreign_zoom(keys_, where);
    if (const XaosForm *form = find("angle", 1))
        view.rotation_degrees = foreign_rotation(keys_, value(*form, 0));
}

void XaosReader::read_iteration() {
    using Limits = LocationLimits;
    location_.iterations = 1000;
    if (const XaosForm *form = find("maxiter", 1))
        location_.iterations = foreign_iterations(keys_, value(*form, 0));
    location_.bailout = 2;
    if (const XaosForm *form = find("bailout", 1)) {
        // XaoS compares |z|^2 with it
        const double squared = number(*form, 0);
        location_.bailout =
            std::clamp(std::sqrt(std::max(squared, 0.0)), Limits::kMinBailout, Limits::kMaxBailout);
        if (squared < Limits::kMinBailout * Limits::kMinBailout ||
            squared > Limits::kMaxBailout * Limits::kMaxBailout)
            warn(*form, fmt::format("a bailout of {} is beyond Fathom's range; |z| is compared "
                                    "with {}",
                                    squared, location_.bailout));
    }
}

void XaosReader::read_colouring() {
    location_.colour.base = ColourBase::bands;
    location_.colour.density = 1 / kCycle;
    const XaosForm *form = find("outcoloring", 1);
    if (form == nullptr)
        return;
    const auto mode = read_whole(form->arguments[0]);
    if (!mode || *mode < 0 || *mode >= static_cast<std::int64_t>(kOutColourings.size())) {
        warn(*form, fmt::format("outcoloring {} is not known; bands are shown",
                                printable(form->arguments[0])));
        return;
    }
    const OutColouring &colouring = kOutColourings[static_cast<std::size_t>(*mode)];
    location_.colour.base = colouring.base;
    if (kernels::row_of(colouring.base).is_share)
        location_.colour.density = 1;
    if (colouring.lacks != nullptr)
        warn(*form, fmt::format("outcoloring {}: {}", *mode, colouring.lacks));
}

void XaosReader::read_palette() {
    constexpr std::size_t kMaxColours = 4096;
    for (const char *name : {"palette", "defaultpalette"})
        if (const XaosForm *form = find(name, 1); form && (form->arguments[0] != "0"))
            warn(*form, fmt::format("XaoS's own palettes are not supported; {} is used",
                                    location_.palette));
    const XaosForm *form = find("palettecolors", 1);
    if (form == nullptr)
        return;
    std::vector<Rgb8> colours;
    for (const std::string &text : form->arguments) {
        const std::optional<std::uint32_t> rgb = read_rgb_digits(text);
        if (!rgb || colours.size() == kMaxColours)
            refuse_line(source_, form->line,
                        fmt::format("palettecolors must be 1 to {} colours \"rrggbb\", got {}",
                                    kMaxColours, in_quotes(text)));
        colours.push_back({static_cast<std::uint8_t>(*rgb >> 16),
                           static_cast<std::uint8_t>(*rgb >> 8 & 0xff),
                           static_cast<std::uint8_t>(*rgb & 0xff)});
    }
    if (colours.size() > Palette::kMostStops)
        warn(*form, fmt::format("the palette's {} colours were resampled to {}", colours.size(),
                                Palette::kMostStops));
    location_.own_palette = Palette{
        palette_name_from(std::filesystem::path(source_).stem().string()), even_stops(colours)};
    if (!kernels::row_of(location_.colour.base).is_share) // an angle: through the palette once
        location_.colour.density = 1 / (8.0 * static_cast<double>(colours.size()));
}

void XaosReader::warn_of_the_rest() {
    if (const XaosForm *form = find("filter", 1))
        if (form->arguments.size() < 2 || form->arguments[1] != "#f")
            warn(*form, fmt::format("the filter {} is not supported and was left out",
                                    printable(form->arguments[0])));
    if (const XaosForm *form = find("incoloring", 1); form && form->arguments[0] != "0")
        warn(*form, fmt::format("incoloring {} is not supported; what never escapes is black",
                                printable(form->arguments[0])));
    // what is no part of a still picture
    for (const char *name : {"initstate", "periodicity", "fastmode", "autorotate", "cycling",
                             "cyclingspeed", "range", "usleep", "display", "clearscreen"})
        find(name, 0);
}

} // namespace

bool is_xaos(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.empty() && line.front() != ';')
            return line.front() == '(';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

ParsedLocation import_xaos(std::string_view text, std::string_view source) {
    return XaosReader(text, source).read();
}

} // namespace fathom
