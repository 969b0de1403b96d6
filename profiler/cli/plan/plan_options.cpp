#include "profiler/cli/plan/plan_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "core/catalogue/parameters.h"
#include "core/catalogue/time_model.h"
#include "core/config/huggingface/model_source.h"
#include "core/config/workload_file.h"
#include "profiler/cli/options/arguments.h"
#include "profiler/cli/options/options.h"
#include "profiler/cli/options/setting_reader.h"
#include "profiler/cli/options/strategy_options.h"
#include "profiler/cli/options/user_files.h"
#include "profiler/cli/plan/plan_hardware.h"
#include "profiler/cli/plan/plan_lists.h"
#include "profiler/cli/plan/plan_question.h"

namespace shardscope::cli {

namespace {

constexpr const char* kDescription =
    "Which stage, bucket and number of ranks fit, and at what cost: evaluates every combination "
    "of\n"
    "the lists without running anything. Memory is that of `run` and `simulate`, to the byte.";

constexpr const char* kFooter =
    "Examples:\n"
    "  shardscope plan --layers 32 --hidden 4096 --heads 32 --vocab 128256 --seq 2048 \\\n"
    "      --ranks 8,16,32,64 --global-batch 256 --micro-batch 1,2,4 --memory 80GiB\n"
    "  shardscope plan --stage 1,2 --slide grad-accum      what accumulation costs stage 2\n"
    "  shardscope plan --stage 2 --slide bucket --json     bucket sizes, for a script\n"
    "\n"
    "Exit status: 0 something fits (or no --memory was given); 2 the input is wrong; 3 nothing "
    "fits,\n"
    "or no row can be: then it says what would have to change.";

constexpr size_t kMostRows = 1'000'000;
constexpr const char* kChoices = "Choices (lists: every combination is a row)";

struct OwnOption {
    const char *key, *names, *valueName, *shownDefault, *group, *help;
};
constexpr std::array kOwnOptions{
    OwnOption{"ranks", "--ranks,--world-size", "N[,N...]", "4", kChoices, "data-parallel ranks"},
    OwnOption{"microBatch", "--micro-batch", "N[,N...]", "1", kChoices,
              "sequences a rank and micro-batch"},
    OwnOption{"gradAccum", "--grad-accum,--gradient-accumulation-steps", "G[,G...]", "1", kChoices,
              "micro-batches a step"},
    OwnOption{"globalBatch", "--global-batch", "N", "", kChoices,
              "sequences a step over all ranks; gives G"},
    OwnOption{"bucket", "--bucket", "SIZE[,...]", "the preset's", kChoices,
              "gradient buckets: layer, elements, or bytes (25MiB)"},
    OwnOption{"inFlight", "--in-flight", "K[,K...]", "2", kChoices,
              "full-size buckets alive at once, stages 2 and 3"},
    OwnOption{"checkpointing", "--checkpointing", "KIND[,...]", "none", kChoices,
              "activations computed again in backward:\nnone, selective, alternate, full"},
    OwnOption{"attention", "--attention", "KIND[,...]", "materialized", kChoices,
              "materialized: scores are kept for backward;\nflash: computed again, tile by tile"},
    OwnOption{"shardGroup", "--shard-group", "S[,S...]", "all", kChoices,
              "shard among S neighbouring ranks, replicate across\nthe groups (hybrid sharding); "
              "all: no groups"},
    OwnOption{"memoryLimit", "--memory,--memory-limit", "SIZE", "none", "Memory",
              "what a GPU has: 80GiB; with --gpu, the GPU's;\nof a CPU, what its ranks share"},
    OwnOption{"gpu", "--gpu", "NAME", "", "Hardware",
              "times steps on it, and takes its memory less\nwhat is used beside the pool"},
    OwnOption{"hardware", "--hardware", "FILE", "", "Hardware",
              "the same, from a hardware file: a GPU's, or that of\nthis machine by `shardscope "
              "calibrate`"},
    OwnOption{"gpusPerNode", "--gpus-per-node", "N", "the file's", "Hardware", "GPUs of a node"},
    OwnOption{"fabric", "--fabric", "NAME[,...]", "the file's", "Hardware", "what connects GPUs"},
    OwnOption{
        "convention", "--convention", "NAME[,...]", "paper", "Memory",
        "model states as others count them, next to ours:\npaper, deepspeed, megatron, llm.c, "
        "..., or all"},
    OwnOption{"slide", "--slide", "SETTING", "", "Output",
              "grad-accum or bucket: that setting against the\nstrategies, and where they cross"}};

void addOwnOptions(CLI::App& app, core::Settings& settings) {
    for (const OwnOption& row : kOwnOptions) {
        const std::string key = row.key, names = row.names;
        const std::string where = names.substr(0, names.find(','));
        addValue(app, names, row.valueName, row.shownDefault, row.help, row.group,
                 [&settings, key, where](const std::string& text) {
                     settings[key] = {.text = text, .where = where};
                 });
    }
}

/// What the other commands read, of each list the first item: that is what a DeepSpeed file's batch is
/// held against, and enough to say what it leaves open ("auto"). A learning rate changes no plan.
core::Settings firstsOf(core::Settings settings) {
    constexpr std::array<std::string_view, 7> kOurs{
        "memoryLimit", "gpu", "hardware", "gpusPerNode", "fabric", "convention", "slide"};
    for (const std::string_view key : kOurs) {
        if (const auto found = settings.find(key); found != settings.end()) settings.erase(found);
    }
    for (const OwnOption& row : kOwnOptions) {
        const auto found = settings.find(std::string_view(row.key));
        if (found == settings.end()) continue;
        std::string& text = found->second.text;
        text = text.substr(0, text.find(','));
    }
    const auto group = settings.find("shardGroup");
    if (group != settings.end() && group->second.text == "all") settings.erase(group);
    settings.emplace("lr", core::Setting{.text = "0.001", .where = "--lr"});
    return settings;
}

ProgressKind readProgress(SettingReader& read) {
    constexpr std::array<std::string_view, 4> kKinds{"auto", "bar", "json", "off"};
    return progressKind(read.choice("progress", "auto", kKinds), ::isatty(STDERR_FILENO) != 0);
}

/// nullopt for models that have a graph, and for names that are wrong: makeRequest says how.
std::optional<UnplannedModel> unplannedModel(const core::Settings& settings) {
    const auto name = settings.find("model.name");
    if (name == settings.end() || !isUserModel(name->second.text)) return std::nullopt;
    const auto model = core::findModel(name->second.text, name->second.where);
    if (!model) return std::nullopt;
    const auto shape = core::timeModelOf(model->architecture, name->second.text);
    if (shape) return std::nullopt;
    return UnplannedModel{.parameters = core::parameterCount(model->architecture),
                          .reason = core::toString(shape.error())};
}

core::Result<PlanRequest> makePlan(core::Settings settings) {
    const std::string model = SettingReader(settings).text("model.name", "gpt");
    const auto unplanned = unplannedModel(settings);
    if (unplanned) settings.erase("model.name");
    const core::Settings firsts = firstsOf(settings);
    const auto shared = makeRequest(firsts, kPlan, std::nullopt);
    if (!shared) return tl::unexpected(shared.error());
    SettingReader read(settings);
    PlanRequest request{.question = readQuestion(read, *shared, firsts),
                        .model = model,
                        .unplanned = unplanned,
                        .notes = shared->notes};
    readPlanHardware(read, request);
    request.conventions = readConventions(read);
    request.progress = readProgress(read);
    readSlide(read, request);
    if (read.error()) return tl::unexpected(*read.error());
    if (rowCount(request.question) > kMostRows) {
        return core::invalidInput("", fmt::format("the lists have {} combinations; allowed: {}",
                                                  rowCount(request.question), kMostRows));
    }
    return request;
}

core::Result<core::Settings> withFile(const core::Settings& options, const std::string& path) {
    if (path.empty()) return options;
    auto file = core::readWorkloadFile(path);
    if (!file) return file;
    core::Settings settings = merged(std::move(*file), options);
    if (options.contains("globalBatch") && !options.contains("gradAccum")) {
        settings.erase("gradAccum");
    }
    if (options.contains("gradAccum") && !options.contains("globalBatch")) {
        settings.erase("globalBatch");
    }
    return settings;
}

}  // namespace

core::Result<std::optional<PlanRequest>> parsePlan(const Invocation& invocation) {
    core::Settings options;
    FormatFlags flags;
    std::string file;
    const auto app = makeApp("plan", kDescription);
    app->footer(std::string(kFooter) + "\n\n" + presetsText());
    app->add_option("WORKLOAD.json", file, "settings from a file; options override it");
    addOwnOptions(*app, options);
    addSettingOptions(*app, kPlan, options);
    addFormatFlags(*app, flags, "shardscope.plan/1");
    const auto parsed = parse(*app, invocation.args);
    if (!parsed) return tl::unexpected(parsed.error());
    if (*parsed == Parsed::HelpPrinted) return std::nullopt;
    const auto settings = withFile(options, file);
    if (!settings) return tl::unexpected(settings.error());
    auto request = makePlan(*settings);
    if (!request) return tl::unexpected(request.error());
    const auto format = formatOf(flags);
    if (!format) return tl::unexpected(format.error());
    request->format = *format;
    request->commandLine = invocation.commandLine;
    return std::move(*request);
}

}  // namespace shardscope::cli
