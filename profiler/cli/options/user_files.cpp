#include "profiler/cli/options/user_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "core/base/units.h"
#include "core/catalogue/parameters.h"
#include "core/catalogue/time_model.h"
#include "core/config/deepspeed/apply.h"
#include "core/config/deepspeed/ds_config.h"

namespace shardscope::cli {

namespace {

std::string lowered(std::string_view text) {
    std::string word(text);
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
    return word;
}

/// Ranks as far as they are known before options are checked.
int64_t ranksOf(const core::Settings& settings, std::optional<MpiWorld> world) {
    SettingReader read(settings);
    const int64_t fallback =
        world && world->ranks > 1 ? world->ranks : profiler::RunRequest().ranks;
    return std::max<int64_t>(1, read.integer("ranks", fallback, 1, int64_t{1} << 30));
}

void add(core::Settings& settings, const char* key, int64_t value, const std::string& where) {
    settings.emplace(key, core::Setting{.text = std::to_string(value), .where = where});
}

std::string describe(const core::NamedModel& model) {
    return fmt::format("{}: {}, {} parameters", model.name, core::nameOf(model.architecture.family),
                       core::withCommas(core::parameterCount(model.architecture)));
}

/// A position table has a row for each token of the sequence, and no more.
std::string missingPositions(const core::NamedModel& model, int64_t sequence) {
    const core::Architecture& a = model.architecture;
    if (!a.learnedPositions || sequence >= a.positions) return {};
    return fmt::format(
        "{}: the last {} of its {} positions are left out with --seq {}: {} "
        "parameters less",
        model.name, a.positions - sequence, a.positions, sequence,
        core::withCommas((a.positions - sequence) * a.hidden));
}

/// A note for each thing that is said, with the keys of which it is said.
void addRemarks(const std::string& file, const std::vector<core::DeepSpeedRemark>& remarks,
                std::string_view before, std::vector<std::string>& notes) {
    std::vector<std::string_view> said;
    for (const core::DeepSpeedRemark& remark : remarks) {
        if (std::ranges::find(said, remark.text) != said.end()) continue;
        said.push_back(remark.text);
        std::vector<std::string_view> keys;
        for (const core::DeepSpeedRemark& other : remarks) {
            if (other.text == remark.text) keys.push_back(other.key);
        }
        const std::string who =
            keys.size() == 1 ? remark.where : fmt::format("{}: {}", file, fmt::join(keys, ", "));
        notes.push_back(fmt::format("{}: {}{}", who, before, remark.text));
    }
}

}  // namespace

bool isUserModel(std::string_view text) {
    const std::string name = lowered(text);
    const auto builtIn = core::modelNames();
    return std::ranges::find(builtIn, std::string_view(name)) == builtIn.end();
}

core::Result<UserFiles> UserFiles::read(core::Settings& settings, std::optional<MpiWorld> world) {
    UserFiles files;
    if (auto done = files.readModel(settings); !done) return tl::unexpected(done.error());
    if (auto done = files.readDeepSpeed(settings, world); !done) {
        return tl::unexpected(done.error());
    }
    return files;
}

core::Result<void> UserFiles::readModel(core::Settings& settings) {
    const auto name = settings.find("model.name");
    if (name == settings.end() || !isUserModel(name->second.text)) return {};
    const std::string where = name->second.where;
    auto model = core::findModel(name->second.text, where);
    if (!model) return tl::unexpected(model.error());
    const auto shape =
        core::timeModelOf(model->architecture, fmt::format("{}: {}", where, name->second.text));
    if (!shape) return tl::unexpected(shape.error());
    name->second.text = shape->name;
    add(settings, "model.layers", shape->layers, where);
    add(settings, "model.hidden", shape->hidden, where);
    add(settings, "model.heads", shape->heads, where);
    add(settings, "model.vocab", shape->vocab, where);
    add(settings, "model.sequence", shape->sequence, where);
    model_ = std::move(*model);
    shape_ = *shape;
    return {};
}

core::Result<void> UserFiles::readDeepSpeed(core::Settings& settings,
                                            std::optional<MpiWorld> world) {
    const auto path = settings.find("deepspeed");
    if (path == settings.end()) return {};
    auto ds = core::readDeepSpeedConfig(path->second.text);
    if (!ds) return tl::unexpected(ds.error());
    auto said = core::settingsOf(*ds, settings, ranksOf(settings, world));
    if (!said) return tl::unexpected(said.error());
    settings.merge(*said);
    deepSpeed_ = std::move(*ds);
    return {};
}

void UserFiles::apply(SettingReader& read, const core::Settings& given,
                      profiler::RunRequest& request) const {
    if (model_) applyModel(read, given, request);
    if (deepSpeed_) {
        for (core::Strategy& strategy : request.strategies) {
            core::applyDeepSpeed(*deepSpeed_, request.workload, strategy);
        }
    }
    request.notes = notes(request);
}

void UserFiles::checkRuns(SettingReader& read) const {
    if (!model_) return;
    auto runs = core::checkRuns(model_->architecture, read.where("model.name"));
    if (!runs) read.fail(runs.error());
}

void UserFiles::applyModel(SettingReader& read, const core::Settings& given,
                           profiler::RunRequest& request) const {
    core::ModelShape& model = request.workload.model;
    request.modelName = model_->name;
    const auto take = [&](const char* key, auto core::ModelShape::*field) {
        if (!given.contains(key)) model.*field = shape_.*field;
    };
    take("model.intermediate", &core::ModelShape::intermediate);
    take("model.kvHeads", &core::ModelShape::kvHeads);
    take("model.headDim", &core::ModelShape::headDim);
    take("model.qkvBias", &core::ModelShape::qkvBias);
    take("model.qkNorm", &core::ModelShape::qkNorm);
    take("model.tied", &core::ModelShape::tied);
    take("model.ropeTheta", &core::ModelShape::ropeTheta);
    take("model.normEpsilon", &core::ModelShape::normEpsilon);
    take("model.ropeScaling", &core::ModelShape::ropeScaling);
    auto sequence =
        core::checkSequence(model_->architecture, model.sequence, read.where("model.sequence"));
    if (!sequence) read.fail(sequence.error());
}

std::vector<std::string> UserFiles::notes(const profiler::RunRequest& request) const {
    std::vector<std::string> notes;
    if (model_) {
        notes.push_back(describe(*model_));
        for (const std::string& note : model_->notes) {
            notes.push_back(fmt::format("{}: {}", model_->name, note));
        }
        const std::string positions = missingPositions(*model_, request.workload.model.sequence);
        if (!positions.empty()) notes.push_back(positions);
    }
    if (deepSpeed_) {
        if (!deepSpeed_->used.empty()) {
            notes.push_back(
                fmt::format("{}: {}: used", deepSpeed_->file, fmt::join(deepSpeed_->used, ", ")));
        }
        addRemarks(deepSpeed_->file, deepSpeed_->ignored, "is ignored by DeepSpeed: ", notes);
        addRemarks(deepSpeed_->file, deepSpeed_->remarks, "", notes);
    }
    return notes;
}

}  // namespace shardscope::cli
