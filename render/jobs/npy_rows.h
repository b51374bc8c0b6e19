#pragma once
#include "render/images/npy_writer.h"
#include "render/jobs/derived_values.h"

#include <vector>

namespace fathom {

class SampleBuffer;
struct RenderRequest;

/// The records of a NumPy file of samples: `iterations`, the escape index (the limit where a sample
/// did not escape), and `smooth`, its smooth value in iterations, as near as a float comes to it.
/// Raw data are, besides, what an OpenEXR's raw channels hold by the same names and in the same
/// bits (see raw_channels.h): `NF`, `T`, of tracked samples `DEX` and `DEY`; `zx`, `zy`, of tracked
/// ones `gx`, `gy`, `trap` and `atom`, in the type that was iterated in.
class NpyRows {
  public:
    explicit NpyRows(bool raw) : raw_(raw) {}

    /// The array of the whole picture that `whole` asks for.
    [[nodiscard]] NpyLayout layout(const RenderRequest &whole) const;

    /// Of the samples that `request` asked for, the values of the layout's fields. They are good
    /// until the next call, and as long as `samples` is not changed.
    std::vector<NpyValues> take(SampleBuffer &samples, const RenderRequest &request);

  private:
    const bool raw_;
    std::vector<std::int64_t> iterations_;
    std::vector<float> smooth_;
    DerivedValues derived_;
};

} // namespace fathom
