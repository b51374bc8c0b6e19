#pragma once
#include "render/import/formula_match.h"

#include <optional>

namespace fathom {

class ForeignKeys;
struct ForeignValue;

/// The formula of Fathom's that a HybridFormula of Kalles Fraktaler is, where all of its steps are
/// the same one; nothing where it has none. Throws InputError 'SOURCE:LINE: REASON' for a broken
/// text.
std::optional<FormulaMatch> match_kfr_hybrid(ForeignKeys &keys, const ForeignValue &value);

} // namespace fathom
