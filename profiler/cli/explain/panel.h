#pragma once
// One instant as rows of cells: strategies side by side where they fit a page, GPUs in groups where
// they do not.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "profiler/cli/explain/messages.h"
#include "profiler/cli/explain/snapshot.h"

namespace shardscope::explain {

/// A strategy's cells at one instant.
struct PanelColumn {
    std::string name;
    const Snapshot* snapshot = nullptr;
};

/// Meanings that a legend explains, in the order of Message.
struct MeaningsUsed {
    std::set<Message> parameters, gradients, optimizer;
};

class PanelPainter {
  public:
    PanelPainter(const core::BucketMap& buckets, Language language)
        : buckets_(buckets), language_(language) {}

    /// Makes columns wide enough for what @p snapshot holds, so that those of all instants are alike.
    void fit(const Snapshot& snapshot);
    /// Lines of at most 100 columns. Buckets that look the same in all columns share a row.
    std::string paint(const std::vector<PanelColumn>& columns);
    const MeaningsUsed& used() const { return used_; }

  private:
    struct Row {
        std::string label;
        std::vector<std::vector<std::string>> cells;  ///< by column, by rank
    };
    /// Ranks [first, last) of one column.
    struct Part {
        size_t column = 0;
        int first = 0, last = 0;
    };

    template <class Pick>
    void addRows(const std::vector<PanelColumn>& columns, Message kind, std::set<Message>& used,
                 Pick&& pick);
    std::vector<std::vector<Part>> split(size_t columns) const;
    std::string paintPart(const std::vector<PanelColumn>& columns, const std::vector<Part>& parts);
    std::string heading(const std::vector<PanelColumn>& columns, const std::vector<Part>& parts);
    std::string held(const std::vector<PanelColumn>& columns, const std::vector<Part>& parts);
    std::string line(const std::string& label, const std::vector<std::string>& blocks) const;
    int labelWidth() const;
    int cellWidth() const { return 3 * buckets_.ranks + 1; }
    int cellsWidth(int ranks) const { return ranks * (cellWidth() + 1) - 1; }
    int blockWidth(int ranks) const { return std::max(cellsWidth(ranks), heldWidth_); }
    std::string heldText(const Snapshot& snapshot) const;

    const core::BucketMap& buckets_;
    Language language_;
    MeaningsUsed used_;
    std::vector<Row> rows_;
    int heldWidth_ = 0;  ///< of the longest line about gradients held
};

}  // namespace shardscope::explain
