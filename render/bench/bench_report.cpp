#include "render/bench/bench_report.h"

#include "render/base/version.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom {
namespace {

using Json = nlohmann::ordered_json;

Json optional_number(const std::optional<double> &value) {
    return value ? Json(*value) : Json(nullptr);
}

Json to_json(const BenchDeviceRow &row) {
    return {{"device", row.device},
            {"instruction_set", row.instruction_set},
            {"name", row.name},
            {"detail", row.detail}};
}

Json to_json(const PeakRateRow &row) {
    return {{"device", row.device},
            {"type", to_string(row.precision)},
            {"instruction_set", row.instruction_set},
            {"fma_per_s", row.fma_per_s},
            {"iterations_per_s", row.iterations_per_s},
            {"copy_bytes_per_s", row.copy_bytes_per_s}};
}

Json to_json(const EngineRow &row) {
    return {{"device", row.device},
            {"type", to_string(row.precision)},
            {"view", row.view},
            {"shortcuts", row.shortcuts},
            {"instruction_set", row.instruction_set},
            {"width", row.size.width},
            {"height", row.size.height},
            {"ms", row.ms},
            {"iterations", row.iterations},
            {"iterations_per_s", row.iterations_per_s},
            {"percent_of_ceiling", row.percent_of_ceiling},
            {"longest_launch_ms", row.longest_slice_ms},
            {"ratio_to_reference", optional_number(row.ratio_to_reference)},
            {"resolved", row.resolved}};
}

Json to_json(const FormulaRow &row) {
    return {{"device", row.device},
            {"formula", kernels::formula_info(row.formula).id},
            {"julia", row.julia},
            {"tracked", to_string(row.tracks)},
            {"type", to_string(row.precision)},
            {"instruction_set", row.instruction_set},
            {"width", row.size.width},
            {"height", row.size.height},
            {"ms", row.ms},
            {"iterations_per_s", row.iterations_per_s},
            {"percent_of_ceiling", row.percent_of_ceiling}};
}

Json to_json(const TypeRow &row) {
    return {{"device", row.device},
            {"type", to_string(row.precision)},
            {"instruction_set", row.instruction_set},
            {"width", row.size.width},
            {"height", row.size.height},
            {"ms", row.ms},
            {"iterations_per_s", row.iterations_per_s},
            {"ratio_to_double", row.ratio_to_double},
            {"percent_of_ceiling", row.percent_of_ceiling},
            {"instructions", row.instructions},
            {"ratio_at_64", row.ratio_at_64}};
}

Json to_json(const TableRow &row) {
    return {{"device", row.device},
            {"n", row.n},
            {"instruction_set", row.instruction_set},
            {"ms_compute", row.ms_compute},
            {"ms_with_copy", row.ms_with_copy},
            {"ms_colour", optional_number(row.ms_colour)},
            {"checksum", fmt::format("{:016x}", row.checksum)},
            {"agrees", row.agrees}};
}

/// Frames a second of frames that take `ms`.
Json rate(const std::optional<double> &ms) {
    return ms && *ms > 0 ? Json(1000 / *ms) : Json(nullptr);
}

Json to_json(const InteropRow &row) {
    return {{"device", row.device},
            {"width", row.size.width},
            {"height", row.size.height},
            {"interop_fps", rate(row.interop_frame_ms)},
            {"host_fps", rate(row.host_frame_ms)},
            {"interop_ms", optional_number(row.interop_ms)},
            {"host_ms", optional_number(row.host_ms)},
            {"state", row.state},
            {"opengl", row.opengl}};
}

Json to_json(const ExportRow &row) {
    return {{"writer", row.writer},
            {"threads", row.threads},
            {"width", row.size.width},
            {"height", row.size.height},
            {"megapixels_per_s", row.megapixels_per_s},
            {"peak_mib", row.peak_mib}};
}

Json to_json(const WholeExportRow &row) {
    return {{"what", row.what},
            {"device", row.device},
            {"instruction_set", row.instruction_set},
            {"width", row.size.width},
            {"height", row.size.height},
            {"samples", row.samples},
            {"precision", to_string(row.precision)},
            {"ms",
             {{"iterate", row.iterate_ms},
              {"colour", row.colour_ms},
              {"copy", row.copy_ms},
              {"encode", row.encode_ms},
              {"total", row.total_ms}}},
            {"busy", {{"gpu", optional_number(row.busy_gpu)}, {"cpu", row.busy_cpu}}}};
}

Json to_json(const DeepRow &row) {
    return {{"place", row.place},
            {"device", row.device},
            {"instruction_set", row.instruction_set},
            {"precision", to_string(row.precision)},
            {"approximation", row.approximation ? Json(to_string(*row.approximation)) : Json()},
            {"width", row.size.width},
            {"height", row.size.height},
            {"rounds_a_pixel", optional_number(row.rounds_a_pixel)},
            {"ms",
             {{"reference", row.reference_ms},
              {"tables", row.tables_ms},
              {"pixels", row.pixels_ms},
              {"total", row.total_ms}}}};
}

Json to_json(const FilmRow &row) {
    return {{"film", row.film},
            {"what", to_string(row.work)},
            {"device", row.device},
            {"instruction_set", row.instruction_set},
            {"width", row.size.width},
            {"height", row.size.height},
            {"fps", row.frames_per_second},
            {"samples", row.samples},
            {"frames", row.frames},
            {"made", row.made},
            {"ms",
             {{"orbit", optional_number(row.orbit_ms)},
              {"strips", optional_number(row.rings_ms)},
              {"frames", optional_number(row.frames_ms)},
              {"encode", optional_number(row.encode_ms)},
              {"total", optional_number(row.total_ms)}}},
            {"remark", row.remark}};
}

Json to_json(const PublishedTime &time) {
    return {{"tool", time.tool}, {"n", time.n}, {"ms", time.ms}, {"source", time.source}};
}

template <class Row> Json to_json(const std::vector<Row> &rows) {
    Json array = Json::array();
    for (const Row &row : rows)
        array.push_back(to_json(row));
    return array;
}

/// The writers alone, and whole exports.
Json exports_json(const BenchReport &report) {
    Json array = to_json(report.exports);
    for (const WholeExportRow &row : report.whole_exports)
        array.push_back(to_json(row));
    return array;
}

constexpr const char *kH100 = "the same work on an NVIDIA H100 with 16 CPU cores, measured by us";
constexpr const char *kM1 = "a published table: TensorFlow 2.14 on an Apple M1 Pro";

} // namespace

