#include "app/output.h"

#include "render/base/error.h"

#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>

namespace fathom::app {

void print_text(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw DiskError(fmt::format("cannot write to standard output ({}); check where it goes",
                                    std::generic_category().message(errno)));
}

void print_json(const nlohmann::ordered_json &object) {
    using Json = nlohmann::ordered_json;
    print_text(object.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
}

void print_error(std::string_view sentence) noexcept {
    std::fputs("fathom: ", stderr);
    std::fwrite(sentence.data(), 1, sentence.size(), stderr);
    std::fputc('\n', stderr);
}

void print_warnings(const std::vector<std::string> &sentences, const OutputOptions &options) {
    if (options.quiet)
        return;
    for (const std::string &sentence : sentences)
        print_error("warning: " + sentence);
}

} // namespace fathom::app
