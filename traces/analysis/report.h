#pragma once
// What a recording says of its run, in the words of `shardscope.report/1`. A pure function of the
// trace: `report FILE` gives what `run` printed.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/category.h"
#include "core/base/result.h"
#include "traces/trace.h"

namespace shardscope::traces {

struct Peak {
    int64_t bytes = 0;  ///< requested, live
    std::string phase;
    int64_t step = -1;  ///< 0-based; -1 = set-up
    int64_t microBatch = -1;
    int rank = 0;
    core::CategoryBytes composition{};
};

struct MemoryReport {
    Peak peak;
    /// Worst rank's bytes by phase; with "first step" where its peak is not that of later ones.
    std::map<std::string, int64_t> peakPerPhase;
    std::optional<Peak> second;  ///< highest peak in another phase
    std::vector<int64_t> perRankPeakBytes;
    int peakPlace = 0;               ///< of the rank with the peak, among those recorded
    std::vector<int> perRankPeakOf;  ///< the ranks that these are of: all, or those simulated
    int64_t allocatedPeakBytes = 0;
    int64_t reservedPeakBytes = 0;
    std::optional<int64_t> deviceUsedPeakBytes;
    int64_t smallestLimitBytes = 0;
    std::string callSequenceHash;
    std::optional<bool> fits;
    Json deviceMemory;            ///< bytes by what they are for, and "capacity"
    int64_t modelStateBytes = 0;  ///< weights, gradients, master weights, optimizer state as held
    int64_t paperBytes = 0;
    std::string convention;  ///< "bf16+AdamW 2+2+12"
};

/// One bucket's gradient on the worst rank, on the device's clock; means over the measured steps.
struct BucketLifetime {
    std::string label;
    int64_t fullBytes = 0;
    double heldShare = 0.0;              ///< of the step: full-size storage exists
    double deadShare = 0.0;              ///< of the step: reduced, not mine, still allocated
    int64_t bornNs = 0, releasedNs = 0;  ///< first birth and last release, from the step's begin
    int64_t releaseLagNs = 0;  ///< from reduced to released, mean over its reductions; 0: none
    bool operator==(const BucketLifetime&) const = default;
};

/// Full-size gradients that pile up: in no step (or micro-batch of a step) fewer buckets are live at
/// once than in the one before it, and in the last more than in the first. In plan order, worst rank.
struct LiveGrowth {
    std::string over;             ///< "steps", "micro-batches"; empty: they do not pile up
    int64_t first = 0, last = 0;  ///< live buckets at most, in the first and in the last
    int64_t bytes = 0;            ///< so much more is live in the last
    bool operator==(const LiveGrowth&) const = default;
};

struct GradientReport {
    int buckets = 0;
    int64_t peakLiveFullBytes = 0;  ///< worst rank, tied bucket included
    int peakLiveFullBuckets = 0;    ///< buckets whose full gradient exists at once, tied included
    int64_t tiedFullBytes = 0;     ///< the tied bucket's part of it, which in-flight does not count
    int64_t shardBytes = 0;        ///< own storage of shards; 0 where they stay in the full bucket
    double heldShare = 0.0;        ///< mean over buckets, measured steps and ranks
    double deadByteSeconds = 0.0;  ///< a step; mean over measured steps and ranks
    std::vector<BucketLifetime> perBucket;
    LiveGrowth growth;
};

struct CollectiveTraffic {  ///< a rank and step
    int64_t calls = 0;
    int64_t elements = 0;  ///< unpadded, of the whole array
    int64_t payloadBytes = 0;
    int64_t wireBytes = 0;
    bool operator==(const CollectiveTraffic&) const = default;
};

struct TrafficReport {
    CollectiveTraffic reduceScatter, allGather, allReduce, reduce, broadcast, small;
    double elementsPerParameter = 0.0;
    double paperElementsPerParameter = 0.0;
};

/// Below six steps the span from the smallest to the largest holds the median with less than 95 %.
inline constexpr int64_t kFewestSteps = 6;

struct Distribution {  ///< over steady steps
    int64_t median = 0, p5 = 0, p95 = 0;
    int64_t n = 0;
    int64_t low = 0, high = 0;  ///< 95 % interval of the median; what is compared between runs
};

/// One step of one rank taken apart, so that its parts add up: computing + standing still + neither =
/// the step; beside it hidden + exposed communication = communication. Nanoseconds within the step.
struct StepSplit {
    int rank = -1;  ///< the one whose median step is longest, the lowest on ties; -1: no whole step
    int64_t step = 0;  ///< 0-based: its step of median length, the shorter of two in the middle
    int64_t stepNs = 0;
    int64_t computeNs = 0;  ///< union of compute-stream operations
    int64_t stallNs = 0;    ///< compute stream standing still, the sum of stallByCauseNs
    std::map<std::string, int64_t> stallByCauseNs;
    int64_t otherNs = 0;          ///< neither
    int64_t communicationNs = 0;  ///< transfers
    int64_t exposedNs = 0;        ///< of them, while compute did nothing
    int64_t waitingNs = 0;        ///< collectives waiting for peers while nothing was transferred

