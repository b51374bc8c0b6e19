// One name, one type: in one program, two definitions of one name are undefined behaviour (the
// C++ standard's one-definition rule), and neither the compiler nor the linker has to report them.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::one_definition_test {

namespace fs = std::filesystem;

const fs::path kSource = FATHOM_SOURCE_DIR;

/// The namespace that all names of a folder are in.
const std::map<std::string, std::string> kNamespaces = {
    {"app/", "fathom::app::"},
    {"render/farm/", "fathom::farm::"},
    {"render/film/", "fathom::film::"},
    {"ui/", "fathom::ui::"},
};

/// Whether a source belongs to another program than its neighbours, or is linked instead of one.
bool is_apart(const std::string &path) {
    static const std::set<std::string> apart = {
        "tests/support/troubled_gpu.cpp", // instead of gpu_backend.cpp
        "tests/ui/drop_files.cpp", "tests/ui/set_resources.cpp"};
    return apart.contains(path) || path.ends_with("_none.cpp"); // instead of what a library needs
}

struct Token {
    std::string text;
    int line;
};

using Tokens = std::span<const Token>;

bool in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_word(const Token &token) {
    return in_word(token.text.front());
}

/// Where the comment, directive or literal that begins at `at` ends; `at` if none begins there.
std::size_t end_of_special(std::string_view source, std::size_t at) {
    const auto behind = [&](std::string_view text, std::size_t from) {
        const std::size_t found = source.find(text, from);
        return found == source.npos ? source.size() : found + text.size();
    };
    const std::string_view rest = source.substr(at);
    if (rest.starts_with("/*"))
        return behind("*/", at + 2);
    if (rest.starts_with("//") || rest.starts_with('#')) {
        do {
            at = behind("\n", at);
        } while (at < source.size() && source[at - 2] == '\\');
        return at;
    }
    if (rest.starts_with("R\"")) {
        const std::string mark(rest.substr(2, rest.find('(') - 2));
        return behind(")" + mark + "\"", at);
    }
    if (!rest.starts_with('"') && !rest.starts_with('\''))
        return at;
    for (++at; at < source.size() && source[at] != rest.front(); ++at)
        at += source[at] == '\\' ? 1 : 0;
    return std::min(at + 1, source.size());
}

/// The words and signs of a source without comments and directives. A literal is two quotes.
std::vector<Token> tokens_of(std::string_view source) {
    std::vector<Token> tokens;
    int line = 1;
    for (std::size_t at = 0, end = 0; at < source.size(); at = end) {
        const char first = source[at];
        end = end_of_special(source, at);
        if (end > at) {
            if (first != '/' && first != '#')
                tokens.push_back({"\"\"", line});
        } else if (in_word(first)) {
            const bool is_number = std::isdigit(static_cast<unsigned char>(first)) != 0;
            while (end < source.size() &&
                   (in_word(source[end]) || (is_number && source[end] == '\'')))
                ++end;
            tokens.push_back({std::string(source.substr(at, end - at)), line});
        } else {
            const std::string_view two = source.substr(at, 2);
            end += two == "::" || two == "->" ? 2 : 1;
            if (std::isspace(static_cast<unsigned char>(first)) == 0)
                tokens.push_back({std::string(source.substr(at, end - at)), line});
        }
        const std::string_view read = source.substr(at, end - at);
        line += static_cast<int>(std::count(read.begin(), read.end(), '\n'));
    }
    return tokens;
}

std::string text_of(Tokens tokens) {
    std::string text;
    for (const Token &token : tokens) {
        if (!text.empty() && in_word(text.back()) && is_word(token))
            text += ' ';
        text += token.text;
    }
    return text;
}

/// The place behind the bracket that closes the one at `at`.
std::size_t behind(Tokens tokens, std::size_t at) {
    const std::string &open = tokens[at].text;
    const std::string close = open == "(" ? ")" : open == "[" ? "]" : open == "{" ? "}" : ">";
    int depth = 0;
    do {
        const std::string &text = tokens[at].text;
        depth += text == open ? 1 : text == close ? -1 : 0;
        ++at;
    } while (depth > 0 && at < tokens.size());
    return at;
}

bool opens(const Token &token) {
    return token.text == "(" || token.text == "[" || token.text == "{" || token.text == "<";
}

/// The types of a function's parameters, without names and default values.
std::string types_of(Tokens parameters) {
    std::string types;
    for (std::size_t at = 0, end = 0; at < parameters.size(); at = end + 1) {
        std::size_t value = parameters.size();
        for (end = at; end < parameters.size() && parameters[end].text != ",";) {
            if (parameters[end].text == "=")
                value = std::min(value, end);
            end = opens(parameters[end]) ? behind(parameters, end) : end + 1;
        }
        std::size_t last = std::min(end, value);
        if (last > at + 1 && is_word(parameters[last - 1]) && parameters[last - 2].text != "::")
            --last; // the parameter's name
        types += (types.empty() ? "" : ", ") + text_of(parameters.subspan(at, last - at));
    }
    return types;
}

