#include "render/import/xaos_forms.h"

#include "render/base/printable.h"
#include "render/import/text_lines.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom {
namespace {

constexpr std::size_t kMaxForms = 4096;

/// Takes the text's lines one after the other; inner parentheses are only counted.
class Parser {
  public:
    explicit Parser(std::string_view source) : source_(source) {}

    void take(const TextLine &line) {
        last_line_ = line.number;
        std::string_view rest = line.text;
        while (!rest.empty() && rest.front() != ';')
            take_token(rest, line.number);
    }

    std::vector<XaosForm> finish() {
        if (depth_ != 0)
            refuse_line(source_, last_line_, "the text ends inside of parentheses");
        return std::move(forms_);
    }

  private:
    void take_token(std::string_view &rest, int line) {
        const char first = rest.front();
        if (first == ' ' || first == '\t') {
            rest.remove_prefix(1);
        } else if (first == '(') {
            open(line);
            rest.remove_prefix(1);
        } else if (first == ')') {
            close(line);
            rest.remove_prefix(1);
        } else if (first == '"') {
            const std::size_t end = rest.find('"', 1);
            if (end == rest.npos)
                refuse_line(source_, line, "a text without its second quotation mark");
            add(rest.substr(1, end - 1), line);
            rest.remove_prefix(end + 1);
        } else {
            const std::size_t end = std::min(rest.find_first_of(" \t();\""), rest.size());
            add(rest.substr(0, end), line);
            rest.remove_prefix(end);
        }
    }

    void open(int line) {
        if (++depth_ != 1)
            return;
        if (forms_.size() == kMaxForms)
            refuse_line(source_, line, fmt::format("more than {} forms", kMaxForms));
        forms_.push_back({{}, {}, line});
    }

    void close(int line) {
        if (depth_ == 0)
            refuse_line(source_, line, "a closing parenthesis without an opening one");
        --depth_;
    }

    void add(std::string_view word, int line) {
        if (depth_ == 0)
            refuse_line(source_, line,
                        fmt::format("{} stands outside of parentheses", in_quotes(word)));
        if (depth_ > 1)
            return;
        XaosForm &form = forms_.back();
        if (form.name.empty()) {
            form.name = word;
            form.line = line;
        } else {
            form.arguments.emplace_back(word);
        }
    }

    std::string_view source_;
    std::vector<XaosForm> forms_;
    std::size_t depth_ = 0;
    int last_line_ = 1;
};

} // namespace

std::vector<XaosForm> xaos_forms(std::string_view text, std::string_view source) {
    Parser parser(source);
    for (const TextLine &line : text_lines(text, source))
        parser.take(line);
    return parser.finish();
}

} // namespace fathom
