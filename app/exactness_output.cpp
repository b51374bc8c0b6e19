#include "app/exactness_output.h"

#include "app/option_advice.h"

namespace fathom {

void print_exactness(const Exactness &exactness, const Method &method,
                     const OutputOptions &output) {
    if (const auto warning = exactness_warning(exactness, method.precision))
        print_warnings({with_options(*warning)}, output);
}

nlohmann::ordered_json exactness_json(const Exactness &exactness) {
    return {{"pixels", exactness.pixels},
            {"doubtful", exactness.doubtful},
            {"tried", exactness.tried},
            {"beyond", exactness.beyond}};
}

} // namespace fathom