/// What a body belongs to.
struct Owner {
    std::string name; ///< a type's, or a function's with the types that it takes; else empty
    bool is_function = false;
    bool is_static = false;
};

/// The owner of a body by what stands before it since the declaration's beginning.
Owner owner_of(Tokens head) {
    static const std::set<std::string_view> kinds = {"class", "struct", "union", "enum"};
    static const std::set<std::string_view> with_brackets = {"alignas", "decltype", "requires",
                                                             "template", "__launch_bounds__"};
    bool is_type = false, is_static = false;
    std::size_t name = 0; // where it begins
    for (std::size_t at = 0; at < head.size();) {
        const std::string &text = head[at].text;
        if (text == "=")
            return {}; // a variable
        if (text == "(")
            return {text_of(head.subspan(name, at - name)) + "(" +
                        types_of(head.subspan(at + 1, behind(head, at) - at - 2)) + ")",
                    true, is_static};
        if (is_type && (text == ":" || text == "final"))
            return {text_of(head.subspan(name, at - name))};
        const bool begins_name =
            is_word(head[at]) && !is_type &&
            (at == 0 || (head[at - 1].text != "::" && head[at - 1].text != "~"));
        if (begins_name)
            name = at;
        is_static = is_static || text == "static";
        if (kinds.contains(text)) {
            is_type = true;
            name = ++at;
        } else if (with_brackets.contains(text) || text == "[") {
            at += text != "[" && at + 1 < head.size() && opens(head[at + 1]) ? 1 : 0;
            at = opens(head[at]) ? behind(head, at) : at + 1;
            name = is_type ? at : name;
        } else if (text == "operator") {
            for (at += 2; at < head.size() && head[at].text != "(";) // two: of operator()
                ++at;
        } else {
            at = text == "<" ? behind(head, at) : at + 1;
        }
    }
    return {is_type ? text_of(head.subspan(name)) : ""};
}

struct Definition {
    std::string name; ///< with its namespaces
    int line;
};

/// Types and functions with a body that other sources can see: those in a namespace or none, not
/// in an anonymous one, and not static.
std::vector<Definition> definitions_of(std::string_view source) {
    struct Scope {
        std::string prefix; ///< "fathom::ui::"
        bool is_hidden;
    };
    const std::vector<Token> all = tokens_of(source);
    const Tokens tokens = all;
    std::vector<Scope> scopes{{"", false}};
    std::vector<Definition> found;
    std::size_t begin = 0; // of the declaration
    for (std::size_t at = 0; at < tokens.size();) {
        const std::string &text = tokens[at].text;
        if (text == "(") {
            at = behind(tokens, at);
        } else if (text == ";") {
            begin = ++at;
        } else if (text == "}") {
            scopes.pop_back();
            if (scopes.empty())
                break;
            begin = ++at;
        } else if (text == "{") {
            Tokens head = tokens.subspan(begin, at - begin);
            if (!head.empty() && head.front().text == "inline")
                head = head.subspan(1);
            const Scope &scope = scopes.back();
            if (!head.empty() && head.front().text == "namespace") {
                const std::string name = text_of(head.subspan(1));
                scopes.push_back({scope.prefix + name + "::", scope.is_hidden || name.empty()});
                begin = ++at;
            } else if (text_of(head) == "extern\"\"") {
                scopes.push_back(Scope(scope));
                begin = ++at;
            } else {
                const Owner owner = owner_of(head);
                if (!owner.name.empty() && !owner.is_static && !scope.is_hidden)
                    found.push_back({scope.prefix + owner.name, tokens[begin].line});
                at = behind(tokens, at);
                // A constructor's body comes after values of members.
                if (owner.is_function &&
                    (at == tokens.size() || (tokens[at].text != "," && tokens[at].text != "{")))
                    begin = at;
            }
        } else {
            ++at;
        }
    }
    EXPECT_EQ(scopes.size(), 1U) << "its brackets do not match, or the test cannot read it";
    return found;
}

/// Definitions by the path of their source.
using Sources = std::map<std::string, std::vector<Definition>>;

Sources sources_below(const std::vector<std::string> &folders) {
    static const std::set<std::string> kinds = {".h", ".cpp", ".cu", ".cuh"};
    Sources sources;
    for (const std::string &folder : folders)
        for (const auto &entry : fs::recursive_directory_iterator(kSource / folder)) {
            if (!kinds.contains(entry.path().extension().string()))
                continue;
            const std::string path = entry.path().lexically_relative(kSource).generic_string();
            SCOPED_TRACE(path);
            std::ifstream file(entry.path());
            sources[path] = definitions_of(std::string(std::istreambuf_iterator<char>(file), {}));
        }
    return sources;
}

