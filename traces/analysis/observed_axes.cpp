#include "traces/analysis/observed_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/units.h"
#include "traces/analysis/json_access.h"

namespace shardscope::traces {

namespace {

class Observation {
  public:
    Observation(const Recording& recording, const RankRows& rows)
        : recording_(recording),
          rows_(rows),
          measured_(recording.measured.begin(), recording.measured.end()) {
        for (const CollectiveRow& row : rows.collectives) {
            if (!measured_.contains(row.step)) continue;
            if (row.purpose == "gradient") gradients_.push_back(&row);
            if (row.purpose == "parameter") parameters_.push_back(&row);
        }
    }

    ObservedAxes axes() {
        observeCollective();
        observeCadence();
        observeStorage();
        observeOptimizer();
        observeParameters();
        observeReturn();
        observeLayout();
        return std::move(result_);
    }

  private:
    void say(std::string sentence) { result_.evidence.push_back(std::move(sentence)); }
    void set(std::string_view axis, std::string_view value) {
        result_.axes[std::string(axis)] = value;
    }
    bool is(const std::string& axis, std::string_view value) const {
        const auto place = result_.axes.find(axis);
        return place != result_.axes.end() && place->second == value;
    }
    int64_t perStep(size_t calls) const {
        return static_cast<int64_t>(calls / std::max<size_t>(measured_.size(), 1));
    }

    void observeCollective() {
        if (gradients_.empty()) {
            set("collective", "none");
            say("gradients are sent by no collective");
            return;
        }
        setReplicaSumsApart();
        const std::string_view name = gradients_.front()->name;
        const bool same = std::ranges::all_of(
            gradients_, [&](const CollectiveRow* row) { return row->name == name; });
        if (!same) return say("gradients are sent by more than one kind of collective");
        if (name == "allreduce") set("collective", "all-reduce");
        if (name == "reduce_scatter") set("collective", "reduce-scatter");
        if (name == "reduce") set("collective", "reduce-to-owner");
        say(fmt::format("gradients are sent by {}: {} calls a step over {} buckets", name,
                        perStep(gradients_.size()), recording_.buckets.size()));
    }

    /// Hybrid sharding: what a group has reduce-scattered is all-reduced across the groups.
    void setReplicaSumsApart() {
        const auto named = [](std::string_view name) {
            return [name](const CollectiveRow* row) { return row->name == name; };
        };
        const bool scatters = std::ranges::any_of(gradients_, named("reduce_scatter"));
        if (!scatters || std::erase_if(gradients_, named("allreduce")) == 0) return;
        say("shards are all-reduced after the reduce-scatter: across groups that hold the same "
            "one");
    }

    void observeCadence() {
        if (gradients_.empty() || recording_.gradAccum == 1) return;  // one micro-batch: by storage
        std::set<int64_t> microBatches;
        for (const CollectiveRow* row : gradients_) microBatches.insert(row->microBatch);
        const auto seen = static_cast<int64_t>(microBatches.size());
        if (seen == recording_.gradAccum) {
            set("cadence", "every-micro-batch");
            say(fmt::format("gradients are reduced in each of {} micro-batches", seen));
        } else if (seen == 1 && *microBatches.begin() == recording_.gradAccum - 1) {
            set("cadence", "last-micro-batch");
            say(fmt::format("gradients are reduced in the last of {} micro-batches only",
                            recording_.gradAccum));
        } else {
            say(fmt::format("gradients are reduced in {} of {} micro-batches", seen,
                            recording_.gradAccum));
        }
    }

