#include "profiler/replay/span_times.h"

#include <map>
#include <tuple>
#include <unordered_map>

#include "profiler/calibrate/typical.h"

namespace shardscope::profiler {

namespace {

/// Work that takes the same time, seen several times: in steps and on ranks.
struct Group {
    std::vector<double> ns;
    double median = 0;
};

/// Groups by key, in order of first sight.
template <class Key, class Fact>
class Groups {
  public:
    Group& of(const Key& key, const Fact& fact) {
        const auto [place, isNew] = index_.try_emplace(key, groups_.size());
        if (isNew) {
            groups_.emplace_back();
            facts_.push_back(fact);
        }
        return groups_[place->second];
    }
    void close() {
        for (Group& group : groups_) group.median = medianOf(group.ns);
    }
    size_t size() const { return groups_.size(); }
    const Group& group(size_t at) const { return groups_[at]; }
    const Fact& fact(size_t at) const { return facts_[at]; }
    size_t at(const Key& key) const { return index_.at(key); }

  private:
    std::map<Key, size_t> index_;
    std::vector<Group> groups_;
    std::vector<Fact> facts_;
};

/// Name, sizes and formats of an operation: as much as tells it from others.
using OperationKey =
    std::tuple<std::string, std::string, std::string, std::vector<double>, int /*micro-batch*/>;
using TransferKey = std::tuple<core::CollectiveKind, core::DType, double, int, int>;

OperationKey keyOf(const core::RecordedOperation& o, int microBatch) {
    return {o.tensors, o.shape.kernel, o.shape.variant, o.shape.shape, microBatch};
}

TransferKey keyOf(const core::RecordedTransfer& t) {
    return {t.kind, t.dtype, t.bytes, t.who.ranks, t.who.stride};
}

core::RecordedTransfer transferOf(const core::Collective& collective, int worldSize) {
    return {.kind = collective.kind,
            .dtype = collective.dtype,
            .bytes = static_cast<double>(collective.elements * core::bytesOf(collective.dtype)),
            .who = {.ranks = collective.group.size(worldSize), .stride = collective.group.stride}};
}

double durationOf(const ActionSpan& span) { return static_cast<double>(span.endNs - span.beginNs); }

/// Sums of a step on a rank: as recorded, and of medians.
struct Sums {
    double recorded = 0, medians = 0;
};

double stretchOf(const std::map<int64_t, Sums>& steps, std::vector<double>& ratios) {
    for (const auto& [step, sums] : steps) {
        if (sums.medians > 0) ratios.push_back(sums.recorded / sums.medians);
    }
    return ratios.empty() ? 1.0 : medianOf(ratios);
}

class Tally {
  public:
    explicit Tally(int worldSize) : worldSize_(worldSize) {}

    void add(const RankSpans& rank) {
        facts_.clear();
        for (const ActionSpan& span : rank.work) groupOf(span, rank).ns.push_back(durationOf(span));
    }
    void close() {
        operations_.close();
        transfers_.close();
    }

    /// After close().
    void sum(const RankSpans& rank) {
        facts_.clear();
        std::map<int64_t, Sums> operations, transfers;
        for (const ActionSpan& span : rank.work) {
            if (span.step < 0) continue;
            const bool computes = std::holds_alternative<core::Launch>(span.action->what);
            Sums& sums = (computes ? operations : transfers)[span.step];
            sums.recorded += durationOf(span);
            sums.medians += groupOf(span, rank).median;
        }
        stretch_.operations = stretchOf(operations, operationRatios_);
        stretch_.transfers = stretchOf(transfers, transferRatios_);
    }

    SpanTimes times() const {
        SpanTimes out{.times = {}, .stretch = stretch_};
        for (size_t i = 0; i < transfers_.size(); ++i) {
            core::RecordedTransfer transfer = transfers_.fact(i);
            transfer.ns = transfers_.group(i).median * stretch_.transfers;
            out.times.transfers.push_back(transfer);
        }
        out.times.operations = operationTimes();
        return out;
    }

  private:
    Group& groupOf(const ActionSpan& span, const RankSpans& rank) {
        if (const auto* collective = std::get_if<core::Collective>(&span.action->what)) {
            const core::RecordedTransfer transfer = transferOf(*collective, worldSize_);
            return transfers_.of(keyOf(transfer), transfer);
        }
        const core::RecordedOperation& fact = factOf(span, rank);
        return operations_.of(keyOf(fact, span.microBatch), fact);
    }

    const core::RecordedOperation& factOf(const ActionSpan& span, const RankSpans& rank) {
        auto& known = facts_[span.action];
        const bool later = span.microBatch > 0;
        auto& fact = known[later ? 1 : 0];
        if (!fact) {
            fact = core::recordedOperation(std::get<core::Launch>(span.action->what).operation,
                                           rank.plans.plan(span.step).layout, span.microBatch);
        }
        return *fact;
    }

    /// Micro-batches after the first share one time: their mean, so that their sum stays.
    std::vector<core::RecordedOperation> operationTimes() const {
        std::map<OperationKey, size_t> place;
        std::vector<core::RecordedOperation> list;
        std::vector<int> counts;
        for (size_t i = 0; i < operations_.size(); ++i) {
            core::RecordedOperation operation = operations_.fact(i);
            const auto [at, isNew] =
                place.try_emplace(keyOf(operation, operation.later ? 1 : 0), list.size());
            const double ns = operations_.group(i).median * stretch_.operations;
            if (isNew) {
                list.push_back(operation);
                counts.push_back(0);
            }
            double& mean = list[at->second].ns;
            mean += (ns - mean) / ++counts[at->second];
        }
        return list;
    }

    int worldSize_;
    Groups<OperationKey, core::RecordedOperation> operations_;
    Groups<TransferKey, core::RecordedTransfer> transfers_;
    std::unordered_map<const core::Action*, std::array<std::optional<core::RecordedOperation>, 2>>
        facts_;
    std::vector<double> operationRatios_, transferRatios_;
    Stretch stretch_;
};

}  // namespace

SpanTimes timesOf(const std::vector<RankSpans>& ranks, int worldSize) {
    Tally tally(worldSize);
    for (const RankSpans& rank : ranks) tally.add(rank);
    tally.close();
    for (const RankSpans& rank : ranks) tally.sum(rank);
    return tally.times();
}

}  // namespace shardscope::profiler
