#include "profiler/cli/options/recorded_settings.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "profiler/cli/options/options.h"
#include "profiler/run/run_metadata.h"
#include "traces/analysis/json_access.h"

namespace shardscope::cli {

namespace {

using traces::Json;
using traces::memberOf;

/// A key of the recording's "workload", and the setting that it is.
struct Key {
    const char* recorded;
    const char* setting;
    bool always =
        true;  ///< false: only some models have it, or it is left out when it is the default
};

constexpr std::array kWorkloadKeys{
    Key{"model", "model.name"},
    Key{"layers", "model.layers"},
    Key{"hidden", "model.hidden"},
    Key{"heads", "model.heads"},
    Key{"vocab", "model.vocab"},
    Key{"sequence", "model.sequence"},
    Key{"intermediate", "model.intermediate", false},
    Key{"kvHeads", "model.kvHeads", false},
    Key{"headDim", "model.headDim", false},
    Key{"qkvBias", "model.qkvBias", false},
    Key{"qkNorm", "model.qkNorm", false},
    Key{"tied", "model.tied", false},
    Key{"ropeTheta", "model.ropeTheta", false},
    Key{"normEpsilon", "model.normEpsilon", false},
    Key{"microBatch", "microBatch"},
    Key{"gradAccum", "gradAccum"},
    Key{"dtype", "dtype"},
    Key{"attention", "attention"},
    Key{"checkpointing", "checkpointing", false},
    Key{"logits", "logits", false},
    Key{"optimizer", "optimizer"},
    Key{"learningRate", "lr"},
    Key{"clip", "clip"},
    Key{"seed", "seed"},
};

std::string textOf(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
    return value.dump();
}

class Reader {
  public:
    Reader(const Json& run, const std::string& path) : run_(run), path_(path) {}

    core::Result<core::Settings> read() {
        for (const Key& key : kWorkloadKeys) {
            take(memberOf(run_, "workload"), "workload", key.recorded, key.setting, key.always);
        }
        take(run_, "", "ranks", "ranks", true);
        take(run_, "", "steps", "steps", true);
        take(run_, "", "poolPolicy", "allocator", false);
        take(run_, "", "saveCheckpoint", "saveCheckpoint", false);
        if (!error_) readStrategy();
        if (error_) return tl::unexpected(*error_);
        return std::move(settings_);
    }

  private:
    void set(const char* setting, std::string text, const std::string& key) {
        settings_[setting] = {.text = std::move(text), .where = path_ + ": " + key};
    }

    void take(const Json& from, std::string group, const char* key, const char* setting,
              bool always) {
        const std::string name = (group.empty() ? "" : group + ".") + key;
        const Json& value = memberOf(from, key);
        if (value.is_primitive() && !value.is_null()) {
            set(setting, textOf(value), name);
        } else if (always && !error_) {
            error_ = core::Error{.code = core::ErrorCode::InvalidInput,
                                 .message = "is missing; the recording does not say what was run",
                                 .where = path_ + ": " + name};
        }
    }

    void readStrategy() {
        const Json& strategy = memberOf(run_, "strategy");
        const std::string name = traces::textOf(strategy, "preset");
        const auto preset = core::presetNamed(name, path_ + ": strategy.preset");
        if (!preset) {
            error_ = preset.error();
            return;
        }
        set("strategy", name, "strategy.preset");
        checkAxes(strategy, *preset);
        takeHabits(strategy, *preset);
        take(strategy, "strategy", "inFlight", "inFlight", true);
        take(strategy, "strategy", "shardGroup", "shardGroup", false);
        take(strategy, "strategy", "without", "without", false);
        take(strategy, "strategy", "optimizerState", "optimizerState", false);
    }

    void checkAxes(const Json& strategy, const core::Strategy& preset) {
        for (const core::AxisValue& axis : core::axesOf(preset)) {
            const std::string found = traces::textOf(strategy, axis.key, std::string(axis.value));
            if (found == axis.value || error_) continue;
            error_ = core::Error{
                .code = core::ErrorCode::InvalidInput,
                .message = fmt::format("found {}; {} has {}: what a ds_config.json changed cannot "
                                       "be planned again from a recording",
                                       found, preset.preset, axis.value),
                .where = path_ + ": strategy." + std::string(axis.key)};
        }
    }

