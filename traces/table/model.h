#pragma once
// What the table shows, before it is text: rows by group, their names, one unit a column.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "traces/analysis/report.h"
#include "traces/table/phrase.h"
#include "traces/table/units.h"

namespace shardscope::table {

struct TableRow {
    const traces::RunReport* report = nullptr;
    std::string name;   ///< tells it from the others of its group: "zero-2", "zero-2, simulated"
    std::string label;  ///< "2" for zero-2; short enough for the first column
};

/// Runs that are comparable with each other: same workload, ranks and accumulation.
struct TableGroup {
    int64_t gradAccum = 1, globalBatch = 0;
    int ranks = 1;
    std::string model;
    std::vector<TableRow> rows;

    /// The first row of @p stage by its label's axes that ran to the end, or nullptr.
    const TableRow* ofStage(int stage) const;
};

/// Borrows the reports.
struct TableModel {
    std::vector<TableGroup> groups;                           ///< in order of first appearance
    std::vector<std::pair<std::string, std::string>> legend;  ///< label → name, where it is short
    ByteUnit bytes;                                           ///< of memory
    ByteUnit sent;  ///< of traffic: the same, or a larger one where it needs more columns
    TimeUnit time;
    bool oneWorldSize = true, oneModel = true;
    bool oneShardGroup = true;  ///< else rows are named with theirs
    bool oneSource = true;      ///< all measured, or all simulated; likewise

    std::vector<const TableRow*> rows() const;
    /// @p name with ", shard group 8" where rows differ in that.
    std::string withShardGroup(std::string name, const traces::RunReport& report) const;
};
TableModel tableModelOf(const std::vector<traces::RunReport>& reports);

/// Whether a row has numbers: the run was measured for at least one whole step.
bool hasNumbers(const traces::RunReport& report);
/// The stage that the label claims, -1 when it claims none.
int labelledStage(const traces::RunReport& report);
int64_t bytesAtPeak(const traces::RunReport& report, core::Category category);
/// Wire bytes of one rank and step, tiny collectives left out.
int64_t sentBytes(const traces::RunReport& report);
/// A recording's error as one line.
std::string errorText(const traces::RunReport& report);
/// Whether one of two step times has too few samples for a verdict. Simulated steps that are all
/// equal need no more than one.
bool tooFewSteps(const traces::RunReport& a, const traces::RunReport& b);
/// Whether two simulated step times are the same to the two digits that are printed.
bool sameSimulatedTime(const traces::RunReport& a, const traces::RunReport& b);
/// How far off the replays that two what-ifs rest on are by themselves: the larger of predicted over
/// recorded step and its inverse, rounded up to the two digits that are printed. 1 where neither is a
/// replay.
double replayOff(const traces::RunReport& a, const traces::RunReport& b);
/// Ranks that share one copy of what is sharded; 0: all of them.
int64_t shardGroupOf(const traces::RunReport& report);
/// "from step 2 on", or "in step 2" where a number follows, of a list of losses that are not all
/// finite numbers (null says NaN in a file); nothing of one that is no list, or all numbers.
std::optional<Phrase> stepsNotANumber(const traces::Json& list);

}  // namespace shardscope::table
