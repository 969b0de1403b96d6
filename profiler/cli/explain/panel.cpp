#include "profiler/cli/explain/panel.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/glyph.h"

namespace shardscope::explain {

namespace {

constexpr std::string_view kBetween = " | ";
constexpr int kBucketLabel = 5;  // "B7-B0"

}  // namespace

int PanelPainter::labelWidth() const {
    int width = 0;
    for (Message kind : {Message::KindParameters, Message::KindGradients, Message::KindOptimizer,
                         Message::KindHeld}) {
        width = std::max(width, displayWidth(textOf(language_, kind)));
    }
    return width + 1 + kBucketLabel + 1;
}

template <class Pick>
void PanelPainter::addRows(const std::vector<PanelColumn>& columns, Message kind,
                           std::set<Message>& used, Pick&& pick) {
    std::vector<std::pair<int, Row>> rows;  // with the row's first bucket
    const auto cellsOf = [&](const BucketCells& bucket) {
        std::vector<std::string> texts;
        int owner = 0;
        for (const auto& cell : pick(bucket)) {
            const Glyph glyph = glyphOf(cell, owner++);
            used.insert(glyph.meaning);
            texts.push_back(glyph.text);
        }
        return fmt::format("[{}]", fmt::join(texts, " "));
    };
    for (int b = 0; b < buckets_.count(); ++b) {
        Row row;
        for (const PanelColumn& column : columns) {
            row.cells.emplace_back();
            for (const RankCells& rank : column.snapshot->ranks) {
                row.cells.back().push_back(cellsOf(rank[static_cast<size_t>(b)]));
            }
        }
        const std::string label = buckets_.labelOf(core::BucketId{b});
        if (!rows.empty() && rows.back().second.cells == row.cells) {
            const std::string first = buckets_.labelOf(core::BucketId{rows.back().first});
            rows.back().second.label = fmt::format("{}-{}", first, label);
        } else {
            row.label = label;
            rows.emplace_back(b, std::move(row));
        }
    }
    const int kindWidth = labelWidth() - kBucketLabel - 1;
    for (size_t i = 0; i < rows.size(); ++i) {
        Row& row = rows[i].second;
        row.label = padRight(i == 0 ? textOf(language_, kind) : "", kindWidth) + row.label;
        rows_.push_back(std::move(row));
    }
}

std::string PanelPainter::paint(const std::vector<PanelColumn>& columns) {
    rows_.clear();
    addRows(
        columns, Message::KindParameters, used_.parameters,
        [](const BucketCells& b) -> const auto& { return b.parameters; });
    addRows(
        columns, Message::KindGradients, used_.gradients,
        [](const BucketCells& b) -> const auto& { return b.gradients; });
    addRows(
        columns, Message::KindOptimizer, used_.optimizer,
        [](const BucketCells& b) -> const auto& { return b.optimizer; });
    std::string out;
    for (const std::vector<Part>& parts : split(columns.size())) out += paintPart(columns, parts);
    return out;
}

/// Everything in one part where it fits; else a part a column, and more where ranks do not fit.
std::vector<std::vector<PanelPainter::Part>> PanelPainter::split(size_t columns) const {
    const int ranks = buckets_.ranks;
    const int room = kPageWidth - labelWidth();
    const int count = static_cast<int>(columns);
    const int between = static_cast<int>(kBetween.size());
    if (count * blockWidth(ranks) + (count - 1) * between <= room) {
        std::vector<Part> all;
        for (size_t c = 0; c < columns; ++c)
            all.push_back({.column = c, .first = 0, .last = ranks});
        return {all};
    }
    const int fitting = std::max(1, (room + 1) / (cellWidth() + 1));
    std::vector<std::vector<Part>> parts;
    for (size_t c = 0; c < columns; ++c) {
        for (int first = 0; first < ranks; first += fitting) {
            parts.push_back(
                {{.column = c, .first = first, .last = std::min(ranks, first + fitting)}});
        }
    }
    return parts;
}

std::string PanelPainter::line(const std::string& label,
                               const std::vector<std::string>& blocks) const {
    return trimmedRight(padRight(label, labelWidth()) +
                        fmt::format("{}", fmt::join(blocks, kBetween))) +
           "\n";
}

std::string PanelPainter::heading(const std::vector<PanelColumn>& columns,
                                  const std::vector<Part>& parts) {
    std::vector<std::string> names, gpus;
    for (const Part& part : parts) {
        const int count = part.last - part.first;
        names.push_back(
            padRight(centred(columns[part.column].name, cellsWidth(count)), blockWidth(count)));
        std::vector<std::string> block;
        for (int r = part.first; r < part.last; ++r) {
            block.push_back(padRight(fmt::format("GPU {}", r), cellWidth()));
        }
        gpus.push_back(
            padRight(fmt::format("{}", fmt::join(block, " ")), blockWidth(part.last - part.first)));
    }
    const bool named = columns.size() > 1 && parts.front().first == 0;
    return (named ? line("", names) : "") + line("", gpus);
}

void PanelPainter::fit(const Snapshot& snapshot) {
    heldWidth_ = std::max(heldWidth_, displayWidth(heldText(snapshot)));
}

std::string PanelPainter::heldText(const Snapshot& snapshot) const {
    const HeldShards most = mostHeld(snapshot);
    std::string text = say(language_, Message::Held, most.held);
    if (most.toCome > 0) text += say(language_, Message::HeldToCome, most.toCome);
    if (most.dead > 0) text += say(language_, Message::HeldDead, most.dead);
    return text;
}

std::string PanelPainter::held(const std::vector<PanelColumn>& columns,
                               const std::vector<Part>& parts) {
    std::vector<std::string> blocks;
    for (const Part& part : parts) {
        blocks.push_back(
            padRight(heldText(*columns[part.column].snapshot), blockWidth(part.last - part.first)));
    }
    return line(std::string(textOf(language_, Message::KindHeld)), blocks);
}

std::string PanelPainter::paintPart(const std::vector<PanelColumn>& columns,
                                    const std::vector<Part>& parts) {
    std::string out = heading(columns, parts);
    for (const Row& row : rows_) {
        std::vector<std::string> blocks;
        for (const Part& part : parts) {
            const auto& cells = row.cells[part.column];
            blocks.push_back(padRight(fmt::format("{}", fmt::join(cells.begin() + part.first,
                                                                  cells.begin() + part.last, " ")),
                                      blockWidth(part.last - part.first)));
        }
        out += line(row.label, blocks);
    }
    const bool last = parts.back().last == buckets_.ranks;
    return last ? out + held(columns, parts) : out;
}

}  // namespace shardscope::explain
