#pragma once
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fathom::app {

/// What the help and the manual say about an option.
struct OptionHelp {
    std::string meaning = {}; ///< one line; behind a colon at its end follow the choices
    std::string usual = {};   ///< the default; empty: there is none to name
    std::vector<std::string> choices = {}; ///< values that shells offer
    std::string more = {};                 ///< sentences that only the manual has
};

/// An option, or an argument without a name, as the manual lists it.
struct OptionEntry {
    std::string names;      ///< such as "-o,--output"; "FILE" of an argument
    std::string value_name; ///< such as "FILE"; empty where it takes no value
    OptionHelp help;
    std::string heading; ///< of the group that it belongs to
    bool required = false;

    [[nodiscard]] bool is_argument() const { return names.front() != '-'; }
};

/// A command, as the manual lists it.
struct CommandEntry {
    std::string name;    ///< such as "render"; empty: the program itself
    std::string purpose; ///< the heading under which commands that belong together are listed
    std::string summary; ///< one line
    std::string usage;   ///< what follows the command's name
    std::string example; ///< a whole command line
    std::string more;    ///< paragraphs that only the manual has
    std::vector<OptionEntry> options;
};

/// A command while its options are defined: each goes to the parser and into the manual's table, so
/// that help, reference, man pages and completions say what the parser takes. It is apart from
/// CLI11 so that only few sources are compiled with that library, which takes long.
class CommandOptions {
  public:
    CommandOptions(CLI::App &app, CommandEntry &entry) : app_(app), entry_(entry) {}

    /// The options that follow belong to this group.
    void begin_group(const std::string &heading) { heading_ = heading; }

    /// An option that takes one value. `use` gets the value as it was typed; what it throws ends
    /// the parsing.
    void add_text(const std::string &names, const std::string &value_name, const OptionHelp &help,
                  const std::function<void(const std::string &)> &use);
    /// An option that may be given several times.
    void add_list(const std::string &names, const std::string &value_name, const OptionHelp &help,
                  const std::function<void(const std::vector<std::string> &)> &use);
    /// An option whose value may be left out: `use` then gets "".
    void add_optional_text(const std::string &names, const std::string &value_name,
                           const OptionHelp &help,
                           const std::function<void(const std::string &)> &use);
    /// An option without a value; `use` is called where it is given.
    void add_flag(const std::string &names, const OptionHelp &help,
                  const std::function<void()> &use);
    void add_flag(const std::string &names, const OptionHelp &help, bool &value) {
        add_flag(names, help, [&value] { value = true; });
    }
    /// The option that prints the help.
    void add_help(const std::string &names, const OptionHelp &help);

    /// What a parser checks: that an argument is there, that an option stands beside another one,
    /// that two options do not stand together.
    void require(const std::string &name);
    void only_with(const std::string &name, const std::string &other);
    void never_with(const std::string &name, const std::string &other);

  private:
    void note(const std::string &names, const std::string &value_name, const OptionHelp &help);

    CLI::App &app_;
    CommandEntry &entry_;
    std::string heading_;
};

} // namespace fathom::app
