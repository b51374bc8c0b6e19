#include "render/bench/bench_formulas.h"

#include "kernels/formulas/formula_cost.h"
#include "render/bench/bench_runs.h"
#include "render/bench/device_ceiling.h"
#include "render/engines/engine.h"
#include "render/places/palette.h"

namespace fathom {
namespace {

using kernels::FormulaId;
using kernels::Tracks;

constexpr Tracks kLevels[] = {Tracks::none, Tracks::gradient, Tracks::all};
constexpr Precision kFormulaTypes[] = {Precision::f32, Precision::f64};

RenderRequest request_for(const FormulaRow &row, const Location &location, Size size) {
    const MethodChoice choice{.precision = row.precision, .shortcuts = false};
    RenderRequest request = make_request(location, size, {0, 0, size.width, size.height}, {},
                                         decide_method(location, size, choice));
    request.tracking.level = row.tracks;
    request.colour.lut = load_lut(std::nullopt, "default");
    return request;
}

/// Every formula on one device.
class FormulasOfDevice {
  public:
    FormulasOfDevice(BenchmarkDevice &device, const FormulaBench &bench, BenchReport &report)
        : device_(device), bench_(bench), report_(report), first_row_(report.formulas.size()) {}

    /// False if stopped.
    bool measure(FormulaId id, bool julia, const BenchmarkWatch &watch) {
        const Location location = formula_view(id, julia).location;
        for (const Precision type : kFormulaTypes)
            for (const Tracks tracks : kLevels)
                if (!measure_row({.device = device_.id,
                                  .instruction_set = device_.instruction_set,
                                  .formula = id,
                                  .julia = julia,
                                  .tracks = tracks,
                                  .precision = type},
                                 location, watch.stop))
                    return false;
        return true;
    }

    void measure_ceiling() { ceiling_.measure(device_); }

    /// Judges the rows.
    void conclude() {
        for (std::size_t i = first_row_; i < report_.formulas.size(); ++i) {
            FormulaRow &row = report_.formulas[i];
            const auto least = kernels::least_operations(row.formula, row.tracks);
            const double instructions = least.fma + (device_.is_gpu() ? least.add : 0);
            row.percent_of_ceiling = 100 * row.iterations_per_s * instructions /
                                     ceiling_.rate().fma_per_s(row.precision);
        }
    }

  private:
    bool measure_row(FormulaRow row, const Location &location, const std::atomic<bool> &stop) {
        const auto request = [&](Size size) { return request_for(row, location, size); };
        const auto runs =
            measure_affordable(device_, bench_.size, bench_.longest_ms, bench_.runs, request, stop);
        if (!runs)
            return false;
        row.size = runs->size;
        row.ms = runs->result.median_ms;
        row.iterations_per_s = runs->result.iterations_per_second;
        report_.formulas.push_back(std::move(row));
        return true;
    }

    BenchmarkDevice &device_;
    const FormulaBench &bench_;
    BenchReport &report_;
    const std::size_t first_row_; ///< of this device
    DeviceCeiling ceiling_;
};

} // namespace

BenchmarkView formula_view(FormulaId id, bool julia) {
    const kernels::FormulaInfo &info = kernels::formula_info(id);
    Location location;
    location.formula.id = id;
    location.formula.julia = julia;
    location.formula.seed_re = Decimal::parse("-0.2");
    location.formula.seed_im = Decimal::parse("-0.1");
    location.view.re = Decimal::from_double(julia ? 0 : info.home_re);
    location.view.im = Decimal::from_double(julia ? 0 : info.home_im);
    location.view.zoom = Decimal::from_double(info.home_zoom);
    location.iterations = 5000;
    return {info.id, std::move(location)};
}

bool bench_formulas(std::vector<BenchmarkDevice> &devices, const FormulaBench &bench,
                    const BenchmarkWatch &watch, BenchReport &report) {
    const std::size_t count = kernels::formulas().size();
    const double steps = static_cast<double>(2 * count * devices.size());
    double done = 0;
    for (BenchmarkDevice &device : devices) {
        if (device.id == "reference" && !bench.with_reference)
            continue;
        FormulasOfDevice of_device(device, bench, report);
        of_device.measure_ceiling();
        for (std::size_t i = 0; i < count; ++i)
            for (const bool julia : {false, true}) {
                if (!of_device.measure(FormulaId(i), julia, watch))
                    return false;
                watch.progress(++done / steps);
            }
        of_device.measure_ceiling();
        of_device.conclude();
    }
    return true;
}

} // namespace fathom
