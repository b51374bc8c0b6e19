#include "render/base/printable.h"
#include "render/import/foreign_keys.h"
#include "render/import/formula_match.h"
#include "render/import/importers.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace fathom {
namespace {

/// A line [[formula]] of Fraktaler-3 gives opcodes or, without them, flags and a power; its hybrids
/// are several lines (param.cc's compile_formula and validate_opcodes).
class FormulaReader {
  public:
    FormulaReader(ForeignKeys &keys, int index) : keys_(keys), index_(index) {}

    FormulaMatch read() {
        if (const ForeignValue *opcodes = find("opcodes");
            opcodes && !trimmed(opcodes->text).empty()) {
            for (const char *name : {"abs_x", "abs_y", "neg_x", "neg_y", "power"})
                find(name); // which the program leaves aside, too
            return read_opcodes(*opcodes);
        }
        return read_flags();
    }

  private:
    [[nodiscard]] std::string key(const char *name) const {
        return fmt::format("formula[{}].{}", index_, name);
    }
    const ForeignValue *find(const char *name) { return keys_.find(key(name)); }

    /// A line to name in a message, 1 where the file gives none of the keys.
    int line() {
        for (const char *name : {"abs_x", "abs_y", "neg_x", "neg_y", "power"})
            if (const ForeignValue *value = find(name))
                return value->line;
        return 1;
    }

    FormulaMatch read_flags() {
        const bool abs_x = keys_.flag(key("abs_x"), false);
        const bool abs_y = keys_.flag(key("abs_y"), false);
        const bool neg_x = keys_.flag(key("neg_x"), false);
        const bool neg_y = keys_.flag(key("neg_y"), false);
        const std::int64_t power = keys_.whole(key("power"), 1, 1'000'000, 2);
        const auto step = [&](std::complex<double> z) {
            const double x = abs_x ? std::fabs(z.real()) : z.real();
            const double y = abs_y ? std::fabs(z.imag()) : z.imag();
            return whole_power({neg_x ? -x : x, neg_y ? -y : y}, power);
        };
        const auto found = power > kMostPower ? std::nullopt : match_formula(step);
        if (!found)
            keys_.refuse(line(),
                         fmt::format("Fathom has no formula with abs_x = {}, abs_y = {}, neg_x = "
                                     "{}, neg_y = {}, power = {}",
                                     abs_x, abs_y, neg_x, neg_y, power));
        return *found;
    }

    FormulaMatch read_opcodes(const ForeignValue &value) {
        const std::vector<std::string_view> names = opcode_names(value);
        std::vector<Opcode> opcodes;
        std::size_t understood = 0; // opcodes that together are a formula of Fathom's
        std::optional<FormulaMatch> found;
        for (const std::string_view name : names) {
            const std::optional<Opcode> opcode = find_opcode(name);
            if (!opcode)
                break;
            opcodes.push_back(*opcode);
            found = match(opcodes);
            if (found)
                understood = opcodes.size();
        }
        if (!found || understood != names.size())
            keys_.refuse(value.line,
                         fmt::format("Fathom has no formula with opcodes = {}; the "
                                     "first that it cannot follow is {}",
                                     in_quotes(value.text), first_missing(names, understood)));
        return *found;
    }

    /// Those before `add`, which stands at the end or is meant there.
    std::vector<std::string_view> opcode_names(const ForeignValue &value) {
        constexpr std::size_t kMost = 64;
        std::vector<std::string_view> names;
        std::string_view rest = value.text;
        for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest))
            names.push_back(word);
        if (!names.empty() && names.back() == "add")
            names.pop_back();
        if (names.empty() || names.size() > kMost ||
            std::find(names.begin(), names.end(), "add") != names.end())
            keys_.refuse(value, "up to 64 opcodes, add as the last one");
        return names;
    }

    /// That which no formula of Fathom's has at all, or the one after those that are a formula.
    static std::string first_missing(const std::vector<std::string_view> &names,
                                     std::size_t understood) {
        const auto unknown = std::find_if(names.begin(), names.end(),
                                          [](std::string_view name) { return !find_opcode(name); });
        return in_quotes(unknown == names.end() ? names[understood] : *unknown);
    }

    static std::optional<FormulaMatch> match(const std::vector<Opcode> &opcodes) {
        return match_formula([&](std::complex<double> z) {
            OpcodeState state{z, z}; // a mul before any store takes z, as it was
            for (const Opcode opcode : opcodes)
                apply(opcode, state);
            return state.z;
        });
    }

    ForeignKeys &keys_;
    int index_;
};

FormulaMatch read_formula(ForeignKeys &keys, int count) {
    FormulaMatch formula;
    for (int i = 0; i < count; ++i) {
        const FormulaMatch step = FormulaReader(keys, i).read();
        if (i > 0 && step != formula)
            keys.refuse(keys.line_of("formula"),
                        fmt::format("a hybrid of {} formulas is not supported", count));
        formula = step;
    }
    return formula;
}

