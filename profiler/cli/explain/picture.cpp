#include <fmt/ranges.h>

#include <algorithm>

#include "profiler/cli/explain/caption.h"
#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/explain.h"
#include "profiler/cli/explain/panel.h"
#include "profiler/cli/explain/storyboard.h"
#include "profiler/cli/explain/strategy_name.h"

namespace shardscope::explain {

namespace {

class Picture {
  public:
    Picture(const PictureQuestion& question, std::vector<Track> tracks)
        : question_(question),
          tracks_(std::move(tracks)),
          painter_(tracks_.front().problem.buckets, question.language) {}

    std::string write() {
        std::string scenes;
        const Scene* before = nullptr;
        const std::vector<Scene> board = storyboardOf(tracks_);
        for (const Scene& scene : board) {
            for (const Track& track : tracks_) painter_.fit(track.moments[scene.moment].snapshot);
        }
        for (const Scene& scene : board) {
            scenes += writeScene(scene, before);
            before = &scene;
        }
        return head() + legend() + scenes + "\n" + next();  // the legend says what was used
    }

  private:
    std::string_view text(Message message) const { return textOf(question_.language, message); }

    std::string head() const {
        const core::Problem& problem = tracks_.front().problem;
        std::vector<std::string> names;
        for (const Track& track : tracks_) names.push_back(nameOf(track.problem.strategy));
        std::string out = hanging("", say(question_.language, Message::PictureTitle,
                                          fmt::format("{}", fmt::join(names, ", "))));
        out += hanging(
            "", say(question_.language, Message::PictureShape, question_.ranks, question_.buckets,
                    problem.workload.gradAccum, problem.strategy.inFlight));
        if (question_.ranks == 1) out += hanging("", text(Message::PictureOneRank));
        return out + hanging("", text(Message::PictureTime)) + "\n";
    }

    std::string legend() const {
        const MeaningsUsed& used = painter_.used();
        return legendLine(Message::LegendParameters, used.parameters) +
               legendLine(Message::LegendGradients, used.gradients) +
               legendLine(Message::LegendOptimizer, used.optimizer);
    }

    std::string legendLine(Message kind, const std::set<Message>& meanings) const {
        std::vector<std::string> items;
        for (Message meaning : meanings) items.emplace_back(text(meaning));
        return flowing(padRight(text(kind), legendWidth()), items);
    }

    int legendWidth() const {
        int width = 0;
        for (Message kind :
             {Message::LegendParameters, Message::LegendGradients, Message::LegendOptimizer}) {
            width = std::max(width, displayWidth(text(kind)));
        }
        return width + 2;
    }

    std::string writeScene(const Scene& scene, const Scene* before) {
        const Track& first = tracks_.front();
        std::string out = "\n";
        if (scene.alikeFrom > 0) out += hanging("", alike(scene)) + "\n";
        const Instant& instant = first.moments[scene.moment].instant;
        const std::string title =
            "-- " + titleOf(instant, first.problem, anyReturns(), question_.language) + " ";
        out += title;
        out += std::string(static_cast<size_t>(kPageWidth - displayWidth(title)), '-') + "\n";
        return out + captions(scene, before) + panel(scene);
    }

    std::string alike(const Scene& scene) const {
        const int before = scene.alikeFrom - 1;
        if (scene.alikeFrom == scene.alikeTo) {
            return say(question_.language, Message::MicroBatchAlike, scene.alikeFrom, before);
        }
        return say(question_.language, Message::MicroBatchesAlike, scene.alikeFrom, scene.alikeTo,
                   before);
    }

    /// Whether some strategy ends its step by sending updated parameters.
    bool anyReturns() const {
        return std::ranges::any_of(tracks_, [](const Track& track) {
            return track.problem.strategy.weightReturn != core::WeightReturn::None &&
                   track.problem.strategy.omit != core::Omit::AllGather;
        });
    }

    /// One sentence where all strategies have the same, else one each.
    std::string captions(const Scene& scene, const Scene* before) const {
        std::vector<std::string> texts;
        for (const Track& track : tracks_) {
            const Moment* last = before ? &track.moments[before->moment] : nullptr;
            texts.push_back(
                captionOf(track.moments[scene.moment], last, track.problem, question_.language));
        }
        if (std::ranges::count(texts, texts.front()) == std::ssize(texts)) {
            return hanging("", texts.front());
        }
        std::string out;
        for (size_t i = 0; i < texts.size(); ++i) {
            out += hanging(nameOf(tracks_[i].problem.strategy) + ": ", texts[i]);
        }
        return out;
    }

    std::string panel(const Scene& scene) {
        std::vector<PanelColumn> columns;
        for (const Track& track : tracks_) {
            columns.push_back({.name = nameOf(track.problem.strategy),
                               .snapshot = &track.moments[scene.moment].snapshot});
        }
        return painter_.paint(columns);
    }

    std::string next() const {
        std::vector<std::string> stages;
        for (const Track& track : tracks_) stages.push_back(track.problem.strategy.preset);
        return tracks_.size() > 1 ? hanging("", say(question_.language, Message::PictureNext,
                                                    fmt::format("{}", fmt::join(stages, ","))))
                                  : std::string();
    }

    const PictureQuestion& question_;
    std::vector<Track> tracks_;
    PanelPainter painter_;
};

}  // namespace

namespace {

/// The picture has a shard a rank and bucket, and gradients that lie in their bucket.
core::Result<void> canBeDrawn(const core::Strategy& s) {
    const bool even =
        s.layout == core::ShardLayout::None || s.layout == core::ShardLayout::PerBucket;
    if (even && s.parameterGradients == core::ParameterGradients::Views && s.shardGroup == 0) {
        return {};
    }
    return core::invalidInput(
        "--picture",
        fmt::format("found {}; the picture shows layouts none and per-bucket with gradients that "
                    "are views of their bucket, among all ranks; allowed: zero-0 to zero-3. "
                    "Without --picture any two strategies are compared",
                    s.preset));
}

}  // namespace

core::Workload pictureWorkload(const core::Workload& base, int buckets) {
    core::Workload workload = base;
    workload.model = {.name = "mlp",
                      .layers = buckets,
                      .hidden = 128,  // padding to 128 elements a rank never fills a whole shard
                      .heads = 1,
                      .vocab = 64,
                      .sequence = 8};
    workload.microBatch = 1;
    return workload;
}

core::Result<std::string> explainPicture(const PictureQuestion& question) {
    std::vector<Track> tracks;
    tracks.reserve(question.strategies.size());
    for (core::Strategy strategy : question.strategies) {
        if (auto drawn = canBeDrawn(strategy); !drawn) return tl::unexpected(drawn.error());
        strategy.bucket = {};
        auto problem = core::makeProblem(pictureWorkload(question.workload, question.buckets),
                                         strategy, question.ranks);
        if (!problem) return tl::unexpected(problem.error());
        tracks.push_back({.problem = std::move(*problem), .moments = {}});
        auto moments = timelineOf(tracks.back().problem);
        if (!moments) return tl::unexpected(moments.error());
        tracks.back().moments = std::move(*moments);
    }
    return Picture(question, std::move(tracks)).write();
}

}  // namespace shardscope::explain
