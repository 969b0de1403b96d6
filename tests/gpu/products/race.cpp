#include "tests/gpu/products/race.h"

#include <algorithm>
#include <limits>

#include "tests/gpu/products/track.h"

namespace shardscope::products {

namespace {

struct Runner {
    std::function<core::Result<void>()> lap;
    bool anyOrder = false;
    float heatMs = std::numeric_limits<float>::infinity();
    std::vector<float> times;
};

float median(std::vector<float> times) {
    const auto middle = times.begin() + static_cast<long>(times.size() / 2);
    std::ranges::nth_element(times, middle);
    return *middle;
}

/// An algorithm that does not run does not finish.
float heat(const Track& track, const Runner& runner, int heats) {
    float best = std::numeric_limits<float>::infinity();
    for (int run = 0; run <= heats; ++run) {
        const auto ms = track.time(1, runner.lap);
        if (!ms) return std::numeric_limits<float>::infinity();
        if (run > 0) best = std::min(best, *ms);
    }
    return best;
}

/// The fastest first.
std::vector<Runner> finalistsOf(const Track& track, const std::vector<Track::Offer>& offers,
                                const Rules& rules) {
    std::vector<Runner> runners;
    for (const Track::Offer& offer : offers) {
        Runner runner{.lap = [&track, &offer] { return track.run(offer.algorithm); },
                      .anyOrder = offer.anyOrder};
        runner.heatMs = heat(track, runner, rules.heats);
        runners.push_back(std::move(runner));
    }
    std::ranges::stable_sort(runners, {}, &Runner::heatMs);
    if (runners.size() > static_cast<size_t>(rules.finalists)) {
        runners.resize(static_cast<size_t>(rules.finalists));
    }
    return runners;
}

/// In turn, so that a clock that sinks sinks for all.
core::Result<void> runFinal(const Track& track, std::vector<Runner>& runners, const Rules& rules) {
    for (int round = 0; round <= rules.rounds; ++round) {
        for (Runner& runner : runners) {
            const auto ms = track.time(rules.laps, runner.lap);
            if (!ms) return tl::unexpected(ms.error());
            if (round > 0) runner.times.push_back(*ms);
        }
    }
    return {};
}

}  // namespace

core::Result<Finish> race(const gpu::CublasLtApi& api, const PlannedProduct& product,
                          const Rules& rules) {
    auto track = Track::make(api, product.shape);
    if (!track) return tl::unexpected(track.error());
    const auto offers = (*track)->offers(rules.offers);
    if (!offers) return tl::unexpected(offers.error());
    auto products = gpu::Products::make(api);
    if (!products) return tl::unexpected(products.error());
    std::vector<Runner> runners = finalistsOf(**track, *offers, rules);
    std::erase_if(runners, [](const Runner& runner) {
        return runner.heatMs == std::numeric_limits<float>::infinity();
    });
    if (runners.empty()) return core::failed("cuBLASLt", "no algorithm for a product runs");
    runners.push_back(
        {.lap = [&] { return (*products)->enqueue((*track)->product(), (*track)->stream()); }});
    if (auto ran = runFinal(**track, runners, rules); !ran) return tl::unexpected(ran.error());
    const float ours = median(runners.back().times);
    runners.pop_back();
    const auto best = std::ranges::min_element(
        runners, {}, [](const Runner& runner) { return median(runner.times); });
    return Finish{.product = product,
                  .oursMs = ours,
                  .bestMs = median(best->times),
                  .offers = static_cast<int>(offers->size()),
                  .anyOrder = best->anyOrder};
}

}  // namespace shardscope::products