View read_view(ForeignKeys &keys, PlaceSource found_in) {
    View view;
    view.re = Decimal();
    if (const ForeignValue *re = keys.find("location.real"))
        view.re = foreign_coordinate(keys, *re);
    if (const ForeignValue *im = keys.find("location.imag"))
        view.im = foreign_coordinate(keys, *im);
    if (const ForeignValue *zoom = keys.find("location.zoom"))
        view.zoom = foreign_zoom(keys, *zoom);
    // Im grows upwards unless it is reflected: rows are computed from the bottom up (hybrid_render)
    // and turned round when they are saved (image_rgb8), and a file of Kalles Fraktaler whose
    // imaginary axis does not point up becomes a reflected view (param::from_kfr_string).
    view.mirrored = keys.flag("transform.reflect", false);
    if (const ForeignValue *degrees = keys.find("transform.rotate"))
        view.rotation_degrees = foreign_degrees(keys, *degrees);
    // Its polar2: stretched, then turned; reflected views turn the other way.
    if (view.mirrored)
        view.rotation_degrees = -view.rotation_degrees;
    constexpr double kCents = 0.01;
    view.matrix = foreign_stretching(keys, "transform.stretch_amount", kCents,
                                     "transform.stretch_angle", view.rotation_degrees);
    // Pictures are saved the other way up then; the program itself shows no difference (its manual,
    // and image_raw's and image_rgb8's flag in batch.cc and gui.cc).
    if (keys.flag("transform.vertical_flip", false) && found_in == PlaceSource::picture)
        view.mirrored = !view.mirrored;
    return view;
}

void read_bailout(ForeignKeys &keys, Location &location) {
    // What it takes where its files, which leave out what is usual, say nothing.
    location.iterations = 1024;
    location.bailout = 625;
    if (const ForeignValue *iterations = keys.find("bailout.iterations"))
        location.iterations = foreign_iterations(keys, *iterations);
    location.bailout =
        foreign_bailout(keys, "bailout.escape_radius",
                        keys.number("bailout.escape_radius", 0, 1e300, location.bailout));
    // limits of how it computes
    keys.ignore({"bailout.inscape_radius", "bailout.maximum_reference_iterations",
                 "bailout.maximum_perturb_iterations", "bailout.maximum_bla_steps",
                 "bailout.minimum_iterations"});
}

/// What changes nothing of the place: files, sizes, and how the program works.
void ignore_the_rest(ForeignKeys &keys) {
    keys.ignore({"program", "version", "reference.real", "reference.imag", "reference.period"});
    keys.ignore({"image.width", "image.height", "image.subsampling", "image.supersampling",
                 "image.subframes", "image.dpi"});
    keys.ignore({"render.filename", "render.zoom_out_sequence", "render.zoom_out_factor",
                 "render.numbering_offset", "render.start_frame", "render.frame_count",
                 "render.prng_seed", "render.save_toml", "render.save_exr", "render.save_png",
                 "render.save_jpg", "render.exr_channels"});
    keys.ignore({"algorithm.lock_maximum_reference_iterations_to_period",
                 "algorithm.reuse_reference", "algorithm.reuse_bilinear_approximation",
                 "algorithm.bla_skip_levels", "opencl.platform", "opencl.device",
                 "opencl.tile_width", "opencl.tile_height"});
    keys.ignore(
        {"newton.action", "newton.domain", "newton.absolute", "newton.power", "newton.factor"});
}

} // namespace

bool is_fraktaler(const TomlDocument &document) {
    return document.text("program") == "fraktaler-3" || document.has("location") ||
           document.has("bailout") || document.has("transform") || document.tables("formula") > 0;
}

ParsedLocation import_fraktaler(const TomlDocument &document, std::string_view source,
                                PlaceSource found_in) {
    ForeignKeys keys(document, source);
    ParsedLocation parsed;
    Location &location = parsed.location;
    location.view = read_view(keys, found_in);
    const FormulaMatch formula = read_formula(keys, document.tables("formula"));
    location.formula.id = formula.formula;
    if (formula.conjugate)
        location.view = conjugated(location.view);
    read_bailout(keys, location);
    if (keys.flag("transform.exponential_map", false))
        keys.refuse(keys.find("transform.exponential_map")->line,
                    "transform.exponential_map is not supported, and without it another picture "
                    "would be shown");
    keys.unsupported("colour.shader", "", "colouring by an own shader is");
    ignore_the_rest(keys);
    keys.refuse_unknown({"location.", "transform.", "formula"});
    parsed.warnings = keys.warnings();
    return parsed;
}

} // namespace fathom
