// Compiled for the oldest GPUs that packages are made for, on every machine that tests are built
// on: so an instruction that these lack is found there. What is written in instructions or tests
// the architecture is in what is included here.
#include "kernels/cuda/direct_steps.cuh"
#include "kernels/cuda/kept_orbits.cuh"
#include "kernels/cuda/reference_steps.cuh"
#include "kernels/formulas/formula_list-inl.h"
#include "kernels/formulas/powers-inl.h"
#include "kernels/perturbation/perturbed_orbit-inl.h"

namespace fathom::kernels::cuda {

template <class Real>
using Orbit = scalar::PerturbedOrbit<scalar::Mandelbrot, ScalarOps<Real>, Tracks::none>;

template <class Real>
__global__ void oldest_gpu_kernel(Orbit<Real> *orbits, typename Orbit<Real>::View view) {
    Orbit<Real> &orbit = orbits[threadIdx.x];
    const CalmBounds<scalar::Mandelbrot, Orbit<Real>> calm(view);
    const DirectBounds<scalar::Mandelbrot, Orbit<Real>> bounds(view);
    reference_steps(orbit, view, calm, orbit.calm_steps(view));
    direct_steps<kDirectSteps>(orbit, view, bounds, orbit.full_c(view));
}

template __global__ void oldest_gpu_kernel(Orbit<float> *, Orbit<float>::View);
template __global__ void oldest_gpu_kernel(Orbit<double> *, Orbit<double>::View);

} // namespace fathom::kernels::cuda
