#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/dtype.h"
#include "core/base/units.h"
#include "profiler/cli/table/parts.h"
#include "traces/analysis/json_access.h"
#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

using traces::integerOf;
using traces::Json;
using traces::RunReport;
using traces::textOf;

std::string modelText(const Json& workload) {
    const std::string named = textOf(workload, "modelName");
    const std::string name =
        (named.empty() ? "" : named + ": ") + textOf(workload, "model", "model");
    const int64_t layers = integerOf(workload, "layers"), hidden = integerOf(workload, "hidden");
    std::string text =
        layers > 0 && hidden > 0 ? fmt::format("{} {} x {}", name, layers, hidden) : name;
    text += ", P = " + core::withCommas(integerOf(workload, "parameters"));
    const int64_t padding = integerOf(workload, "paddingElements");
    return padding > 0 ? fmt::format("{} (+{} padding)", text, core::withCommas(padding)) : text;
}

std::string numbersText(const Json& workload) {
    const std::string dtype = textOf(workload, "dtype", "bf16");
    std::string text = dtype;
    if (dtype != "fp32") text += ", fp32 master";
    const std::string accumulate = textOf(workload, "accumulateDtype", dtype);
    if (accumulate != dtype) text += fmt::format(", {} gradients", accumulate);
    const std::string reduce = textOf(workload, "reduceDtype", dtype);
    if (reduce != dtype) text += fmt::format(", {} reduced", reduce);
    return text + (textOf(workload, "optimizer") == "sgd" ? ", SGD" : ", AdamW");
}

std::string batchText(const Json& workload) {
    return fmt::format("micro-batch {} x {} tokens", integerOf(workload, "microBatch", 1),
                       integerOf(workload, "sequence"));
}

/// What forward does not keep, when that is not the default.
std::vector<std::string> activationParts(const Json& workload) {
    std::vector<std::string> parts;
    if (textOf(workload, "attention") == "flash") parts.emplace_back("flash attention");
    const std::string checkpointing = textOf(workload, "checkpointing");
    if (!checkpointing.empty()) parts.push_back(checkpointing + " activation checkpointing");
    const std::string logits = textOf(workload, "logits");
    if (!logits.empty()) parts.push_back(logits + " logits");
    return parts;
}

int64_t largestBucketBytes(const RunReport& report) {
    int64_t elements = 0;
    for (const Json& bucket : report.buckets) {
        elements = std::max(elements, integerOf(bucket, "elements"));
    }
    const auto dtype = core::parseDType(textOf(report.workload, "accumulateDtype", "bf16"), "");
    return elements * (dtype ? core::bytesOf(*dtype) : 2);
}

std::string bucketText(const RunReport& report) {
    const Json& bucket = traces::memberOf(report.strategy, "bucket");
    std::string size = bucket.is_string() ? bucket.get<std::string>() : bucket.dump();
    if (size == "layer") size = "one a layer";
    return fmt::format("{} buckets ({}), largest {}", report.gradients.buckets, size,
                       table::withUnit(largestBucketBytes(report)));
}

/// "host, 4 ranks | 2 cores", or "host, 4 ranks in one process on 2 cores" where the recording says.
std::string machineText(const table::TableModel& model, const RunReport& first) {
    const std::string device = first.source == "simulated" ? "simulated" : first.device;
    const std::string hardware = table::asciiOf(first.hardware);
    const std::string ranks =
        fmt::format("{} {}", first.ranks, first.ranks == 1 ? "rank" : "ranks");
    if (hardware.starts_with(ranks) && model.oneWorldSize) return device + ", " + hardware;
    const std::string who = model.oneWorldSize ? device + ", " + ranks : device;
    return hardware.empty() ? who : who + " | " + hardware;
}

void addOnce(std::vector<std::string>& all, std::string text) {
    if (std::ranges::find(all, text) == all.end()) all.push_back(std::move(text));
}

std::vector<std::string> machineParts(const table::TableModel& model) {
    const RunReport& first = *model.groups.front().rows.front().report;
    std::vector<std::string> parts;
    for (const table::TableRow* row : model.rows()) {
        if (model.oneWorldSize || row->report->source != first.source || parts.empty()) {
            addOnce(parts, machineText(model, *row->report));
        }
    }
    if (first.gradients.buckets > 0) parts.push_back(bucketText(first));
    parts.push_back(fmt::format("{} in flight", integerOf(first.strategy, "inFlight", 2)));
    if (!traces::boolOf(first.strategy, "overlap", true)) parts.emplace_back("overlap off");
    if (const int64_t size = table::shardGroupOf(first); model.oneShardGroup && size > 0) {
        parts.push_back(fmt::format("shard group {}", size));
    }
    if (first.stragglers.is_object()) parts.push_back(stragglersText(first));
    if (first.memoryLimit > 0) parts.push_back("limit " + table::withUnit(first.memoryLimit));
    if (first.poolPolicy == "classic") parts.emplace_back("classic allocator");
    return parts;
}

std::string stepsText(const RunReport& report) {
    if (report.steps == 0) return "no step ended";
    return report.steadySteps > 0
               ? fmt::format("steps 2-{} of {}", report.steadySteps + 1, report.steps)
               : fmt::format("step 1 of {}", report.steps);
}

/// What steps were measured, each way once.
std::string stepsText(const table::TableModel& model, const TableOptions& options) {
    std::vector<std::string> texts;
    for (const table::TableRow* row : model.rows()) {
        if (table::hasNumbers(*row->report)) addOnce(texts, stepsText(*row->report));
    }
    const RunReport& first = *model.groups.front().rows.front().report;
    if (texts.empty()) return stepsText(first);
    const bool several = model.rows().size() > 1 && first.steps > 1;
    const bool simulated = first.source == "simulated" || !model.oneSource;
    const std::string text = fmt::format("{}", fmt::join(texts, "; "));
    return options.interleaved && several && !simulated ? text + ", stages interleaved" : text;
}

}  // namespace

std::string stragglersText(const RunReport& report) {
    if (!report.stragglers.is_object()) return {};
    return fmt::format("stragglers sigma {:g}, seed {}",
                       traces::numberOf(report.stragglers, "sigma"),
                       integerOf(report.stragglers, "seed"));
}

std::string tableHeader(const table::TableModel& model, const TableOptions& options) {
    const Json& workload = model.groups.front().rows.front().report->workload;
    std::string text;
    if (model.oneModel) {
        std::vector<std::string> parts{table::asciiOf(modelText(workload)),
                                       table::asciiOf(numbersText(workload)), batchText(workload)};
        for (std::string& part : activationParts(workload)) parts.push_back(std::move(part));
        text += table::wrappedParts(parts, kTableColumns);
    }
    text += table::wrappedParts(machineParts(model), kTableColumns);
    const auto power = model.bytes.name == "KiB"   ? "2^10"
                       : model.bytes.name == "MiB" ? "2^20"
                       : model.bytes.name == "GiB" ? "2^30"
                                                   : "2^40";
    text += table::wrappedParts(
        {stepsText(model, options), fmt::format("{} = {} bytes", model.bytes.name, power),
         "xP = elements sent / P", fmt::format("SENT {}: on the wire", model.sent.name)},
        kTableColumns);
    for (const auto& [label, name] : model.legend) {
        text += table::wrapped(fmt::format("{} = {}", label, name), kTableColumns);
    }
    return text;
}

}  // namespace shardscope::cli
