#include "core/capacity/advice.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"

namespace shardscope::core {

std::string wordOf(const BucketSize& size) {
    if (size.bytes > 0) return fmt::format("{}MiB", static_cast<double>(size.bytes) / kMiB);
    return size.elements == 0 ? "layer" : std::to_string(size.elements);
}

std::string wordsOf(const Configuration& at) {
    std::string words =
        fmt::format("{}, {} rank{}, micro-batch {}, G {}, bucket {}, in-flight {}",
                    at.strategy.preset, withCommas(at.ranks), at.ranks == 1 ? "" : "s",
                    at.microBatch, at.gradAccum, wordOf(at.strategy.bucket), at.strategy.inFlight);
    if (at.checkpointing != Checkpointing::None) {
        words += fmt::format(", {} checkpointing", nameOf(at.checkpointing));
    }
    if (at.attention) words += fmt::format(", {} attention", nameOf(*at.attention));
    if (at.strategy.shardGroup > 0) {
        words += fmt::format(", shard group {}", at.strategy.shardGroup);
    }
    return words;
}

CostBasis basisOf(const PlanQuestion& question, const std::vector<PlanRow>& rows) {
    const bool timed = std::ranges::all_of(
        rows, [](const PlanRow& row) { return !row.result || row.result->stepNs; });
    if (!timed) return CostBasis::SentBytes;
    return question.oneMachine ? CostBasis::MachineTime : CostBasis::StepTime;
}

std::vector<size_t> fittingRows(const std::vector<PlanRow>& rows) {
    std::vector<size_t> fitting;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].result && rows[i].result->fits) fitting.push_back(i);
    }
    return fitting;
}

std::vector<Term> termsThatStay(Evaluator& evaluator, const Configuration& at) {
    constexpr int kTimes = 8;
    Configuration more = at;
    more.ranks *= kTimes;
    const auto few = evaluator.evaluate(at), many = evaluator.evaluate(more);
    std::vector<Term> terms;
    if (!few || !many) return terms;
    for (size_t c = 0; c < few->memory.atPeak.size(); ++c) {
        const int64_t bytes = few->memory.atPeak[c], left = many->memory.atPeak[c];
        if (bytes > 0 && left * 10 >= bytes * 9) {
            terms.push_back({.category = static_cast<Category>(c), .bytes = bytes});
        }
    }
    std::ranges::sort(terms, std::greater<>{}, &Term::bytes);
    return terms;
}

}  // namespace shardscope::core
