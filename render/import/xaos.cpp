#include "render/base/error.h"
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

/// A formula by its name there, and the view in which it begins: the centre's real part (the
/// imaginary part is 0) and both extents (its table of formulas).
struct XaosFormula {
    const char *name, *formula;
    const char *re, *width, *height;
};
constexpr std::array kFormulas = {
    XaosFormula{"'mandel", "mandelbrot", "-0.75", "2.5", "2.5"},
    XaosFormula{"'mandel3", "multibrot-3", "0", "2.5", "2.5"},
    XaosFormula{"'mandel4", "multibrot-4", "0", "2.5", "2.5"},
    XaosFormula{"'mandel5", "multibrot-5", "0", "2.5", "2.5"},
    XaosFormula{"'mandel6", "multibrot-6", "0", "2.5", "2.5"},
    XaosFormula{"'mbar", "tricorn", "0", "2.5", "3.5"},
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
        if (forms_.empty())
            throw InputError(fmt::format("{} holds no place: there is no form in it", source_));
        begin_anew();
        refuse_animations();
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

    /// (initstate) undoes all before it, and (formula) the view, the turn and the Julia set
    /// (uih_initstate and set_formula there).
    void begin_anew();
    void refuse_animations();
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
    const XaosFormula *formula_ = kFormulas.data();
    bool has_initstate_ = false;
    Location location_;
};

void XaosReader::begin_anew() {
    const auto last = [&](std::string_view name) {
        return std::find_if(forms_.rbegin(), forms_.rend(),
                            [&](const XaosForm &form) { return form.name == name; })
            .base();
    };
    known_.emplace_back("initstate");
    if (const auto start = last("initstate"); start != forms_.begin()) {
        has_initstate_ = true;
        forms_.erase(forms_.begin(), start);
    }
    const auto undone = [](const XaosForm &form) {
        constexpr std::array kOfFormula = {"view", "angle", "julia", "juliaseed", "perturbation"};
        return std::find(kOfFormula.begin(), kOfFormula.end(), form.name) != kOfFormula.end();
    };
    const auto formula = last("formula");
    forms_.erase(std::remove_if(forms_.begin(), formula, undone), formula);
}

void XaosReader::refuse_animations() {
    for (const char *name : {"animateview", "morphview", "move", "morph", "morphjulia",
                             "morphangle", "zoom", "unzoom", "load"})
        if (const XaosForm *form = find(name, 0))
            refuse_line(source_, form->line,
                        fmt::format("({}) belongs to an animation of XaoS, which is not supported; "
                                    "save a position there",
                                    name));
}

void XaosReader::read_formula() {
    FormulaChoice &formula = location_.formula;
    if (const XaosForm *form = find("formula", 1)) {
        const std::string &name = form->arguments[0];
        formula_ = std::find_if(kFormulas.begin(), kFormulas.end(),
                                [&](const XaosFormula &each) { return name == each.name; });
        if (formula_ == kFormulas.end())
            refuse_line(source_, form->line,
                        fmt::format("Fathom has no formula that is XaoS's {}", printable(name)));
        formula.id = *kernels::find_formula(formula_->formula);
    }
    if (const XaosForm *form = find("julia", 1))
        formula.julia = form->arguments[0] == "#t";
    if (const XaosForm *form = find("juliaseed", 2)) {
        formula.seed_re = foreign_coordinate(keys_, value(*form, 0));
        formula.seed_im = foreign_coordinate(keys_, value(*form, 1));
    }
    if (const XaosForm *form = find("plane", 1);
        form && form->arguments[0] != "0" && form->arguments[0] != "'mu")
        refuse_line(source_, form->line, "plane: other planes than mu are not supported");
    if (const XaosForm *form = find("perturbation", 2);
        form && (number(*form, 0) != 0 || number(*form, 1) != 0))
        refuse_line(source_, form->line,
                    "perturbation, a start other than 0, is not supported, and without it another "
                    "picture would be shown");
}

/// The extents rr and ri are what must fit into the window at least. Its proportions are not in the
/// file; 4 to 3, XaoS's usual ones, are taken, which only matters where rr is more than ri.
void XaosReader::read_view() {
    View &view = location_.view;
    view.mirrored = true;
    ForeignValue where{"view", "", 1};
    view.re = Decimal::parse(formula_->re);
    view.im = Decimal();
    Decimal rr = Decimal::parse(formula_->width);
    Decimal ri = Decimal::parse(formula_->height);
    if (const XaosForm *form = find("view", 4)) {
        where = value(*form, 3);
        view.re = foreign_coordinate(keys_, value(*form, 0));
        view.im = foreign_coordinate(keys_, value(*form, 1));
        const auto width = to_decimal(form->arguments[2]);
        const auto height = to_decimal(form->arguments[3]);
        if (!width || !height || width->sign() <= 0 || height->sign() <= 0)
            keys_.refuse(where, "two extents above 0 after the centre");
        rr = *width;
        ri = *height;
    }
    const Decimal height = std::max(rr * Decimal::parse("0.75"), ri);
    constexpr long kDigits = 30;
    where.text = divide(Decimal::from_double(4), height, kDigits).to_string();
    where.key = "the zoom of the view";
    view.zoom = foreign_zoom(keys_, where);
    if (const XaosForm *form = find("angle", 1))
        view.rotation_degrees = foreign_rotation(keys_, value(*form, 0));
}

void XaosReader::read_iteration() {
    using Limits = LocationLimits;
    // what it starts with, and what (initstate) sets
    location_.iterations = has_initstate_ ? 170 : 1000;
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
            warn(*form, fmt::format("({}): XaoS's own palettes are not supported; {} is used", name,
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
    for (const char *name :
         {"periodicity", "fastmode", "autorotate",   "cycling",       "cyclingspeed",
          "range",       "usleep",   "display",      "clearscreen",   "letterspersec",
          "speedup",     "maxstep",  "fastrotate",   "rotationspeed", "zoomcenter",
          "stop",        "color",    "textposition", "text",          "textsleep"})
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