/// A sentence for each name that two sources define.
std::vector<std::string> defined_twice(const Sources &sources) {
    std::map<std::string, std::string> places; // of the first definition
    std::vector<std::string> found;
    for (const auto &[path, definitions] : sources)
        for (const Definition &definition : definitions) {
            const std::string place = path + ':' + std::to_string(definition.line);
            const auto [first, is_new] = places.try_emplace(definition.name, place);
            if (!is_new && !first->second.starts_with(path + ':'))
                found.push_back(definition.name + " is defined in " + first->second + " and in " +
                                place);
        }
    return found;
}

TEST(OneDefinition, NoNameIsDefinedInTwoSources) {
    Sources sources = sources_below({"app", "kernels", "render", "tests", "ui"});
    EXPECT_GT(sources.size(), 700U);
    std::erase_if(sources, [](const auto &source) { return is_apart(source.first); });
    for (const std::string &found : defined_twice(sources))
        ADD_FAILURE() << found
                      << ".\nGive one of them another name, or put it into an anonymous namespace.";
}

TEST(OneDefinition, NamesAreInTheirLayersNamespace) {
    for (const auto &[path, definitions] : sources_below({"app", "render", "ui"}))
        for (const auto &[folder, prefix] : kNamespaces)
            for (const Definition &definition : definitions) {
                EXPECT_TRUE(!path.starts_with(folder) || definition.name.starts_with(prefix) ||
                            definition.name.starts_with("main("))
                    << path << ':' << definition.line << " defines " << definition.name
                    << ".\nMove it into the namespace of " << folder << ": " << prefix;
            }
}

TEST(OneDefinition, TheTestFindsANameInTwoSources) {
    const Sources sources = {
        {"a.h", definitions_of("namespace fathom {\nstruct Frame { int a; };\nstruct Size {}; }")},
        {"b.h", definitions_of("namespace fathom { namespace { struct Size {}; } }")},
        {"c.h", definitions_of("namespace fathom::ui { struct Frame { double b; }; }")},
        {"d.h", definitions_of("namespace fathom {\n\nclass Frame { int b; };\n}")}};
    EXPECT_EQ(defined_twice(sources),
              std::vector<std::string>{"fathom::Frame is defined in a.h:2 and in d.h:3"});
}

std::vector<std::string> names_in(std::string_view source) {
    std::vector<std::string> names;
    for (const Definition &definition : definitions_of(source))
        names.push_back(definition.name);
    return names;
}

using Names = std::vector<std::string>;

TEST(OneDefinition, TheTestReadsTypes) {
    EXPECT_EQ(names_in(R"(
        namespace fathom {
        class Declared;
        struct Picture { int width; struct Inner {}; void clear() {} };
        namespace ui {
        template <class T> class [[nodiscard]] Box final : public Base<T> {};
        template <> struct Box<int> {};
        enum class Kind : int { one, two };
        struct alignas(16) Outer::Inner {} variable;
        } // namespace ui
        namespace { struct Hidden {}; void hidden() {} }
        }
        extern "C" { union Number { int whole; }; })"),
              (Names{"fathom::Picture", "fathom::ui::Box", "fathom::ui::Box<int>",
                     "fathom::ui::Kind", "fathom::ui::Outer::Inner", "Number"}));
}

TEST(OneDefinition, TheTestReadsFunctions) {
    EXPECT_EQ(
        names_in(R"(
        namespace fathom::ui {
        void declared(int a);
        inline std::string text(const Picture &picture, std::vector<int> sizes = {1, 2}) {
            return {};
        }
        template <class T> requires(sizeof(T) > 2) std::function<void(int)> make(T, int x = f(1, 2)) {}
        static int hidden() { return 1; }
        auto same(int) -> int { return 1; }
        Picture::Picture(int a, int b) : width_{a}, height_(b) { if (a) {} }
        Picture::~Picture() {}
        bool operator<(const A &a, const A &b) noexcept { return false; }
        int Picture::operator()(int a) const { return a; }
        const auto kLambda = [](int a) { return a; };
        int kTable[] = {1, 2};
        int kOne{1};
        } // namespace fathom::ui
        int main() {})"),
        (Names{"fathom::ui::text(const Picture&, std::vector<int>)", "fathom::ui::make(T, int)",
               "fathom::ui::same(int)", "fathom::ui::Picture::Picture(int, int)",
               "fathom::ui::Picture::Picture(int, int)", "fathom::ui::Picture::~Picture()",
               "fathom::ui::operator<(const A&, const A&)", "fathom::ui::Picture::operator()(int)",
               "main()"}));
}

TEST(OneDefinition, TheTestPassesOverCommentsDirectivesAndLiterals) {
    EXPECT_EQ(names_in("#define BEGIN struct A { \\\n int a;\n"
                       "// struct B {}; {\n/* { */ const char c = '{', *d = \"\\\"{\";\n"
                       "const int n = 1'000; const char *e = R\"x({)\")x\";\nstruct C {};"),
              (Names{"C"}));
    EXPECT_EQ(definitions_of("/*\n*/\n#if 1 \\\n\n\nstruct C {};").front().line, 6);
}

} // namespace fathom::one_definition_test