    /// Bucket, overlap and gradient types where they are not what the preset gives by itself.
    void takeHabits(const Json& strategy, const core::Strategy& preset) {
        const Json usual = profiler::strategyMetadata(preset);
        for (const char* key : {"bucket", "overlap"}) {
            if (memberOf(strategy, key) != usual[key]) take(strategy, "strategy", key, key, true);
        }
        const Json& workload = memberOf(run_, "workload");
        const auto dtype = core::parseDType(traces::textOf(workload, "dtype"), path_);
        if (!dtype) return;  // its own reading says so
        core::Workload plain;
        plain.dtype = plain.reduceDtype = plain.accumulateDtype = *dtype;
        plain = core::withHabits(plain, preset);
        const auto takeType = [&](const char* key, core::DType habit) {
            if (traces::textOf(workload, key) == core::nameOf(habit)) return;
            take(workload, "workload", key, key, true);
        };
        takeType("reduceDtype", plain.reduceDtype);
        takeType("accumulateDtype", plain.accumulateDtype);
    }

    const Json& run_;
    const std::string& path_;
    core::Settings settings_;
    std::optional<core::Error> error_;
};

bool sameBuckets(const Json& recorded, const core::BucketMap& buckets) {
    if (!recorded.is_array() || recorded.size() != buckets.buckets.size()) return false;
    for (size_t b = 0; b < recorded.size(); ++b) {
        if (traces::integerOf(recorded[b], "elements") != buckets.buckets[b].elements) return false;
    }
    return true;
}

core::Result<core::Problem> problemOf(const Json& run, core::Settings settings) {
    settings["gpu"] = {.text = "unit", .where = ""};
    auto request = makeRequest(settings, kSimulate, std::nullopt);
    if (!request) return tl::unexpected(request.error());
    applyRecorded(run, request->workload);
    auto problem =
        core::makeProblem(request->workload, request->strategies.front(), request->ranks);
    if (problem) problem->poison = traces::boolOf(run, "poison");
    return problem;
}

core::RopeStretch stretchNamed(std::string_view name) {
    using enum core::RopeStretch;
    for (const core::RopeStretch each : {Linear, Llama3, Yarn}) {
        if (core::nameOf(each) == name) return each;
    }
    return Other;
}

}  // namespace

core::Result<core::Settings> recordedSettings(const traces::Json& run, const std::string& path) {
    return Reader(run, path).read();
}

void applyRecorded(const traces::Json& run, core::Workload& workload) {
    const Json& recorded = memberOf(run, "workload");
    workload.workspaceBytes = traces::integerOf(recorded, "workspaceBytes");
    const Json& scaling = memberOf(recorded, "ropeScaling");
    if (!scaling.is_object()) return;
    core::RopeScaling& out = workload.model.ropeScaling;
    out.factor = traces::numberOf(scaling, "factor", out.factor);
    out.lowFrequencyFactor =
        traces::numberOf(scaling, "lowFrequencyFactor", out.lowFrequencyFactor);
    out.highFrequencyFactor =
        traces::numberOf(scaling, "highFrequencyFactor", out.highFrequencyFactor);
    out.originalLength = traces::integerOf(scaling, "originalLength", out.originalLength);
    out.stretch = stretchNamed(traces::textOf(scaling, "type", "llama3"));
    out.fastTurns = traces::numberOf(scaling, "fastTurns", out.fastTurns);
    out.slowTurns = traces::numberOf(scaling, "slowTurns", out.slowTurns);
    out.attentionFactor = traces::numberOf(scaling, "attentionFactor", out.attentionFactor);
}

core::Result<core::Problem> recordedProblem(const traces::Json& run, const std::string& path) {
    auto settings = recordedSettings(run, path);
    if (!settings) return tl::unexpected(settings.error());
    auto problem = problemOf(run, *settings);
    if (!problem || sameBuckets(memberOf(run, "buckets"), problem->buckets)) return problem;
    return core::invalidInput(path + ": buckets",
                              "are not those that this version makes of the recorded workload and "
                              "strategy; record it again");
}

}  // namespace shardscope::cli
