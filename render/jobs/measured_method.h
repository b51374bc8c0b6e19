#pragma once
#include "render/base/complaint.h"
#include "render/jobs/doubtful_pixels.h"
#include "render/jobs/exactness.h"

#include <string>
#include <vector>

namespace fathom {

/// A picture whose number type is to be measured.
struct MeasuredPicture {
    const Location &location;
    Size size;
    int samples = 1; ///< a pixel
    int threads = 0; ///< that make a reference orbit; 0: one for each core
    /// Whether a better type may be taken than the one that the method has.
    bool may_change = true;
    /// Whether that may be one that makes a reference orbit of more digits.
    bool may_remake_orbit = true;
};

/// How a picture is to be iterated, and what was found.
struct MeasuredMethod {
    Method method;
    /// If only the pixels that this one does not tell are iterated in the method's type.
    std::optional<FirstType> first;
    Exactness exactness; ///< of its type, with the better ones that were tried and not taken
    /// Of the types that were left for better ones, the first first; the last one that each tried
    /// was taken.
    std::vector<Exactness> left;
};

/// How long a picture may take in sums of two doubles, by what a few of its pixels take, without
/// having been asked for: ten minutes.
inline constexpr double kMostSecondsByNeed = 600;

/// Takes a better type than that of `method` (see better_types) where the measure finds that more
/// pixels are doubtful than is allowed, that at least half of them are not in that type, and that
/// the picture does not take longer than kMostSecondsByNeed in it; then looks at that one. Sums of
/// two are taken for the doubtful pixels alone, which makes a picture some three times as long
/// where few are, instead of ten times. They make their reference orbit in a cache of their own,
/// which the method then has. Nothing if `stop` became true. Throws as measure_exactness.
std::optional<MeasuredMethod> measured_method(Engine &engine, const MeasuredPicture &picture,
                                              const Method &method, const std::atomic<bool> &stop);

/// "perturb-f64 instead of f64, in which about 3 % of the pixels would not be exact", "iterated in
/// perturb-2f64 where perturb-f64 does not tell: at about 3 % of the pixels": of the types that
/// were left; empty if none was.
std::string words_for_types_left(const MeasuredMethod &measured);

/// What is to be said of a type that does not tell all pixels, with the better type and why that
/// was not taken; nothing where few enough are doubtful.
std::optional<Complaint> exactness_warning(const MeasuredMethod &measured);

} // namespace fathom
