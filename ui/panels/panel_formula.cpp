#include "render/places/location.h"
#include "ui/panels/panels.h"
#include "ui/state/julia_seeds.h"
#include "ui/texts/formula.h"
#include "ui/texts/why_not.h"
#include "ui/widgets/controls.h"

#include <fmt/format.h>

namespace fathom::ui {
namespace {

using kernels::FormulaId;
using kernels::formulas;

void draw_seed(Controls &controls, const Location &location, FormulaPanelChoice &choice) {
    FormulaChoice formula = location.formula;
    bool changed = false;
    controls.label(texts::formula::kSeedReal);
    if (auto re = controls.decimal_field("formula-seed-re", formula.seed_re)) {
        formula.seed_re = std::move(*re);
        changed = true;
    }
    controls.label(texts::formula::kSeedImaginary);
    if (auto im = controls.decimal_field("formula-seed-im", formula.seed_im)) {
        formula.seed_im = std::move(*im);
        changed = true;
    }
    controls.label("");
    if (controls.button("formula-seed-centre", texts::formula::kSeedFromCentre, -1)) {
        formula.seed_re = location.view.re;
        formula.seed_im = location.view.im;
        changed = true;
    }
    if (changed)
        choice.formula = formula;
}

// The point in the middle is the one that its Julia set is about; that of the whole set was not
// chosen by anybody.
void take_seed(const Location &location, FormulaChoice &formula) {
    FormulaChoice plane = formula;
    plane.julia = false;
    const View home = home_view(plane);
    const bool at_home = location.view.re == home.re && location.view.im == home.im;
    const auto telling = at_home ? telling_seed(formula.id) : std::nullopt;
    formula.seed_re = telling ? telling->first : location.view.re;
    formula.seed_im = telling ? telling->second : location.view.im;
}

void draw_parameter(Controls &controls, const Location &location, FormulaPanelChoice &choice) {
    constexpr Range kRange{-LocationLimits::kMaxParameter, LocationLimits::kMaxParameter};
    FormulaChoice formula = location.formula;
    controls.label(texts::formula::kParameterReal);
    const auto re = controls.number_field("formula-parameter-re", formula.parameter_re, kRange);
    controls.label(texts::formula::kParameterImaginary);
    const auto im = controls.number_field("formula-parameter-im", formula.parameter_im, kRange);
    if (!re && !im)
        return;
    formula.parameter_re = re.value_or(formula.parameter_re);
    formula.parameter_im = im.value_or(formula.parameter_im);
    choice.formula = formula;
}

} // namespace

FormulaPanelChoice draw_formula_panel(Controls &controls, const Location &location) {
    FormulaPanelChoice choice;
    FormulaChoice formula = location.formula;
    const auto shown = static_cast<int>(formula.id);
    controls.heading(texts::formula::kFormula);
    ImGui::SetNextItemWidth(-FLT_MIN);
    const auto entry = [](int at) { return formulas()[static_cast<std::size_t>(at)].name; };
    const auto chosen =
        controls.list("formula", entry(shown), static_cast<int>(formulas().size()), shown, entry);
    const kernels::FormulaInfo &info = kernels::formula_info(formula.id);
    controls.note_in_lines(2, Theme::kDim, fmt::format(texts::formula::kRule, info.rule));
    if (chosen) {
        formula.id = static_cast<FormulaId>(*chosen);
        choice.formula = formula;
        choice.view = home_view(formula);
    }
    if (controls.button("formula-home", texts::formula::kWholeSet, -1))
        choice.view = home_view(location.formula);
    controls.heading(texts::formula::kParameter);
    {
        const Controls::Unless unless(controls,
                                      info.has_parameter ? nullptr : texts::why_not::kNoParameter);
        draw_parameter(controls, location, choice);
    }
    controls.heading(texts::formula::kJulia);
    if (controls.toggle("formula-julia", texts::formula::kShowJulia, formula.julia)) {
        if (formula.julia && formula.seed_re.is_zero() && formula.seed_im.is_zero())
            take_seed(location, formula);
        choice.formula = formula;
        choice.view = home_view(formula);
    }
    const Controls::Unless unless(controls,
                                  location.formula.julia ? nullptr : texts::why_not::kNoJulia);
    draw_seed(controls, location, choice);
    controls.note(texts::formula::kAboutSeeds);
    return choice;
}

} // namespace fathom::ui
