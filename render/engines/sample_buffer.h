#pragma once
#include "kernels/base/per_real.h"
#include "kernels/base/sample.h"
#include "render/base/uninitialised.h"
#include "render/engines/render_request.h"

#include <cstdint>
#include <utility>

namespace fathom {

/// The samples of one picture in host memory, in the number type that they were iterated in.
class SampleBuffer {
  public:
    SampleBuffer() = default;
    /// With no samples yet: all of them are to be written before they are read.
    /// FrameContents::counts has no z; what is kept of orbits is
    /// there by `tracks`; only what
    /// `counts_in_64_bits` has the second words of escape indices (see kernels::counts_in_64_bits).
    SampleBuffer(Size size, Precision precision, FrameContents contents = FrameContents::samples,
                 kernels::Tracks tracks = kernels::Tracks::none, bool counts_in_64_bits = false)
        : size_(size), precision_(precision), contents_(contents), tracks_(tracks), n_(count()),
          n_high_(counts_in_64_bits ? count() : 0), atom_(has_all() ? count() : 0) {
        with_real(precision, [&]<class Real>() { values_.get<Real>().resize(reals() * count()); });
    }

    /// Likewise, for a request's frame.
    explicit SampleBuffer(const RenderRequest &request)
        : SampleBuffer(request.size, request.precision, request.contents, request.tracking.level,
                       kernels::counts_in_64_bits(request.limit)) {}

    /// Makes it one for the request, without any samples yet, in the memory that it has as far as
    /// that goes. Throws std::bad_alloc, and is then good for nothing.
    void remake(const RenderRequest &request) {
        size_ = request.size;
        precision_ = request.precision;
        contents_ = request.contents;
        tracks_ = request.tracking.level;
        resize_anew(n_, count());
        resize_anew(n_high_, kernels::counts_in_64_bits(request.limit) ? count() : 0);
        resize_anew(atom_, has_all() ? count() : 0);
        const bool real = is_f32(precision_);
        resize_anew(values_.f32, real ? reals() * count() : 0);
        resize_anew(values_.f64, real ? 0 : reals() * count());
    }

    /// From now on they are samples of another type that is stored in the same numbers.
    void pass_for(Precision precision) noexcept { precision_ = precision; }

    /// True if it is such a one as is made for the request.
    [[nodiscard]] bool fits(const RenderRequest &request) const noexcept {
        return size_ == request.size && precision_ == request.precision &&
               contents_ == request.contents && tracks() == request.tracking.level &&
               counts_in_64_bits() == kernels::counts_in_64_bits(request.limit);
    }

    [[nodiscard]] Size size() const noexcept { return size_; }
    [[nodiscard]] Precision precision() const noexcept { return precision_; }
    [[nodiscard]] FrameContents contents() const noexcept { return contents_; }
    [[nodiscard]] kernels::Tracks tracks() const noexcept { return tracks_; }
    [[nodiscard]] bool has_gradient() const noexcept {
        return tracks_ >= kernels::Tracks::gradient;
    }
    /// The trap and the atom, too.
    [[nodiscard]] bool has_all() const noexcept { return tracks_ == kernels::Tracks::all; }
    [[nodiscard]] bool counts_in_64_bits() const noexcept { return !n_high_.empty(); }
    [[nodiscard]] std::size_t count() const noexcept {
        return static_cast<std::size_t>(size_.width) * size_.height;
    }
    /// That it takes.
    [[nodiscard]] std::size_t bytes() const noexcept {
        return sizeof(std::uint32_t) * (n_.size() + n_high_.size() + atom_.size()) +
               sizeof(float) * values_.f32.size() + sizeof(double) * values_.f64.size();
    }
    /// That those of a request's frame take.
    [[nodiscard]] static std::size_t bytes_of(const RenderRequest &request) noexcept {
        SampleBuffer none;
        none.contents_ = request.contents;
        none.tracks_ = request.tracking.level;
        const std::size_t words =
            1 + (kernels::counts_in_64_bits(request.limit) ? 1 : 0) + (none.has_all() ? 1 : 0);
        const std::size_t real = is_f32(request.precision) ? sizeof(float) : sizeof(double);
        return static_cast<std::size_t>(request.size.width) * request.size.height *
               (words * sizeof(std::uint32_t) + none.reals() * real);
    }
    /// The whole escape index of sample `at`, see kernels::index_at.
    [[nodiscard]] std::uint64_t index(std::size_t at) const noexcept {
        return counts_in_64_bits() ? n_[at] | std::uint64_t{n_high_[at]} << 32 : n_[at];
    }
    /// The first words of all escape indices: the indices themselves in what does not count
    /// in 64 bits.
    [[nodiscard]] const UninitialisedVector<std::uint32_t> &n() const noexcept { return n_; }
    /// z of sample `at`, exact in double whatever the type.
    [[nodiscard]] double zx(std::size_t at) const noexcept { return value(0, at); }
    [[nodiscard]] double zy(std::size_t at) const noexcept { return value(1, at); }
    /// What is tracked, see kernels::SamplePlanes.
    [[nodiscard]] double gx(std::size_t at) const noexcept { return value(first_tracked(), at); }
    [[nodiscard]] double gy(std::size_t at) const noexcept {
        return value(first_tracked() + 1, at);
    }
    [[nodiscard]] double trap(std::size_t at) const noexcept {
        return value(first_tracked() + 2, at);
    }
    [[nodiscard]] std::uint32_t atom(std::size_t at) const noexcept { return atom_[at]; }

    /// What stands in them for values that are not finite.
    [[nodiscard]] double largest() const noexcept {
        return is_f32(precision_) ? double(kernels::kLargest<float>) : kernels::kLargest<double>;
    }

    /// `Real` has to be the buffer's type. The planes that it has not are null.
    template <class Real> kernels::SamplePlanes<Real> planes() noexcept {
        kernels::SamplePlanes<Real> planes;
        planes.n = n_.data();
        planes.width = size_.width;
        planes.height = size_.height;
        Real *next = values_.get<Real>().data();
        const auto take = [&] { return std::exchange(next, next + count()); };
        if (contents_ != FrameContents::counts) {
            planes.zx = take();
            planes.zy = take();
        }
        if (has_gradient()) {
            planes.gx = take();
            planes.gy = take();
        }
        if (has_all()) {
            planes.trap = take();
            planes.atom = atom_.data();
        }
        if (counts_in_64_bits())
            planes.n_high = n_high_.data();
        return planes;
    }

  private:
    /// Planes of them.
    [[nodiscard]] std::size_t reals() const noexcept {
        return first_tracked() + (has_all() ? 3 : has_gradient() ? 2 : 0);
    }
    [[nodiscard]] std::size_t first_tracked() const noexcept {
        return contents_ == FrameContents::counts ? 0 : 2;
    }
    [[nodiscard]] double value(std::size_t plane, std::size_t at) const noexcept {
        const std::size_t place = plane * count() + at;
        return is_f32(precision_) ? values_.f32[place] : values_.f64[place];
    }

    Size size_;
    Precision precision_ = Precision::f64;
    FrameContents contents_ = FrameContents::samples;
    kernels::Tracks tracks_ = kernels::Tracks::none;
    UninitialisedVector<std::uint32_t> n_;
    UninitialisedVector<std::uint32_t> n_high_; ///< empty unless it counts in 64 bits
    UninitialisedVector<std::uint32_t> atom_;
    /// Plane after plane: zx, zy, gx, gy, trap, as far as they are kept; empty of the other type.
    kernels::PerReal<UninitialisedVector> values_;
};

} // namespace fathom
