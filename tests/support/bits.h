#pragma once
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fathom {

/// A picture of about `pixels` pixels whose sides no tile, vector or warp divides.
Size odd_size(int pixels);

/// What a frame kept.
struct ComputedPicture {
    SampleBuffer samples;
    std::vector<std::uint32_t> rgba;
};

/// Computes all of a picture, of which it expects success.
ComputedPicture compute(Engine &engine, const RenderRequest &request);

/// How many pixels were compared, and how many differ in any bit.
struct Tally {
    std::uint64_t pixels = 0;
    std::uint64_t samples_differ = 0;
    std::uint64_t colours_differ = 0;

    Tally &operator+=(const Tally &other);
};

/// Compares the pixels of `expected`, which kept everything, with those of `got` from `first` on,
/// as far as that one keeps them.
Tally differences(const ComputedPicture &expected, const ComputedPicture &got, std::size_t first,
                  FrameContents contents);

/// Sums by engine, number type and shortcuts; printed at the end.
class BitsReport {
  public:
    BitsReport() = default;
    BitsReport(const BitsReport &) = delete;
    BitsReport &operator=(const BitsReport &) = delete;
    ~BitsReport();

    /// Expects no difference.
    void add(const std::string &name, const Tally &tally);

  private:
    std::map<std::string, Tally> tallies_;
};

struct NamedEngine {
    std::string name;
    std::unique_ptr<Engine> engine;
};

/// One for each of this processor's instruction sets.
std::vector<NamedEngine> cpu_engines();
/// One for each GPU, and one of all where there are several.
std::vector<NamedEngine> gpu_engines();

/// Asks an engine for the same picture in every way: whatever is kept, watched or not, with
/// shortcuts and without.
void check_all_ways(const NamedEngine &candidate, RenderRequest request,
                    const ComputedPicture &expected, BitsReport &report);

} // namespace fathom
