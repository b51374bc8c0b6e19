#include "kernels/colour_rows.h"

#include "kernels/cpu_features.h"

namespace fathom::kernels {
namespace {

template <class Real> FATHOM_INLINE void run(const ColourWork<Real> &work) noexcept {
    for (int y = work.y0; y < work.y1; ++y) {
        std::uint32_t *row = work.rgba + static_cast<std::size_t>(y) * work.planes.width;
        for (int x = work.x0; x < work.x1; ++x)
            row[x] = colour_pixel(work.planes, x, y, work.finest, work.params);
    }
}

#if defined(__x86_64__)
template <class Real>
[[gnu::target("fma,sse4.1")]] void run_fma(const ColourWork<Real> &work) noexcept {
    run(work);
}
#endif

template <class Real> void choose(const ColourWork<Real> &work) noexcept {
#if defined(__x86_64__)
    if (cpu_has_fma())
        return run_fma(work);
#endif
    run(work);
}

} // namespace

void colour_rectangle(const ColourWork<float> &work) noexcept {
    choose(work);
}
void colour_rectangle(const ColourWork<double> &work) noexcept {
    choose(work);
}

} // namespace fathom::kernels
