#include "profiler/cli/plan/plan_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "core/config/workload_file.h"
#include "profiler/cli/arguments.h"
#include "profiler/cli/options.h"
#include "profiler/cli/setting_reader.h"

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
    "fits:\n"
    "then it says what would have to change.";

constexpr int kMostRanks = 1 << 16;
constexpr int kMostG = 1 << 20;
constexpr int kMostSequences = 1 << 20;
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
    OwnOption{"bucket", "--bucket", "SIZE[,...]", "layer", kChoices,
              "gradient buckets: layer, elements, or bytes (25MiB)"},
    OwnOption{"inFlight", "--in-flight", "K[,K...]", "2", kChoices,
              "full-size buckets alive at once, stages 2 and 3"},
    OwnOption{"memoryLimit", "--memory,--memory-limit", "SIZE", "none", "Memory",
              "what a rank may reserve: 80GiB"},
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

/// What the other commands read too, with lists taken out: they are ours.
core::Result<profiler::RunRequest> sharedRequest(core::Settings settings) {
    for (const OwnOption& row : kOwnOptions) settings.erase(row.key);
    return makeRequest(settings, kPlan, std::nullopt);
}

std::vector<core::BucketSize> readBuckets(SettingReader& read, core::DType accumulated) {
    std::vector<core::BucketSize> buckets;
    for (const std::string& item : read.list("bucket")) {
        const auto size =
            core::parseBucketSize(item, core::bytesOf(accumulated), read.where("bucket"));
        if (!size) {
            read.fail(size.error());
        } else if (std::ranges::find(buckets, *size) != buckets.end()) {
            read.fail("bucket", fmt::format("found \"{}\"; {} is a size that is given before",
                                            read.text("bucket", ""), item));
        } else {
            buckets.push_back(*size);
        }
    }
    if (buckets.empty()) buckets.push_back({});
    return buckets;
}

std::vector<core::StateConvention> readConventions(SettingReader& read) {
    std::vector<core::StateConvention> found;
    if (read.text("convention", "") == "all") {
        const auto all = core::stateConventions();
        return {all.begin(), all.end()};
    }
    std::vector<std::string> names = read.list("convention");
    if (names.empty()) names.emplace_back("paper");
    for (const std::string& name : names) {
        const auto convention = core::stateConventionNamed(name, read.where("convention"));
        if (!convention) {
            read.fail(convention.error());
        } else {
            found.push_back(*convention);
        }
    }
    return found;
}

void readBatch(SettingReader& read, core::PlanQuestion& question) {
    question.gradAccums = read.integers("gradAccum", 1, 1, kMostG);
    if (!read.has("globalBatch")) return;
    question.globalBatch = read.integer("globalBatch", 1, 1, int64_t{1} << 40);
    if (read.has("gradAccum")) {
        read.fail(
            "gradAccum",
            fmt::format("is given with --global-batch ({}), from which G follows; give one of "
                        "them",
                        *question.globalBatch));
    }
}

core::PlanQuestion readQuestion(SettingReader& read, const profiler::RunRequest& shared) {
    core::PlanQuestion question{.base = shared.workload, .strategies = shared.strategies};
    question.ranks = read.integers("ranks", 4, 1, kMostRanks);
    question.microBatches.clear();
    for (const int microBatch : read.integers("microBatch", 1, 1, kMostSequences)) {
        question.microBatches.push_back(microBatch);
    }
    readBatch(read, question);
    question.buckets = readBuckets(read, shared.workload.accumulateDtype);
    question.inFlights = read.integers("inFlight", 2, 1, 1 << 20);
    question.policy = shared.policy;
    question.budgetBytes = read.bytes("memoryLimit");
    return question;
}

/// A slide has one axis: where the list is not given it has a usual one, and the others have one value.
void readSlide(SettingReader& read, PlanRequest& request) {
    constexpr std::array<std::string_view, 2> kSlides{"grad-accum", "bucket"};
    if (!read.has("slide")) return;
    core::PlanQuestion& q = request.question;
    request.slide =
        read.choice("slide", "", kSlides) == "bucket" ? Slide::Bucket : Slide::GradAccum;
    const bool overG = request.slide == Slide::GradAccum;
    if (overG && q.globalBatch) {
        read.fail("slide",
                  "found \"grad-accum\", but --global-batch fixes G; leave one of them out");
    }
    if (overG && !read.has("gradAccum")) q.gradAccums = {1, 2, 4, 8, 16, 32};
    if (!overG && !read.has("bucket")) {
        q.buckets = {{.elements = 1'000'000},   {.elements = 5'000'000},   {.elements = 25'000'000},
                     {.elements = 100'000'000}, {.elements = 500'000'000}, {}};
    }
    struct Axis {
        const char* key;
        size_t values;
        bool slides;
    };
    for (const Axis& axis :
         {Axis{"ranks", q.ranks.size(), false}, Axis{"microBatch", q.microBatches.size(), false},
          Axis{"gradAccum", q.gradAccums.size(), overG}, Axis{"bucket", q.buckets.size(), !overG},
          Axis{"inFlight", q.inFlights.size(), false}}) {
        if (axis.values == 1 || axis.slides) continue;
        read.fail(axis.key, fmt::format("found {} values; with --slide allowed: one", axis.values));
    }
}

size_t rowCount(const core::PlanQuestion& q) {
    return q.ranks.size() * q.microBatches.size() * (q.globalBatch ? 1 : q.gradAccums.size()) *
           q.strategies.size() * q.buckets.size() * q.inFlights.size();
}

ProgressKind readProgress(SettingReader& read) {
    constexpr std::array<std::string_view, 4> kKinds{"auto", "bar", "json", "off"};
    return progressKind(read.choice("progress", "auto", kKinds), ::isatty(STDERR_FILENO) != 0);
}

core::Result<PlanRequest> makePlan(const core::Settings& settings) {
    const auto shared = sharedRequest(settings);
    if (!shared) return tl::unexpected(shared.error());
    SettingReader read(settings);
    PlanRequest request{.question = readQuestion(read, *shared), .conventions = {}, .notes = {}};
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
    app->footer(kFooter);
    app->add_option("WORKLOAD.json", file, "settings from a file; options override it");
    addOwnOptions(*app, options);
    addSettingOptions(*app, kPlan, options);
    addFormatFlags(*app, flags);
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
