#include "app/output.h"

#include "render/base/error.h"
#include "render/base/printable.h"

#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <new>
#include <nlohmann/json.hpp>
#include <system_error>

namespace fathom::app {

void print_text(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
        return;
    if (errno == EPIPE)
        throw OutputClosed("standard output is closed");
    throw DiskError(fmt::format("cannot write to standard output ({}); check where it goes",
                                std::generic_category().message(errno)));
}

void print_line(std::string_view sentence) {
    print_text(legible(sentence) + '\n');
}

void print_json(const nlohmann::ordered_json &object) {
    using Json = nlohmann::ordered_json;
    print_text(object.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
}

void print_error(std::string_view sentence) noexcept {
    std::string text;
    try {
        text = legible(sentence);
        sentence = text;
    } catch (const std::bad_alloc &) { // ours, then, which is
    }
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
