#pragma once
#include "app/options/scheme_options.h"
#include "render/engines/method_decision.h"
#include "render/places/location.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fathom {
class Engine;
class LimitProgress;
class ReferenceCache;
} // namespace fathom

namespace fathom::app {

class CommandOptions;

/// Threads that --threads may ask for.
inline constexpr int kMaxThreads = 1024;

/// What to iterate, as given on the command line; what was not given stays empty.
struct FormulaOptions {
    std::optional<kernels::FormulaId> id;
    std::optional<std::pair<Decimal, Decimal>> seed; ///< re and im of a Julia set's
    std::optional<std::pair<Decimal, Decimal>> parameter;
    friend bool operator==(const FormulaOptions &, const FormulaOptions &) = default;
};

/// What to look at and in what colours, as given on the command line. What was not given stays
/// empty, so that a location file can say it.
struct ViewOptions {
    std::optional<std::filesystem::path> location; ///< a file; or a line (place_line.h) or
                                                   ///< coordinates (pasted_place.h)
    std::optional<Decimal> re, im, zoom;
    std::optional<double> rotation_degrees;
    std::optional<PlaneMatrix> matrix;
    bool unskew = false; ///< the matrix is the one that find_straightening() finds
    std::optional<std::uint64_t> iterations;
    bool automatic_iterations = false; ///< instead of a number
    std::optional<double> bailout;
    std::optional<std::string> palette;
    FormulaOptions formula;
    SchemeOptions scheme;
    friend bool operator==(const ViewOptions &, const ViewOptions &) = default;
};

/// Where to look and with what, as given on the command line.
struct WhereOptions {
    ViewOptions view;
    std::optional<Size> size;
    std::string device = "auto";
    MethodChoice method;
    int samples = 1;                            ///< a pixel
    int threads = 0;                            ///< of CPU engines; 0: one for each core
    std::optional<std::filesystem::path> orbit; ///< a file of the view's reference orbit
    std::optional<std::uint64_t> orbit_memory;  ///< bytes for one and its jumps
};

/// Offers --location, --re, --im, --zoom, --rotate, --stretch, --iterations, --bailout, --palette,
/// --formula, --julia, --parameter, all of add_scheme_options, --size, --device, --precision,
/// --approximation and --no-shortcuts. `where` has to outlive the parsing; `size` is what the help
/// calls the default of --size.
void add_place_options(CommandOptions &command, WhereOptions &where,
                       const std::string &size = "1920x1080");

/// Offers --unskew; `where` has to outlive the parsing.
void add_unskew_option(CommandOptions &command, WhereOptions &where);

/// Offers all of add_place_options, and --unskew, --samples and --threads.
void add_where_options(CommandOptions &command, WhereOptions &where);

/// Offers --palette, all of add_scheme_options and --threads. `where` has to outlive the parsing.
void add_colour_options(CommandOptions &command, WhereOptions &where);

/// Offers --device; `device` has to outlive the parsing.
void add_device_option(CommandOptions &command, std::string &device);

/// Offers --precision, --approximation and, if asked for, --no-shortcuts; `method` has to outlive
/// the parsing.
void add_method_options(CommandOptions &command, MethodChoice &method, bool with_shortcuts = true);

/// Offers --threads, 1 to kMaxThreads; `threads` has to outlive the parsing.
void add_threads_option(CommandOptions &command, int &threads);

/// A view that is ready to be computed, by whichever engine.
struct Place {
    /// What --location gives.
    enum class Given { nothing, coordinates, line, file };

    Given given = Given::nothing;
    Location location;
    Size size;
    std::shared_ptr<const PaletteTable> lut; ///< of the palette
    std::vector<std::string> warnings;       ///< sentences about the location file
    bool unskew = false;                     ///< see ViewOptions
};

/// The location file, line or coordinates, or without them the formula's home view with a limit and
/// colours that are to be found (see settle), overridden by the other options; 1920x1080 without
/// --size. Throws InputError for a broken file, an unknown palette, a value out of range or a
/// parameter of a formula that has none.
Place resolve_place(const WhereOptions &where);

/// Sets what of the place is to be found to what its picture needs: the limit (see
/// automatic_limit), the matrix (see find_straightening), density and offset of its colours (see
/// survey_location). Found on `engine`, with a reference orbit that stays in the cache. False if
/// stopped. `progress` tells of the limit; it may be null.
bool settle(Place &place, Engine &engine, const std::shared_ptr<ReferenceCache> &reference_cache,
            const std::atomic<bool> &stop, LimitProgress *progress = nullptr);

/// The warnings to give before a picture of the place is computed: the file's, and what the
/// method's precision lacks.
std::vector<std::string> picture_warnings(const Place &place, const Method &method);

} // namespace fathom::app
