#include "render/bench/bench_types.h"

#include "kernels/base/scalar_two_ops.h"
#include "kernels/formulas/mandelbrot_step-inl.h"
#include "kernels/formulas/powers-inl.h"
#include "render/bench/bench_runs.h"
#include "render/bench/device_ceiling.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/places/palette.h"

#include <algorithm>

namespace fathom {
namespace {

using kernels::Operations;

/// A number that counts what is done with it.
struct Counted {
    Operations *counter = nullptr; ///< null: a constant
};

/// The operations that count (see formula_cost.h).
struct CountingOps {
    using Real = double;
    using Value = Counted;
    using Mask = bool;
    using Index = std::uint32_t;
    using Exponent = std::int32_t;

    static Value set(double /*value*/) noexcept { return {}; }
    static Value neg(Value a) noexcept { return a; }
    static Value add(Value a, Value b) noexcept { return count(&Operations::add, a, b); }
    static Value sub(Value a, Value b) noexcept { return add(a, b); }
    static Value twice(Value a) noexcept { return add(a, a); }
    static Value mul(Value a, Value b) noexcept { return count(&Operations::fma, a, b); }
    static Value fma(Value a, Value b, Value c) noexcept {
        return count(&Operations::fma, a.counter != nullptr ? a : b, c);
    }
    static Value negative_fma(Value a, Value b, Value c) noexcept { return fma(a, b, c); }
    static Value fma_minus(Value a, Value b, Value c) noexcept { return fma(a, b, c); }
    // 2 a is a sum, unless it is kept from before.
    static Value fma_twice(Value a, Value b, Value c) noexcept { return fma(twice(a), b, c); }

  private:
    static Value count(int Operations::*kind, Value a, Value b) noexcept {
        const Value result = a.counter != nullptr ? a : b;
        if (result.counter != nullptr)
            ++(result.counter->*kind);
        return result;
    }
};

template <class Value> Value counted(Operations &operations) {
    if constexpr (std::is_same_v<Value, Counted>)
        return {&operations};
    else
        return {{&operations}, {&operations}};
}

template <class Ops> Operations count(bool perturbed) {
    using Value = typename Ops::Value;
    Operations operations;
    const auto any = counted<Value>(operations);
    Value x = any;
    Value y = any;
    if (!perturbed) {
        kernels::scalar::step<Ops>(x, y, any, any);
        return operations;
    }
    const auto difference = kernels::scalar::Mandelbrot::delta<Ops>(
        kernels::scalar::Complex<Value>{any, any}, {any, any}, kernels::scalar::NoScale());
    x = Ops::add(difference.x, any);
    y = Ops::add(difference.y, any);
    // High parts decide.
    using kernels::scalar::high;
    using High = kernels::scalar::HighOps<Ops>;
    kernels::scalar::norm<High>(high(x), high(y));
    kernels::scalar::norm<High>(High::add(high(x), high(any)), High::add(high(y), high(any)));
    return operations;
}

int sum(Operations operations) {
    return operations.fma + operations.add;
}

Location location_for(Precision precision) {
    if (!is_perturbed(precision))
        return benchmark_views().front().location;
    Location location;
    location.view.re = Decimal::parse("-0.743643887037158704752191506114774");
    location.view.im = Decimal::parse("0.131825904205311970493132056385139");
    location.view.zoom = Decimal::parse("1e20");
    location.iterations = 20'000;
    return location;
}

/// Every type on one device.
class TypesOfDevice {
  public:
    TypesOfDevice(BenchmarkDevice &device, const TypeBench &bench, BenchReport &report)
        : device_(device), bench_(bench), report_(report), first_row_(report.types.size()) {}

    void measure_ceiling() { ceiling_.measure(device_); }

    /// False if stopped.
    bool measure_type(Precision precision, const std::atomic<bool> &stop) {
        const Location location = location_for(precision);
        const auto cache = std::make_shared<ReferenceCache>();
        const auto request = [&](Size size) {
            Method method(precision, Approximation::none, cache);
            method.shortcuts = false;
            RenderRequest made =
                make_request(location, size, {0, 0, size.width, size.height}, {}, method);
            made.colour.lut = std::make_shared<const PaletteTable>(1, 0);
            return made;
        };
        const auto runs =
            measure_affordable(device_, bench_.size, bench_.longest_ms, bench_.runs, request, stop);
        if (!runs)
            return false;
        report_.types.push_back({.device = device_.id,
                                 .instruction_set = device_.instruction_set,
                                 .precision = precision,
                                 .size = runs->size,
                                 .ms = runs->result.median_ms,
                                 .iterations_per_s = runs->result.iterations_per_second});
        return true;
    }

    /// Judges the rows.
    void conclude() {
        const auto first = report_.types.begin() + static_cast<std::ptrdiff_t>(first_row_);
        const auto doubles = std::find_if(first, report_.types.end(), [](const TypeRow &row) {
            return row.precision == Precision::f64;
        });
        for (auto row = first; row != report_.types.end(); ++row) {
            const Operations least = operations_of(row->precision);
            const int instructions = device_.is_gpu() ? sum(least) : std::max(least.fma, least.add);
            row->instructions = sum(least);
            row->percent_of_ceiling = 100 * row->iterations_per_s * instructions /
                                      ceiling_.rate().fma_per_s(row->precision);
            row->ratio_to_double = row->iterations_per_s / doubles->iterations_per_s;
            row->ratio_at_64 = ratio_by_instructions(row->precision, 64);
        }
    }

  private:
    BenchmarkDevice &device_;
    const TypeBench &bench_;
    BenchReport &report_;
    const std::size_t first_row_; ///< of this device
    DeviceCeiling ceiling_;
};

} // namespace

Operations operations_of(Precision precision) {
    const bool perturbed = is_perturbed(precision);
    return is_two(precision) ? count<kernels::scalar::TwoOps<CountingOps>>(perturbed)
                             : count<CountingOps>(perturbed);
}

double ratio_by_instructions(Precision precision, double ratio) {
    return (is_f32(precision) ? ratio : 1) * sum(operations_of(Precision::f64)) /
           sum(operations_of(precision));
}

bool bench_types(std::vector<BenchmarkDevice> &devices, const TypeBench &bench,
                 const BenchmarkWatch &watch, BenchReport &report) {
    const double steps = static_cast<double>(devices.size() * std::size(kPrecisions));
    double done = 0;
    for (BenchmarkDevice &device : devices) {
        if (device.id == "reference" && !bench.with_reference)
            continue;
        TypesOfDevice of_device(device, bench, report);
        of_device.measure_ceiling();
        for (const Precision precision : kPrecisions) {
            if (!of_device.measure_type(precision, watch.stop))
                return false;
            watch.progress(++done / steps);
        }
        of_device.measure_ceiling();
        of_device.conclude();
    }
    return true;
}

} // namespace fathom