    int64_t hiddenNs() const { return communicationNs - exposedNs; }
    bool operator==(const StepSplit&) const = default;
};

/// Each number is the maximum over ranks by itself, so that they need not add up; `slowest` does.
struct TimeReport {
    Distribution stepNs;
    int64_t computeNs = 0;               ///< union of compute-stream operations
    int64_t communicationNs = 0;         ///< transfers, waiting for peers left out
    int64_t exposedCommunicationNs = 0;  ///< transfer time in which compute did nothing
    int64_t waitingNs = 0;               ///< collectives waiting for peers
    int64_t stallNs = 0;                 ///< compute stream standing still
    std::map<std::string, int64_t> stallByCauseNs;
    /// At least so long of a step the compute stream had nothing queued, because its host had not issued
    /// it yet; none where host and device have one clock's worth of work (ranks on CPU threads).
    std::optional<int64_t> hostBoundNs;
    StepSplit slowest;
    double tokensPerSecond = 0.0;
    std::optional<double> mfu;
};

struct Observed {
    std::optional<int> stage;
    std::string closest;
    bool agrees = false;
    bool distinguishable = false;
    std::map<std::string, std::string> axes;
    std::vector<std::string> evidence;
};

/// Full-size gradient bytes over one steady step of the worst rank, for the curve under the table.
struct GradientCurve {
    std::vector<int64_t> timeNs;  ///< from the step's begin
    std::vector<int64_t> bytes;
    int64_t backwardBeginNs = 0, optimizerBeginNs = 0, endNs = 0;
};

struct RunReport {
    std::string name, status, source, device, hardware, recording;
    Json error, tool, workload, strategy, numerics, recorder, assumptions, validatedOn, notes;
    Json outOfMemory, buckets;
    int ranks = 1;
    int64_t steps = 0, steadySteps = 0;
    int64_t memoryLimit = 0;  ///< bytes a rank, 0 = none
    Json stragglers;          ///< {sigma, seed} of simulated ranks that differ; else null
    /// What a replay of recorded times makes of the recorded step itself, predicted over recorded;
    /// the one farthest from 1 where there are several.
    std::optional<double> replayRatio;
    /// What keeping records took of a step: records of a rank and step times what one took on the machine
    /// that recorded, measured beside the run; none where it was not measured.
    std::optional<double> recorderShare;
    std::string poolPolicy;
    bool incomplete = false;  ///< the file was cut
    bool growing = false;     ///< or its writer had not ended when it was read
    Observed observed;
    MemoryReport memory;
    GradientReport gradients;
    TrafficReport traffic;
    TimeReport time;
    GradientCurve curve;
};

/// Errors: InvalidInput when the trace is not one of our recordings.
core::Result<RunReport> analyse(const Trace& trace, std::string recordingPath);

class RowReader;

/// analyse() of a trace that is read in blocks (readInBlocks()). Borrows the trace. One thread.
class Analysis {
  public:
    explicit Analysis(const Trace& trace);
    ~Analysis();
    /// The events that the trace holds now: later ones than those before.
    void take();
    /// Once, when the trace is read. Errors: as analyse().
    core::Result<RunReport> finish(std::string recordingPath);

  private:
    const Trace& trace_;
    std::unique_ptr<RowReader> rows_;  ///< null until there are events of ours
};

/// One entry of "runs".
Json toJson(const RunReport& report);
/// The whole `shardscope.report/1` document.
Json reportDocument(const std::vector<RunReport>& reports, const Json& tool);

}  // namespace shardscope::traces
