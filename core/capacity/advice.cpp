#include "core/capacity/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/base/units.h"

namespace shardscope::core {

namespace {

/// The same choice one stage lower, when it was asked about and does not fit.
std::optional<size_t> lowerStage(const std::vector<PlanRow>& rows, const PlanRow& row) {
    std::optional<size_t> best;
    for (size_t i = 0; i < rows.size(); ++i) {
        const Configuration &a = row.at, &b = rows[i].at;
        const bool alike = a.ranks == b.ranks && a.microBatch == b.microBatch &&
                           a.gradAccum == b.gradAccum && a.strategy.bucket == b.strategy.bucket &&
                           a.strategy.inFlight == b.strategy.inFlight &&
                           a.checkpointing == b.checkpointing;
        const int stage = stageOf(b.strategy);
        if (!alike || !rows[i].result || stage < 0 || stage >= stageOf(a.strategy)) continue;
        if (!best || stage > stageOf(rows[*best].at.strategy)) best = i;
    }
    if (best && rows[*best].result->fits) return std::nullopt;
    return best;
}

int64_t costShown(const PlanRow& row, CostBasis basis) {
    if (basis == CostBasis::StepTime) return *row.result->stepNs;
    return row.result->sent.wireBytes / std::max<int64_t>(1, row.at.microBatch * row.at.gradAccum);
}

std::string costText(const Recommendation& found) {
    if (found.basis == CostBasis::SentBytes) {
        return fmt::format("it sends the fewest bytes a sequence ({})", formatBytes(found.cost));
    }
    return fmt::format("it takes the least GPU time a sequence (a step {:.1f} ms)",
                       static_cast<double>(found.cost) / 1e6);
}

std::string reasonOf(const PlanQuestion& question, const std::vector<PlanRow>& rows,
                     const Recommendation& found) {
    const PlanRow& row = rows[found.row];
    const bool limited = question.budgetBytes > 0;
    std::string reason = fmt::format(
        "{}: of the {} of {} configurations that {}, {}", wordsOf(row.at),
        withCommas(static_cast<int64_t>(found.fitting)),
        withCommas(static_cast<int64_t>(rows.size())),
        limited ? "fit " + formatBytes(question.budgetBytes) : std::string("can be run"),
        costText(found));
    reason += limited ? fmt::format("; {} stay free",
                                    formatBytes(question.budgetBytes - row.neededBytes()))
                      : fmt::format("; it needs {}", formatBytes(row.neededBytes()));
    if (!found.lower) return reason;
    const PlanRow& lower = rows[*found.lower];
    return reason + fmt::format("; {} with the same settings needs {} more than there is",
                                lower.at.strategy.preset,
                                formatBytes(lower.neededBytes() - question.budgetBytes));
}

}  // namespace

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
    return words;
}

CostBasis basisOf(const std::vector<PlanRow>& rows) {
    const bool timed = std::ranges::all_of(
        rows, [](const PlanRow& row) { return !row.result || row.result->stepNs; });
    return timed ? CostBasis::StepTime : CostBasis::SentBytes;
}

std::vector<size_t> fittingRows(const std::vector<PlanRow>& rows) {
    std::vector<size_t> fitting;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].result && rows[i].result->fits) fitting.push_back(i);
    }
    return fitting;
}

std::optional<Recommendation> recommend(const PlanQuestion& question,
                                        const std::vector<PlanRow>& rows) {
    const std::vector<size_t> fitting = fittingRows(rows);
    if (fitting.empty()) return std::nullopt;
    const CostBasis basis = basisOf(rows);
    const size_t best = *std::ranges::min_element(fitting, {}, [&](size_t i) {
        return std::tuple(costOf(rows[i], basis), rows[i].at.ranks, rows[i].neededBytes());
    });
    Recommendation found{.row = best,
                         .fitting = fitting.size(),
                         .basis = basis,
                         .cost = costShown(rows[best], basis)};
    if (question.budgetBytes > 0) found.lower = lowerStage(rows, rows[best]);
    found.reason = reasonOf(question, rows, found);
    return found;
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