    /// Where the full-size gradients of measured steps were freed, in plan order.
    struct Frees {
        int64_t inBackward = 0, later = 0;
        std::set<int64_t> microBatches;  ///< of those in backward
        size_t aliveAtOnce = 0;          ///< buckets whose gradients exist at once, at most
    };
    bool isTied(int64_t bucket) const {
        return bucket >= 0 && bucket < static_cast<int64_t>(recording_.buckets.size()) &&
               recording_.buckets[static_cast<size_t>(bucket)].tied;
    }
    Frees gradientFrees() const {
        Frees frees;
        std::multiset<int64_t> alive;
        for (const PoolRow& row : rows_.pool) {
            const bool full = row.call.tag == core::Category::Gradients;
            if (!full || isTied(row.bucket) || !measured_.contains(row.step)) continue;
            if (row.call.allocate) {
                alive.insert(row.bucket);
                const std::set<int64_t> buckets(alive.begin(), alive.end());
                frees.aliveAtOnce = std::max(frees.aliveAtOnce, buckets.size());
                continue;
            }
            if (const auto place = alive.find(row.bucket); place != alive.end()) alive.erase(place);
            ++(row.phase == "backward" ? frees.inBackward : frees.later);
            if (row.phase == "backward") frees.microBatches.insert(row.microBatch);
        }
        return frees;
    }
    /// Full-size buckets that set-up allocates and nothing frees, whatever they are called.
    bool hasPersistentBuckets() const {
        std::set<int32_t> kept;
        for (const PoolRow& row : rows_.pool) {
            const bool bucket = row.bucket >= 0 && (row.call.tag == core::Category::Gradients ||
                                                    row.call.tag == core::Category::Buckets);
            if (!bucket) continue;
            if (row.call.allocate && row.step < 0) kept.insert(row.call.buffer);
            if (!row.call.allocate) kept.erase(row.call.buffer);
        }
        return !kept.empty();
    }
    bool labelSaysUntilReduced() const {
        return textOf(memberOf(recording_.trace->run, "strategy"), "storage") == "until-reduced";
    }

    /// All frees are in backward: are gradients kept over micro-batches before? With one micro-batch:
    /// do more buckets exist at once than are allowed in flight?
    void observeFreesInBackward(const Frees& frees) {
        const Json& strategy = memberOf(recording_.trace->run, "strategy");
        const auto inFlight =
            static_cast<size_t>(std::max<int64_t>(integerOf(strategy, "inFlight"), 1));
        const bool one = recording_.gradAccum == 1;
        const bool kept = one ? frees.aliveAtOnce > inFlight
                              : frees.microBatches == std::set<int64_t>{recording_.gradAccum - 1};
        const int64_t each = perStep(static_cast<size_t>(frees.inBackward));
        if (kept) {
            set("storage", "until-reduced");
            say(fmt::format(
                "full-size gradients are kept until the step's reduction has them, then "
                "freed inside backward ({} frees a step)",
                each));
        } else if (one && labelSaysUntilReduced()) {
            say("no more buckets than may be in flight: whether gradients are kept until all are "
                "there cannot be seen");
        } else {
            set("storage", "freed-per-bucket");
            say(
                fmt::format("full-size gradients are freed inside backward, bucket by bucket ({} "
                            "frees a step)",
                            each));
        }
    }

    void observeStorage() {
        const Frees frees = gradientFrees();
        if (hasPersistentBuckets()) {
            set("storage", "persistent");
            say("full-size gradient buckets are allocated once and never freed between steps");
        } else if (frees.inBackward + frees.later == 0) {
            return;
        } else if (frees.later == 0) {
            observeFreesInBackward(frees);
        } else {
            set("storage", "until-step");
            say("full-size gradients are held through backward and freed with the optimizer step");
        }
        deriveCadence();
    }

    /// With one micro-batch, "every" and "last" are the same calls; what is freed in backward must
    /// have been reduced there.
    void deriveCadence() {
        if (recording_.gradAccum != 1 || gradients_.empty()) return;
        set("cadence",
            is("storage", "freed-per-bucket") ? "every-micro-batch" : "last-micro-batch");
        say("one micro-batch a step: the cadence is read off the storage");
    }

    /// In the end: state is there from set-up or from the first update on.
    static int64_t held(const RankRows& rows, core::Category category) {
        int64_t bytes = 0;
        for (const PoolRow& row : rows.pool) {
            if (row.call.tag != category) continue;
            bytes += row.call.allocate ? row.call.requested : -row.call.requested;
        }
        return bytes;
    }

