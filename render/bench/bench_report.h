#pragma once
#include "render/engines/render_request.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace fathom {

// The results of 'fathom bench'. Every row names its device by its id; a CPU's rows also their
// instruction set, which is empty for GPUs.

struct BenchDeviceRow {
    std::string device;
    std::string instruction_set;
    std::string name;   ///< of the processor or GPU
    std::string detail; ///< as EngineInfo has it
};

struct PeakRateRow {
    std::string device;
    std::string instruction_set;
    Precision precision = Precision::f64;
    double fma_per_s = 0;
    double iterations_per_s = 0;
    double copy_bytes_per_s = 0;
};

struct EngineRow {
    std::string device;
    std::string instruction_set;
    Precision precision = Precision::f64;
    std::string view;
    bool shortcuts = false;
    Size size;
    double ms = 0; ///< median
    std::uint64_t iterations = 0;
    double iterations_per_s = 0;
    double longest_slice_ms = 0;              ///< of a GPU, 0 for others
    double percent_of_ceiling = 0;            ///< above 100 where shortcuts spare iterations
    std::optional<double> ratio_to_reference; ///< of iterations a second; none without a reference
    bool resolved = true; ///< false: too deep for the number type to tell pixels apart
};

struct FormulaRow {
    std::string device;
    std::string instruction_set;
    kernels::FormulaId formula{};
    bool julia = false;
    kernels::Tracks tracks = kernels::Tracks::none;
    Precision precision = Precision::f64;
    Size size{};
    double ms = 0; ///< median
    double iterations_per_s = 0;
    double percent_of_ceiling = 0; ///< of what bench_formulas takes for it
};

struct TypeRow {
    std::string device;
    std::string instruction_set;
    Precision precision = Precision::f64;
    Size size{};
    double ms = 0; ///< median
    double iterations_per_s = 0;
    double ratio_to_double = 0;    ///< of iterations a second, to those in f64 on the device
    double percent_of_ceiling = 0; ///< of what bench_types takes for it
    int instructions = 0;          ///< of an iteration at least: operations_of's sum
    double ratio_at_64 = 0;        ///< as ratio_to_double, by the instructions alone, where there
                                   ///< are 64 times as many units for float as for double
};

struct TableRow {
    std::string device;
    std::string instruction_set;
    int n = 0;                       ///< pixels a side
    double ms_compute = 0;           ///< the counts, in the device's memory
    double ms_with_copy = 0;         ///< and copied to the host
    std::optional<double> ms_colour; ///< iterated and coloured, in the device's memory; GPUs only
    std::uint64_t checksum = 0;      ///< FNV-1a of the counts
    bool agrees = true;              ///< with the first device's counts
};

struct InteropRow {
    std::string device;
    Size size;
    std::optional<double> interop_frame_ms; ///< a frame computed, coloured and drawn; none: state
    std::optional<double> host_frame_ms;    ///< the same through host memory
    std::optional<double> interop_ms; ///< of it from the samples to the picture drawn, to its end
    std::optional<double> host_ms;
    std::string state;  ///< "on", or why interop or all of it was not measured
    std::string opengl; ///< the device that draws
};

struct ExportRow {
    std::string writer;
    int threads = 1;
    Size size;
    double megapixels_per_s = 0;
    double peak_mib = 0; ///< of resident memory that the writer added
};

/// A whole export, from the location to the file.
struct WholeExportRow {
    std::string what; ///< name of the picture
    std::string device;
    std::string instruction_set;
    Size size;
    int samples = 1;
    Precision precision = Precision::f64;
    /// Times as StageTimes has them: stages run beside each other.
    double iterate_ms = 0, colour_ms = 0, copy_ms = 0, encode_ms = 0, total_ms = 0;
    std::optional<double> busy_gpu; ///< share of the total, 0 to 1, that a GPU iterated or
                                    ///< coloured, of several the mean; none without one
    double busy_cpu = 0;            ///< processor time of the process by all cores' time, 0 to 1
};

struct DeepRow {
    std::string place;
    std::string device;
    std::string instruction_set;
    Precision precision = Precision::f64;
    std::optional<Approximation> approximation; ///< none where nothing is perturbed
    Size size;
    double reference_ms = 0, tables_ms = 0; ///< making the reference orbit and its jumps
    double pixels_ms = 0;                   ///< iterating
    double total_ms = 0;                    ///< from the location to samples and colours
    std::optional<double> rounds_a_pixel;   ///< see there; none where nothing is perturbed
};

/// What of a film is measured.
enum class FilmWork {
    whole,           ///< its export
    keeping_rings,   ///< the export that keeps its rings on the disk
    from_kept_rings, ///< and the next one of the same film in other colours
    frame_by_frame   ///< frames that are iterated one by one
};

struct FilmRow {
    std::string film;
    FilmWork work = FilmWork::whole;
    std::string device;
    std::string instruction_set;
    Size size;
    double frames_per_second = 0;
    int samples = 1; ///< a pixel, of films at least
    int frames = 0;  ///< of the film
    int made = 0;    ///< of these, what the stages' times are for
    /// Times as FilmExportResult has them: stages run beside each other. None of what did not run.
    std::optional<double> orbit_ms, rings_ms, frames_ms, encode_ms;
    std::optional<double> total_ms; ///< for all frames, of those one by one by extrapolation
    std::string remark;             ///< what is to be known of these figures; or empty
};

struct BenchReport {
    int runs = 0;
    std::vector<BenchDeviceRow> devices;
    std::vector<PeakRateRow> ceilings;
    std::vector<EngineRow> engines;
    std::vector<FormulaRow> formulas;
    std::vector<TypeRow> types;
    std::vector<TableRow> table;
    std::vector<InteropRow> interop;
    std::vector<ExportRow> exports;
    std::vector<WholeExportRow> whole_exports;
    std::vector<DeepRow> deep;
    std::vector<FilmRow> films;
};

/// What a published program needs for the table's work, as given there.
struct PublishedTime {
    const char *tool;
    const char *source;
    int n;
    double ms;
};
const std::vector<PublishedTime> &published_times();

/// "none", "gradient" or "all".
const char *to_string(kernels::Tracks tracks) noexcept;

/// "export", "keeping rings", "again, in other colours" or "frame by frame".
const char *to_string(FilmWork work) noexcept;

/// The report with the keys that README.md calls stable: ceilings, engines, formulas, types,
/// table, interop, export, deep, film; what did not run is an empty array.
nlohmann::ordered_json to_json(const BenchReport &report);

/// The report as aligned text for a terminal.
std::string to_text(const BenchReport &report);

/// The report as Markdown tables.
std::string to_markdown(const BenchReport &report);

} // namespace fathom
