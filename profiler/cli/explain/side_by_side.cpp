#include "profiler/cli/explain/side_by_side.h"

#include <algorithm>
#include <span>

#include "profiler/cli/explain/alignment.h"
#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/reasons.h"
#include "profiler/cli/explain/strategy_name.h"

namespace shardscope::explain {

namespace {

constexpr int kLetterWidth = 4;
constexpr int kColumnWidth = 46;

using Rows = std::span<const AlignedRow>;

/// Reasons in order of appearance, by letter: a, b, …, z, aa, ab, …
class Notes {
  public:
    std::string letterOf(const Reason& reason) {
        auto found = std::ranges::find(reasons_, reason);
        if (found == reasons_.end()) found = reasons_.insert(found, reason);
        return name(static_cast<size_t>(found - reasons_.begin()));
    }
    std::string write(Language language) const {
        std::string out;
        for (size_t i = 0; i < reasons_.size(); ++i) {
            out +=
                hanging(padRight("  " + name(i), kLetterWidth + 1), toText(reasons_[i], language));
        }
        return out;
    }

  private:
    static std::string name(size_t index) {
        const auto letter = [](size_t i) { return std::string(1, static_cast<char>('a' + i)); };
        return index < 26 ? letter(index) : letter(index / 26 - 1) + letter(index % 26);
    }
    std::vector<Reason> reasons_;
};

char markOf(const AlignedRow& row) {
    if (!row.both()) return row.left ? '<' : '>';
    return row.same() ? '|' : '*';
}

bool beginsPhase(const AlignedRow& row) {
    const auto* mark = std::get_if<core::Mark>(&row.any().action->what);
    return mark && mark->kind == core::MarkKind::PhaseBegin;
}

class Columns {
  public:
    Columns(const PlannedSide& left, const PlannedSide& right, bool full, Language language)
        : left_(left.problem), right_(right.problem), full_(full), language_(language) {}

    std::string write(const std::vector<AlignedRow>& all) {
        const std::vector<AlignedRow> rows = full_ ? all : withoutAttendants(all);
        std::string body;
        for (size_t at = 0; at < rows.size();) {
            const size_t length = runAt(rows, at);
            body += writeRun(Rows(rows).subspan(at, length));
            at += length;
        }
        const size_t hidden = all.size() - rows.size();
        if (hidden > 0) body += "\n" + hanging("", say(language_, Message::Hidden, hidden));
        if (std::ranges::all_of(all, &AlignedRow::same)) {
            body += "\n" + hanging("", say(language_, Message::SamePlans));
        }
        return heading() + body + "\n" + hanging("", say(language_, Message::WhyHeading)) +
               notes_.write(language_);
    }

  private:
    std::string heading() const {
        std::string out = hanging("", say(language_, Message::PlansHow));
        if (left_.workload.gradAccum > 1) out += hanging("", say(language_, Message::PlansNotes));
        return out + "\n" + line("", nameOf(left_.strategy), '|', nameOf(right_.strategy));
    }

    /// Leaves out the events and operations that differ for reasons which other rows give.
    std::vector<AlignedRow> withoutAttendants(const std::vector<AlignedRow>& all) const {
        std::vector<Reason> given;
        for (const AlignedRow& row : all) {
            if (row.any().quiet) continue;
            for (Reason& reason : reasonsOf(row, left_, right_)) given.push_back(std::move(reason));
        }
        std::vector<AlignedRow> rows;
        for (const AlignedRow& row : all) {
            const bool attends =
                !row.same() && row.any().quiet && !beginsPhase(row) &&
                std::ranges::all_of(reasonsOf(row, left_, right_), [&](const Reason& reason) {
                    return std::ranges::count(given, reason) > 0;
                });
            if (!attends) rows.push_back(row);
        }
        return rows;
    }

    /// Rows that are told as one: quiet, alike in the way they differ or not, of one phase.
    size_t runAt(const std::vector<AlignedRow>& rows, size_t at) const {
        const AlignedRow& first = rows[at];
        if (full_ || !first.any().quiet || beginsPhase(first)) return 1;
        size_t end = at + 1;
        while (end < rows.size() && continues(first, rows[end])) ++end;
        return end - at;
    }

    static bool continues(const AlignedRow& first, const AlignedRow& row) {
        if (!row.any().quiet || beginsPhase(row) || markOf(row) != markOf(first)) return false;
        return first.same() ? row.any().action->phase == first.any().action->phase
                            : row.any().topic == first.any().topic;
    }

    std::string writeRun(Rows run) {
        const AlignedRow& first = run.front();
        if (beginsPhase(first)) return phase(first.any().action->phase);
        if (run.size() == 1) {
            return line(letters(first), first.left ? first.left->text : "", markOf(first),
                        first.right ? first.right->text : "");
        }
        if (first.same()) return "  " + padRight("", kLetterWidth - 2) + alike(run) + "\n";
        const std::string text = say(language_, Message::FoldedOne, run.size());
        return line(letters(first), first.left ? text : "", markOf(first), first.right ? text : "");
    }

    std::string alike(Rows run) const {
        return say(language_, Message::FoldedAlike, run.size(),
                   textOf(language_, phaseMessage(run.front().any().action->phase)));
    }

    std::string letters(const AlignedRow& row) {
        std::string all;
        for (const Reason& reason : reasonsOf(row, left_, right_)) {
            all += notes_.letterOf(reason);
        }
        return all;
    }

    std::string phase(core::Phase phase) const {
        std::string title = "-- " + std::string(textOf(language_, phaseMessage(phase)));
        const int gradAccum = left_.workload.gradAccum;
        const bool repeated = phase == core::Phase::Forward || phase == core::Phase::Backward;
        if (repeated && gradAccum > 1) title += say(language_, Message::EachMicroBatch, gradAccum);
        return title + "\n";
    }

    static Message phaseMessage(core::Phase phase) {
        switch (phase) {
            case core::Phase::Backward:
                return Message::PhaseBackward;
            case core::Phase::Optimizer:
                return Message::PhaseOptimizer;
            case core::Phase::Gather:
                return Message::PhaseGather;
            default:
                return Message::PhaseForward;
        }
    }

    static std::string line(std::string_view letters, std::string_view left, char mark,
                            std::string_view right) {
        return trimmedRight(padRight(letters, kLetterWidth) +
                            padRight(shortened(left, kColumnWidth), kColumnWidth) + " " + mark +
                            " " + shortened(right, kColumnWidth)) +
               "\n";
    }

    const core::Problem& left_;
    const core::Problem& right_;
    bool full_;
    Language language_;
    Notes notes_;
};

}  // namespace

std::string sideBySide(const PlannedSide& left, const PlannedSide& right, bool full,
                       Language language) {
    const std::vector<PlanLine> leftLines = linesOf(left.step);
    const std::vector<PlanLine> rightLines = linesOf(right.step);
    return Columns(left, right, full, language).write(align(leftLines, rightLines));
}

}  // namespace shardscope::explain
