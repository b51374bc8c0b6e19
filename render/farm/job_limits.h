#pragma once

namespace fathom::farm {

struct FarmJob;

/// Parts that the job can have: of a picture whole blocks of the colour filter, so that a part has
/// the colours of the picture in one piece, of a film whole segments.
int most_parts(const FarmJob &job) noexcept;

} // namespace fathom::farm