const std::vector<PublishedTime> &published_times() {
    static const std::vector<PublishedTime> times = {
        {"CuPy RawKernel", kH100, 500, 0.034},
        {"CuPy RawKernel", kH100, 2500, 0.073},
        {"CuPy RawKernel", kH100, 5000, 0.257},
        {"CuPy RawKernel", kH100, 10000, 0.823},
        {"CuPy RawKernel", kH100, 15000, 1.799},
        {"CuPy arrays", kH100, 500, 5.1},
        {"CuPy arrays", kH100, 2500, 21.2},
        {"CuPy arrays", kH100, 5000, 80.5},
        {"CuPy arrays", kH100, 10000, 316.6},
        {"CuPy arrays", kH100, 15000, 711.0},
        {"PyTorch GPU", kH100, 500, 3.9},
        {"PyTorch GPU", kH100, 2500, 23.0},
        {"PyTorch GPU", kH100, 5000, 87.2},
        {"PyTorch GPU", kH100, 10000, 343.2},
        {"PyTorch GPU", kH100, 15000, 771.8},
        {"JAX GPU", kH100, 500, 0.79},
        {"JAX GPU", kH100, 2500, 7.8},
        {"JAX GPU", kH100, 5000, 28.3},
        {"JAX GPU", kH100, 10000, 112.2},
        {"JAX GPU", kH100, 15000, 251.8},
        {"Numba CPU, parallel", kH100, 500, 1.9},
        {"Numba CPU, parallel", kH100, 2500, 47},
        {"Numba CPU, parallel", kH100, 5000, 183},
        {"Numba CPU, parallel", kH100, 10000, 725},
        {"Numba CPU, parallel", kH100, 15000, 1686},
        {"PyTorch CPU", kH100, 500, 81},
        {"PyTorch CPU", kH100, 2500, 2827},
        {"PyTorch CPU", kH100, 5000, 13189},
        {"TensorFlow GPU", kM1, 500, 370},
        {"TensorFlow GPU", kM1, 2500, 2680},
        {"TensorFlow GPU", kM1, 5000, 13200},
        {"TensorFlow GPU", kM1, 10000, 42300},
        {"TensorFlow GPU", kM1, 15000, 171000},
        {"TensorFlow CPU", kM1, 500, 270},
        {"TensorFlow CPU", kM1, 2500, 2550},
        {"TensorFlow CPU", kM1, 5000, 12800},
        {"TensorFlow CPU", kM1, 10000, 46500},
        {"TensorFlow CPU", kM1, 15000, 329000},
        {"plain Python", kM1, 500, 480},
        {"plain Python", kM1, 2500, 12400},
        {"plain Python", kM1, 5000, 47200},
    };
    return times;
}

const char *to_string(kernels::Tracks tracks) noexcept {
    switch (tracks) {
    case kernels::Tracks::none:
        return "none";
    case kernels::Tracks::gradient:
        return "gradient";
    case kernels::Tracks::all:
        break;
    }
    return "all";
}

const char *to_string(FilmWork work) noexcept {
    switch (work) {
    case FilmWork::whole:
        return "export";
    case FilmWork::keeping_rings:
        return "keeping rings";
    case FilmWork::from_kept_rings:
        return "again, in other colours";
    case FilmWork::frame_by_frame:
        break;
    }
    return "frame by frame";
}

nlohmann::ordered_json to_json(const BenchReport &report) {
    return {{"version", version()},
            {"runs", report.runs},
            {"devices", to_json(report.devices)},
            {"ceilings", to_json(report.ceilings)},
            {"engines", to_json(report.engines)},
            {"formulas", to_json(report.formulas)},
            {"types", to_json(report.types)},
            {"table", to_json(report.table)},
            {"published", report.table.empty() ? Json::array() : to_json(published_times())},
            {"interop", to_json(report.interop)},
            {"export", exports_json(report)},
            {"deep", to_json(report.deep)},
            {"film", to_json(report.films)}};
}

} // namespace fathom
