#include "profiler/cli/options/explain_options.h"

#include <fmt/format.h>

#include <array>

#include "core/config/workload_file.h"
#include "profiler/cli/options/arguments.h"
#include "profiler/cli/options/options.h"
#include "profiler/cli/options/setting_reader.h"
#include "profiler/cli/options/strategy_options.h"
#include "profiler/cli/options/user_files.h"

namespace shardscope::cli {

namespace {

constexpr const char* kDescription =
    "Prints what one rank does in a step under two strategies, side by side: every allocation,\n"
    "collective and wait, what differs, and why. Of three or four, each is compared with the "
    "next.\n"
    "Nothing is run.\n"
    "With --picture: instant by instant, which parameters, gradients and optimizer state each GPU\n"
    "holds, by shard A, B, C.\n"
    "Buckets are one a layer for every strategy, also where a system's are larger.\n"
    "The model is mlp with 3 layers unless --model or --layers is given: its plans fit a screen "
    "or\n"
    "two. The picture has an mlp with a layer a bucket.";

constexpr const char* kFooter =
    "Examples:\n"
    "  shardscope explain --stage 1,2\n"
    "  shardscope explain --stage 1,2 --grad-accum 4        what accumulation costs stage 2\n"
    "  shardscope explain --picture --ranks 3 --buckets 3   rank by rank; --lang ko in Korean\n"
    "  shardscope explain --picture --stage 3               one strategy alone\n"
    "  shardscope explain --picture --stage 1,2,3           three, on the same instants";

constexpr size_t kMostStrategies = 4;
constexpr int kMostPictured = 8;  // more ranks or buckets do not fit a page

struct Flags {
    bool picture = false, full = false;
};

/// Options that only `explain` has, into the same settings.
void addOwnOptions(CLI::App& app, Flags& flags, core::Settings& settings) {
    constexpr const char* kGroup = "Picture and plans";
    const auto store = [&settings](const char* key, const char* where) {
        return [&settings, key, where](const std::string& text) {
            settings[key] = {.text = text, .where = where};
        };
    };
    app.add_flag("--picture", flags.picture, "state of every rank, instant by instant")
        ->group(kGroup);
    app.add_flag("--full", flags.full, "every action of the two plans; nothing folded")
        ->group(kGroup);
    addValue(app, "--buckets", "N", "3", "buckets of the picture, 1 to 8", kGroup,
             store("buckets", "--buckets"));
    addValue(app, "--lang", "en|ko", "en", "language of the sentences", kGroup,
             store("lang", "--lang"));
}

core::Result<core::Settings> withFile(const core::Settings& options, const std::string& path) {
    if (path.empty()) return options;
    auto file = core::readWorkloadFile(path);
    if (!file) return file;
    return merged(std::move(*file), options);
}

/// Plans are compared two by two; a picture may show one strategy alone.
void checkStrategies(SettingReader& read, const char* key, size_t count, bool picture) {
    const size_t least = picture ? 1 : 2;
    if (count >= least && count <= kMostStrategies) return;
    const char* some = std::string_view(key) == "stage" ? "1,2,3" : "zero-1,zero-2,fsdp2";
    read.fail(key,
              fmt::format("found {}; allowed: {} to {}, as in {}{}", count, least, kMostStrategies,
                          some, picture ? "" : " (each is compared with the next)"));
}

void setDefault(core::Settings& settings, const char* key, const char* text, const char* where) {
    if (!settings.contains(key)) settings[key] = {.text = text, .where = where};
}

/// Options that would do nothing are refused: the picture has a model of its own, and only it has
/// buckets to count.
core::Result<void> checkMeaning(const core::Settings& options, const Flags& flags) {
    const auto refuse = [](const std::string& where, const char* allowed) {
        return core::invalidInput(where, fmt::format("has no meaning here; allowed {}", allowed));
    };
    for (const auto& [key, setting] : options) {
        const bool shapes = key.starts_with("model.") || key == "bucket" || key == "microBatch";
        if (flags.picture && shapes) {
            return refuse(setting.where, "without --picture, whose model has a layer a bucket");
        }
        if (!flags.picture && key == "buckets") return refuse(setting.where, "with --picture");
    }
    if (flags.picture && flags.full) return refuse("--full", "without --picture");
    return {};
}

core::Result<ExplainRequest> makeExplain(const core::Settings& settings, const Flags& flags) {
    constexpr std::array<std::string_view, 2> kLanguages{"en", "ko"};
    auto request = makeRequest(settings, kExplain, std::nullopt);
    if (!request) return tl::unexpected(request.error());
    SettingReader read(settings);
    ExplainRequest explain{
        .request = std::move(*request), .picture = flags.picture, .full = flags.full};
    explain.buckets = static_cast<int>(read.integer("buckets", explain.buckets, 1, kMostPictured));
    explain.language =
        read.choice("lang", "en", kLanguages) == "ko" ? Language::Korean : Language::English;
    const char* named = settings.contains("strategy") ? "strategy" : "stage";
    checkStrategies(read, named, explain.request.strategies.size(), flags.picture);
    if (explain.request.gradAccums.size() != 1) {
        read.fail("gradAccum",
                  fmt::format("found \"{}\"; allowed: one number", read.text("gradAccum", "")));
    }
    if (flags.picture) {
        explain.request.ranks = static_cast<int>(read.integer("ranks", 3, 1, kMostPictured));
    }
    if (read.error()) return tl::unexpected(*read.error());
    return explain;
}

}  // namespace

core::Result<std::optional<ExplainRequest>> parseExplain(const std::vector<std::string>& args) {
    core::Settings options;
    Flags flags;
    std::string file;
    const auto app = makeApp("explain", kDescription);
    app->footer(presetsText() + "\n\n" + kFooter);
    app->add_option("WORKLOAD.json", file, "settings from a file; options override it");
    addSettingOptions(*app, kExplain, options);
    addOwnOptions(*app, flags, options);
    const auto parsed = parse(*app, args);
    if (!parsed) return tl::unexpected(parsed.error());
    if (*parsed == Parsed::HelpPrinted) return std::nullopt;
    const auto meaning = checkMeaning(options, flags);
    if (!meaning) return tl::unexpected(meaning.error());
    auto settings = withFile(options, file);
    if (!settings) return tl::unexpected(settings.error());
    if (!settings->contains("strategy")) setDefault(*settings, "stage", "1,2", "--stage");
    setDefault(*settings, "bucket", "layer", "--bucket");  // a system's own would hold the model
    setDefault(*settings, "model.name", "mlp", "--model");
    if (!isUserModel((*settings)["model.name"].text)) {
        setDefault(*settings, "model.layers", "3", "--layers");
    }
    auto explain = makeExplain(*settings, flags);
    if (!explain) return tl::unexpected(explain.error());
    return std::move(*explain);
}

}  // namespace shardscope::cli
