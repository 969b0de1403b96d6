#include "core/sim/stragglers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

namespace shardscope::core {

namespace {

/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
uint64_t splitMix(uint64_t value) {
    value += 0x9e3779b97f4a7c15ULL;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31);
}

/// In (0, 1].
double unit(uint64_t bits) { return (static_cast<double>(bits >> 11) + 1.0) * 0x1p-53; }

/// Box and Muller's transform, so that every standard library draws the same.
double normal(uint64_t seed, int rank) {
    const uint64_t first = splitMix(seed ^ splitMix(static_cast<uint64_t>(rank)));
    const double radius = std::sqrt(-2.0 * std::log(unit(first)));
    return radius * std::cos(2.0 * std::numbers::pi * unit(splitMix(first)));
}

template <class T>
bool parse(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

Result<Stragglers> parseStragglers(std::string_view text, std::string_view where) {
    Stragglers stragglers;
    const size_t comma = text.find(',');
    const bool seeded =
        comma == std::string_view::npos || parse(text.substr(comma + 1), stragglers.seed);
    const bool drawn = parse(text.substr(0, comma), stragglers.sigma);
    if (seeded && drawn && stragglers.sigma >= 0.0 && stragglers.sigma <= 1.0) return stragglers;
    return invalidInput(std::string(where),
                        fmt::format("found \"{}\"; allowed: SIGMA or SIGMA,SEED with SIGMA from 0 "
                                    "to 1 and SEED a whole number: 0.05,1",
                                    text));
}

std::vector<double> drawSlowdowns(const Stragglers& stragglers, int ranks) {
    std::vector<double> slowdowns;
    slowdowns.reserve(static_cast<size_t>(ranks));
    for (int r = 0; r < ranks; ++r) {
        slowdowns.push_back(1.0 + stragglers.sigma * std::fabs(normal(stragglers.seed, r)));
    }
    std::ranges::sort(slowdowns, std::greater{});
    return slowdowns;
}

std::vector<Rank> ranksThatMatter(const Stragglers& stragglers, int ranks, int shown, Rank worst) {
    std::vector<Rank> some;
    for (int r = 0; ranks <= shown && r < ranks; ++r) some.push_back(Rank{r});
    if (ranks <= shown) return some;
    some.push_back(worst);
    if (stragglers.sigma > 0.0) some.push_back(Rank{worst == Rank{0} ? 1 : 0});
    return some;
}

void slowDown(const Stragglers& stragglers, int ranks, std::span<const Rank> simulated,
              SimulatedWorld& world) {
    if (stragglers.sigma <= 0.0) return;
    world.slowdowns = drawSlowdowns(stragglers, ranks);
    world.slowest = simulated.front();
    if (simulated.size() == static_cast<size_t>(ranks)) return;
    const double slowest = world.slowdowns.front();
    const double typical = world.slowdowns[world.slowdowns.size() / 2];
    std::ranges::fill(world.slowdowns, typical);
    world.slowdowns[world.slowest.index()] = slowest;
}

}  // namespace shardscope::core
