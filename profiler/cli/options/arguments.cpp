#include "profiler/cli/options/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/nearest.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/options/options_json.h"

namespace shardscope::cli {

namespace {

constexpr size_t kHelpColumn = 38;
constexpr size_t kHelpColumns = 100;

/// CLI11's help with "--name VALUE" on the left, "(default: …)" at the end, and one blank line
/// between its parts.
class HelpFormat final : public CLI::Formatter {
  public:
    HelpFormat() { column_width(kHelpColumn); }
    std::string make_usage(const CLI::App* app, std::string name) const override {
        return "\n" + CLI::Formatter::make_usage(app, std::move(name)) + "\n";
    }
    std::string make_group(std::string group, bool isPositional,
                           std::vector<const CLI::Option*> options) const override {
        const std::string text =
            CLI::Formatter::make_group(std::move(group), isPositional, std::move(options));
        return text.substr(1) + (isPositional ? "\n" : "");  // CLI11 starts it with a newline
    }
    std::string make_option_opts(const CLI::Option* option) const override {
        const bool named = !option->get_positional() && !option->get_type_name().empty();
        return named ? " " + option->get_type_name() : "";
    }
    std::string make_option_desc(const CLI::Option* option) const override {
        const std::string text = option->get_description();
        if (option->get_default_str().empty()) return text;
        const std::string shown = "(default: " + option->get_default_str() + ")";
        const size_t lastLine = text.size() - (text.rfind('\n') + 1);  // npos + 1 is 0
        const bool fits = kHelpColumn + lastLine + 1 + shown.size() <= kHelpColumns;
        return text + (fits ? " " : "\n") + shown;
    }
    std::string make_option_usage(const CLI::Option* option) const override {
        return "[" + option->get_name(true) + (option->get_items_expected_max() > 1 ? "...]" : "]");
    }
};

bool takesValue(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

bool takesArguments(const CLI::App& app) {
    return std::ranges::any_of(app.get_options(),
                               [](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<std::string> longNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

/// One pass over the words: every option becomes one word "--name=value", so that CLI11 never has to
/// guess whether "-1" is a value.
class Words {
  public:
    Words(const CLI::App& app, const std::vector<std::string>& args) : app_(app), args_(args) {}

    core::Result<std::vector<std::string>> normalised() {
        while (at_ < args_.size()) {
            const std::string& word = args_[at_++];
            if (word == "--") {
                options_ = false;
                continue;
            }
            const bool isOption = options_ && word.size() > 1 && word[0] == '-';
            auto taken = isOption ? takeOption(word) : takeArgument(word);
            if (!taken) return tl::unexpected(taken.error());
        }
        return out_;
    }

  private:
    core::Result<void> takeArgument(const std::string& word) {
        if (!takesArguments(app_)) {
            return core::invalidInput("", fmt::format("found \"{}\"; {} takes options only "
                                                      "(see --help)",
                                                      word, app_.get_name()));
        }
        out_.push_back(word.starts_with('-') ? "./" + word : word);  // a file, not an option
        return {};
    }

    core::Result<void> takeOption(const std::string& word) {
        const size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const CLI::Option* option = app_.get_option_no_throw(name);
        if (!option || option->get_positional()) return unknown(name);
        if (!seen_.insert(option).second) return core::invalidInput(name, "is given twice");
        if (!takesValue(*option)) {
            if (equals != std::string::npos) return core::invalidInput(name, "takes no value");
            out_.push_back(word);
            return {};
        }
        const std::string value = valueOf(word, equals);
        if (value.empty()) {
            return core::invalidInput(name, "needs a value: " + option->get_type_name());
        }
        out_.push_back(name + "=" + value);
        return {};
    }

    /// What follows "=" or is the next word; empty when there is neither.
    std::string valueOf(const std::string& word, size_t equals) {
        if (equals != std::string::npos) return word.substr(equals + 1);
        if (at_ == args_.size() || args_[at_].starts_with("--")) return {};
        return args_[at_++];
    }

    tl::unexpected<core::Error> unknown(const std::string& name) const {
        const std::vector<std::string> names = longNames(app_);
        const std::string hint =
            core::suggestion(name, std::vector<std::string_view>(names.begin(), names.end()));
        return core::invalidInput(name, fmt::format("{} has no such option{}", app_.get_name(),
                                                    hint.empty() ? "; see --help" : hint));
    }

    const CLI::App& app_;
    const std::vector<std::string>& args_;
    size_t at_ = 0;
    bool options_ = true;  // false after "--"
    std::set<const CLI::Option*> seen_;
    std::vector<std::string> out_;
};

}  // namespace

std::unique_ptr<CLI::App> makeApp(std::string_view name, std::string_view description) {
    auto app =
        std::make_unique<CLI::App>(std::string(description), fmt::format("shardscope {}", name));
    app->formatter(std::make_shared<HelpFormat>());
    app->set_help_flag("");  // parse() adds it after the command's own options
    return app;
}

CLI::Option* addValue(CLI::App& app, const std::string& names, const std::string& valueName,
                      const std::string& shownDefault, const std::string& help,
                      const std::string& group,
                      const std::function<void(const std::string&)>& store) {
    return app.add_option_function<std::string>(names, store, help)
        ->type_name(valueName)
        ->default_str(shownDefault)
        ->group(group);
}

core::Result<Parsed> parse(CLI::App& app, const std::vector<std::string>& args) {
    app.set_help_flag("--help,-h", "this text")->group("Help");
    // Help wins over whatever else is wrong.
    if (std::ranges::find(args, "--help") != args.end() ||
        std::ranges::find(args, "-h") != args.end()) {
        const bool json = std::ranges::find(args, "--json") != args.end();
        fmt::print("{}", json ? optionsJson(app) : app.help());
        return Parsed::HelpPrinted;
    }
    auto words = Words(app, args).normalised();
    if (!words) return tl::unexpected(words.error());
    std::ranges::reverse(*words);  // CLI11 takes them from the back
    try {
        app.parse(*words);
    } catch (const CLI::ParseError& error) {
        return core::invalidInput("", error.what());
    }
    return Parsed::Go;
}

std::optional<int> parseOrExit(CLI::App& app, const std::vector<std::string>& args) {
    const auto parsed = parse(app, args);
    if (!parsed) return fail(parsed.error());
    if (*parsed == Parsed::HelpPrinted) return kDone;
    return std::nullopt;
}

}  // namespace shardscope::cli
