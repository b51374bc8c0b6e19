#pragma once
#include "kernels/base/sample.h"
#include "kernels/formulas/formula_settings.h"
#include "render/images/exr_reader.h"
#include "render/images/exr_writer.h"
#include "render/jobs/derived_values.h"
#include "render/places/method.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fathom {

class SampleBuffer;
struct RenderRequest;

// The raw data of a picture in an OpenEXR: the channels that Kalles Fraktaler 2+ and Fraktaler-3
// have agreed on (see derived_values.h), and Fathom's own, which keep every bit of the samples.
// docs/reference/raw-data.md describes them all.

/// What is added to escape indices, as the attribute "IterationsBias" says.
inline constexpr std::uint64_t kRawBias = 1024;

/// What raw data keep of orbits where so much is asked for: all of it or nothing, so that a file
/// can be coloured by anything once it was tracked at all.
kernels::Tracking<double> raw_tracking(kernels::Tracking<double> asked) noexcept;

/// Which raw channels a request's samples have.
class RawLayout {
  public:
    explicit RawLayout(const RenderRequest &request);

    [[nodiscard]] std::vector<ExrChannel> channels() const;
    /// Attributes that tell how to read them.
    [[nodiscard]] std::map<std::string, int> numbers() const;
    [[nodiscard]] std::map<std::string, std::string> texts() const;

    [[nodiscard]] Precision precision() const noexcept { return precision_; }
    [[nodiscard]] bool tracked() const noexcept { return tracked_; }
    /// Counts as N0 and N1 instead of N: from where Fraktaler-3 does so.
    [[nodiscard]] bool long_counts() const noexcept { return limit_ + kRawBias >= 0xfffffffeU; }
    /// Names of the channels that hold the words of each of Fathom's own numbers, in the order
    /// of the planes zx, zy, gx, gy, trap.
    [[nodiscard]] std::vector<std::vector<std::string>> own_words() const;

  private:
    Precision precision_;
    bool tracked_;
    std::uint64_t limit_;
};

/// Where a file says in which Precision its samples were iterated.
inline constexpr const char *kRawPrecisionKey = "fathom.precision";
/// The plane `atom` of tracked samples.
inline constexpr const char *kRawAtomName = "fathom.atom";

/// The raw channels of some rows.
class RawRows {
  public:
    explicit RawRows(const RawLayout &layout) : layout_(layout) {}

    /// Takes the samples that `request` asked for.
    void take(SampleBuffer &samples, const RenderRequest &request);
    /// Of what was taken last, in the order of the layout's channels.
    void append_to(std::vector<ExrValues> &values) const;

  private:
    template <class Real> void take_planes(const kernels::SamplePlanes<Real> &planes);

    const RawLayout layout_;
    DerivedValues derived_;
    std::vector<std::uint32_t> n_, n_high_, atom_;
    std::vector<std::vector<std::uint32_t>> words_; ///< as RawLayout::own_words, in one row
};

/// Reads rows from `first` on into `samples`, whose size says how many. Throws InputError for
/// channels that are missing or pixels that are broken.
void read_raw_rows(ExrReader &file, const std::filesystem::path &path, const RawLayout &layout,
                   int first, SampleBuffer &samples);

} // namespace fathom