    /// Compares bytes with what a whole copy would take: shards of two or more are at most half of it,
    /// on average over ranks where owners have whole parameters.
    void observeOptimizer() {
        const Json& workload = memberOf(recording_.trace->run, "workload");
        const int64_t each = textOf(workload, "optimizer") == "sgd" ? 4 : 8;
        const int64_t whole = each * recording_.paddedElements();
        int64_t sum = 0;
        for (const RankRows& rank : recording_.ranks) {
            sum += held(rank, core::Category::OptimizerState);
        }
        const int64_t mean = sum / static_cast<int64_t>(recording_.ranks.size());
        if (mean <= 0 || whole <= 0) return;
        const double ratio = static_cast<double>(mean) / static_cast<double>(whole);
        const bool sharded = ratio < 0.75;
        set("optimizer", sharded ? "sharded" : "replicated");
        say(fmt::format("optimizer state is {} a rank, {:.3g} of a whole copy: {}",
                        core::formatBytes(mean), ratio, sharded ? "sharded" : "replicated"));
    }

    size_t parameterCalls(std::string_view phase) const {
        return static_cast<size_t>(std::ranges::count_if(
            parameters_, [&](const CollectiveRow* row) { return row->phase == phase; }));
    }

    void observeParameters() {
        const size_t forward = parameterCalls("forward"), backward = parameterCalls("backward");
        if (forward + backward == 0) {
            set("parameters", "replicated");
            say("no parameters are gathered in forward or backward: every rank keeps them all");
            return;
        }
        set("parameters", backward > 0 ? "gathered-per-use" : "gathered-per-forward");
        say(fmt::format("parameters are gathered {} times in forward and {} in backward, a step",
                        perStep(forward), perStep(backward)));
    }

    bool isReturn(const CollectiveRow& row) const {
        return returnsWeights(row) &&
               std::ranges::find(recording_.committed, row.step) != recording_.committed.end();
    }

    void observeReturn() {
        if (recording_.skippedAll()) {
            return say(
                "every recorded step was skipped (fp16 overflow): whether updated "
                "parameters are sent was not seen");
        }
        const auto row = std::ranges::find_if(
            rows_.collectives, [&](const CollectiveRow& each) { return isReturn(each); });
        if (row != rows_.collectives.end()) {
            set("weightReturn", row->name == "broadcast" ? "broadcast" : "all-gather");
            return say(fmt::format("updated parameters return by {}", row->name));
        }
        set("weightReturn", "none");
        say("updated parameters are not sent after the optimizer");
    }

    bool coversItsBucket(const CollectiveRow& row) const {
        return row.bucket >= 0 && row.bucket < static_cast<int64_t>(recording_.buckets.size()) &&
               recording_.buckets[static_cast<size_t>(row.bucket)].elements == row.paddedElements;
    }

    /// Gathered parameters that pass through a copy of their own are taken apart one by one.
    bool unpacksParameters() const {
        return std::ranges::any_of(rows_.pool, [](const PoolRow& row) {
            return row.bucket >= 0 && row.call.tag == core::Category::Communication;
        });
    }

    void observeEvenSplit(const std::vector<const CollectiveRow*>& rows) {
        const bool whole = std::ranges::all_of(
            rows, [&](const CollectiveRow* row) { return coversItsBucket(*row); });
        const bool packed = whole && unpacksParameters();
        set("layout", whole && !packed ? "per-bucket" : "per-parameter");
        if (packed) {
            say("gathered buckets are unpacked: each parameter is split among the ranks");
        } else {
            say(whole ? "each collective splits one whole bucket among the ranks"
                      : "collectives split less than a bucket");
        }
    }

    /// Owners differ in size: how updated parameters return tells what they own.
    void observeOwners() {
        if (parameters_.empty()) return;
        if (is("weightReturn", "broadcast")) {
            set("layout", "whole-parameter");
            return say("owners broadcast whole parameters");
        }
        const bool flat = std::ranges::all_of(
            parameters_, [](const CollectiveRow* row) { return row->bucket < 0; });
        if (!flat) return observeEvenSplit(parameters_);
        set("layout", "contiguous");
        say("one all-gather returns all parameters: each rank owns one range of them");
    }

    void observeLayout() {
        if (is("optimizer", "replicated")) return set("layout", "none");
        if (is("collective", "reduce-scatter")) return observeEvenSplit(gradients_);
        observeOwners();
    }

    const Recording& recording_;
    const RankRows& rows_;
    std::set<int64_t> measured_;
    std::vector<const CollectiveRow*> gradients_, parameters_;
    ObservedAxes result_;
};

}  // namespace

ObservedAxes observeAxes(const Recording& recording, int rank) {
    return Observation(recording, recording.ranks[static_cast<size_t>(rank)]).axes();
}

}  // namespace shardscope::traces
