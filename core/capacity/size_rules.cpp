#include "core/capacity/size_rules.h"

#include "core/base/units.h"

namespace shardscope::core {

namespace {

// Primes, so that no whole number of bytes an element is taken for a share of one, and large enough
// that every bucket has padding behind its last parameter.
constexpr int kRanks = 127, kOtherRanks = 131, kCheckedRanks = 137;
constexpr int64_t kCheckedMicroBatch = 3;

/// One planned layout, reduced to what rules are made of.
struct Sample {
    SizePoint point;
    std::vector<BufferSpec> buffers;
    BucketMap buckets;
};

Result<Sample> sampleAt(const Workload& base, Configuration at, const SizePoint& point) {
    at.microBatch = point.microBatch;
    at.gradAccum = point.gradAccum;
    auto problem = makeProblem(workloadOf(base, at), at.strategy, point.ranks);
    if (!problem) return tl::unexpected(problem.error());
    auto setup = planSetup(*problem, Rank{0});
    if (!setup) return tl::unexpected(setup.error());
    return Sample{.point = point,
                  .buffers = std::move(setup->layout.buffers),
                  .buckets = std::move(problem->buckets)};
}

/// The base point, one further along each axis that the structure leaves open, and one to check.
struct Samples {
    Sample base, ranks, sequences, microBatches, check;
};

Result<Samples> samplesOf(const Workload& base, const Configuration& like) {
    const SizePoint at = basePoint(like);
    const bool several = at.ranks > 1;
    const int moreG = at.gradAccum > 1 ? 1 : 0;
    Samples samples;
    struct Wanted {
        Sample* sample;
        SizePoint point;
    };
    for (const Wanted& wanted :
         {Wanted{&samples.base, at},
          Wanted{&samples.ranks, {several ? kOtherRanks : 1, at.microBatch, at.gradAccum}},
          Wanted{&samples.sequences, {at.ranks, at.microBatch + 1, at.gradAccum}},
          Wanted{&samples.microBatches, {at.ranks, at.microBatch, at.gradAccum + moreG}},
          Wanted{&samples.check,
                 {several ? kCheckedRanks : 1, kCheckedMicroBatch, at.gradAccum + 3 * moreG}}}) {
        auto sample = sampleAt(base, like, wanted.point);
        if (!sample) return tl::unexpected(sample.error());
        *wanted.sample = std::move(*sample);
    }
    return samples;
}

int64_t slope(const Sample& from, const Sample& to, size_t buffer, int64_t run) {
    return run == 0 ? 0 : (to.buffers[buffer].bytes - from.buffers[buffer].bytes) / run;
}

SizeRule affineRule(const Samples& s, size_t i) {
    const SizePoint& at = s.base.point;
    SizeRule rule;
    rule.perRank = slope(s.base, s.ranks, i, s.ranks.point.ranks - at.ranks);
    rule.perSequence = slope(s.base, s.sequences, i, s.sequences.point.microBatch - at.microBatch);
    rule.perMicroBatch =
        slope(s.base, s.microBatches, i, s.microBatches.point.gradAccum - at.gradAccum);
    rule.constant = s.base.buffers[i].bytes - rule.perRank * at.ranks -
                    rule.perSequence * at.microBatch - rule.perMicroBatch * at.gradAccum;
    return rule;
}

SizeRule ruleOf(const Samples& s, size_t i) {
    const BufferSpec& buffer = s.base.buffers[i];
    if (!buffer.bucket.valid()) return affineRule(s, i);
    const int64_t elements = s.base.buckets[buffer.bucket].elements;
    const bool whole = buffer.bytes % elements == 0;
    return {.kind = whole ? SizeRule::Kind::Whole : SizeRule::Kind::Shard,
            .bucket = buffer.bucket.value,
            .bytesPerElement = buffer.bytes * (whole ? 1 : s.base.point.ranks) / elements};
}

bool agrees(const SizeRules& rules, const Sample& sample) {
    std::vector<int64_t> bytes;
    rules.bytesAt({.strategy = {},
                   .ranks = sample.point.ranks,
                   .microBatch = sample.point.microBatch,
                   .gradAccum = sample.point.gradAccum},
                  bytes);
    if (bytes.size() != sample.buffers.size()) return false;
    for (size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != sample.buffers[i].bytes) return false;
    }
    return true;
}

/// The paper's stages cut every bucket evenly, and what is in a bucket does not depend on N.
bool scales(const Strategy& strategy) {
    return stageOf(strategy) >= 0 && strategy.shardGroup == 0 &&
           strategy.bucket.elementsPerRank == 0;
}

}  // namespace

int64_t BucketElements::padded(int ranks) const { return roundUp(unpadded, kAlignment * ranks); }

void SizeRules::bytesAt(const Configuration& at, std::vector<int64_t>& bytes) const {
    std::vector<int64_t> elements;
    for (const BucketElements& bucket : buckets) elements.push_back(bucket.padded(at.ranks));
    bytes.resize(rules.size());
    for (size_t i = 0; i < rules.size(); ++i) {
        const SizeRule& r = rules[i];
        if (r.kind == SizeRule::Kind::Affine) {
            bytes[i] = r.constant + r.perRank * at.ranks + r.perSequence * at.microBatch +
                       r.perMicroBatch * at.gradAccum;
            continue;
        }
        const int64_t whole = elements[static_cast<size_t>(r.bucket)] * r.bytesPerElement;
        bytes[i] = r.kind == SizeRule::Kind::Whole ? whole : whole / at.ranks;
    }
}

SizePoint basePoint(const Configuration& configuration) {
    constexpr int kAccumulating = 3;  // a first, a middle and a last micro-batch
    return {.ranks = configuration.ranks == 1 ? 1 : kRanks,
            .microBatch = 1,
            .gradAccum = configuration.gradAccum == 1 ? 1 : kAccumulating};
}

std::optional<SizeRules> inferSizes(const Workload& base, const Configuration& like) {
    if (!scales(like.strategy)) return std::nullopt;
    const auto samples = samplesOf(base, like);
    const auto alone = sampleAt(base, like, {.ranks = 1});
    if (!samples || !alone) return std::nullopt;
    SizeRules rules;
    for (const Bucket& bucket : alone->buckets.buckets) {
        rules.buckets.push_back({.unpadded = bucket.elements, .real = bucket.realElements});
    }
    for (size_t i = 0; i < samples->base.buffers.size(); ++i) {
        rules.rules.push_back(ruleOf(*samples, i));
    }
    for (const Sample* sample : {&samples->base, &samples->ranks, &samples->sequences,
                                 &samples->microBatches, &samples->check}) {
        if (!agrees(rules, *sample)) return std::nullopt;
    }
    return rules;
}

}  // namespace shardscope::core
