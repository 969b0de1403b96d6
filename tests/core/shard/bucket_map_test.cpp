// Partition, padding and bucket order. Rules R1-R10, R12 of "what an executor must get right".

#include "core/shard/bucket_map.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/plan/planner.h"

namespace shardscope::core {
namespace {

Workload gpt(int64_t layers, int64_t hidden, int64_t vocab, int64_t sequence) {
    Workload w;
    w.model = {.name = "gpt",
               .layers = layers,
               .hidden = hidden,
               .heads = 3,
               .vocab = vocab,
               .sequence = sequence};
    return w;
}

BucketMap mapOf(const Workload& workload, const char* bucket, int ranks) {
    return *buildBucketMap(*buildGraph(workload), *parseBucketSize(bucket, 2, "test"), ranks);
}

const Workload kSmall = gpt(3, 12, 40, 8);

TEST(PartitionR1, EveryElementHasOneOwnerAndShardsAreEqual) {
    const Graph graph = *buildGraph(kSmall);
    for (const char* bucket : {"layer", "1", "700", "100000"}) {
        for (int ranks : {1, 2, 3, 8}) {
            const BucketMap map = mapOf(kSmall, bucket, ranks);
            std::map<std::pair<int, int64_t>, int> seen;  // (bucket, offset) → parameters there
            for (size_t p = 0; p < graph.parameters.size(); ++p) {
                const ParameterId id{static_cast<int32_t>(p)};
                const Segment& segment = map.segmentOf(id);
                ASSERT_EQ(segment.elements, graph.parameters[p].elements());
                for (int64_t e = 0; e < segment.elements; ++e) {
                    ++seen[{map.bucketOf(id).value, segment.offset + e}];
                }
            }
            ASSERT_EQ(static_cast<int64_t>(seen.size()), graph.parameterCount());
            for (const auto& [place, count] : seen) {
                ASSERT_EQ(count, 1);
                const Rank owner = map.ownerOf(BucketId{place.first}, place.second);
                ASSERT_GE(owner.value, 0);
                ASSERT_LT(owner.value, ranks);
            }
            for (int b = 0; b < map.count(); ++b) {
                EXPECT_EQ(map.shardElements(BucketId{b}) * ranks, map[BucketId{b}].elements);
            }
        }
    }
}

TEST(PartitionR3, ParametersStartOn128ElementsAndBucketsArePaddedTo128TimesRanks) {
    for (int ranks : {1, 3, 8, 128}) {
        const BucketMap map = mapOf(kSmall, "layer", ranks);
        for (const Bucket& bucket : map.buckets) {
            EXPECT_EQ(bucket.elements % (128 * ranks), 0);
            for (const Segment& segment : bucket.segments) EXPECT_EQ(segment.offset % 128, 0);
        }
    }
}

TEST(PaddingR4, IsReportedApartFromTheParameters) {
    const BucketMap map = mapOf(gpt(6, 384, 256, 64), "layer", 4);
    EXPECT_EQ(map.elements() - map.paddingElements(), 10'770'432);
    EXPECT_EQ(map.paddingElements(), 1024);
    for (const Bucket& bucket : map.buckets) {
        int64_t padding = 0;
        for (const Range& range : paddingRanges(bucket)) padding += range.end - range.begin;
        EXPECT_EQ(padding, bucket.elements - bucket.realElements);
    }
}

TEST(PaddingR5, MayCoverWholeRanksAndFewerParametersThanRanksWork) {
    const BucketMap map = mapOf(kSmall, "layer", 128);
    const Bucket& tied = map.buckets.back();
    EXPECT_LT(tied.realElements, tied.elements / 2);
    EXPECT_EQ(map.ownerOf(BucketId{map.count() - 1}, tied.elements - 1), Rank{127});
}

TEST(BucketSizeR7, ZeroIsRefusedAndMoreThanTheModelIsNeverAllocated) {
    for (const char* text : {"0", "-5", "0MiB", "many", "3.5", ""}) {
        EXPECT_FALSE(parseBucketSize(text, 2, "--bucket")) << text;
    }
    const BucketMap map = mapOf(kSmall, "1000000000", 2);
    EXPECT_EQ(map.count(), 2);  // the tied embedding keeps its own
    EXPECT_LT(map.elements(), 20'000);
}

TEST(BucketSizeR8, AParameterLargerThanTheBucketHasItsOwnWhole) {
    const Graph graph = *buildGraph(kSmall);
    const BucketMap map = mapOf(kSmall, "300", 2);
    for (const Bucket& bucket : map.buckets) {
        int64_t filled = 0;
        for (const Segment& s : bucket.segments) filled += (s.elements + 127) / 128 * 128;
        const bool oneOperation = bucket.segments.size() <= 2;
        EXPECT_TRUE(filled <= 300 || oneOperation);
    }
}

TEST(BucketOrderR9, IsReverseExecutionOrderAndLabelsRunDown) {
    const Graph graph = *buildGraph(kSmall);
    const BucketMap map = mapOf(kSmall, "layer", 2);
    EXPECT_EQ(map.labelOf(BucketId{0}), "B3");
    EXPECT_EQ(map.labelOf(BucketId{3}), "B0");
    const auto nameAt = [&](int bucket, size_t segment) {
        const Segment& s = map[BucketId{bucket}].segments[segment];
        return graph.parameters[s.parameter.index()].name;
    };
    EXPECT_EQ(nameAt(0, 0), "ln_f.weight");
    EXPECT_EQ(nameAt(0, 2), "h.2.mlp.c_proj.weight");
    EXPECT_EQ(nameAt(2, map.buckets[2].segments.size() - 1), "wpe.weight");
    EXPECT_EQ(nameAt(3, 0), "wte.weight");
}

TEST(BucketCloseR10, ClosesBeforeOverflow) {
    const BucketMap map = mapOf(kSmall, "700", 1);
    for (const Bucket& bucket : map.buckets) {
        if (bucket.segments.size() > 2) {
            EXPECT_LE(bucket.elements, 768);
        }
    }
}

TEST(TiedParameter, HasABucketOfItsOwnWhateverTheSize) {
    for (const char* size : {"layer", "1", "100000000"}) {
        const BucketMap map = mapOf(kSmall, size, 2);
        EXPECT_TRUE(map.buckets.back().tied);
        EXPECT_EQ(map.buckets.back().segments.size(), 1U);
    }
}

TEST(ParametersOfOneOperation, NeverStraddleBuckets) {
    const Graph graph = *buildGraph(kSmall);
    for (const char* size : {"1", "129", "300", "700"}) {
        const BucketMap map = mapOf(kSmall, size, 2);
        for (const Node& node : graph.backward) {
            std::set<BucketId> buckets;
            for (TensorId id : operandsOf(node.operation, 0).writes) {
                const GraphTensor& t = graph.tensors[id.index()];
                if (t.role == TensorRole::Gradient) buckets.insert(map.bucketOf(t.parameter));
            }
            EXPECT_LE(buckets.size(), 1U) << node.name;
        }
    }
}

TEST(UnusedParameterR12, GetsZerosAndItsBucketIsLaunchedAllTheSame) {
    Graph graph = *buildGraph(kSmall);
    std::erase_if(graph.backward, [](const Node& n) { return n.name == "wpe"; });
    Workload w = kSmall;
    Strategy strategy = *presetNamed("zero-2", "test");
    strategy.bucket = {.elements = 1};
    Problem problem = *makeProblem(w, strategy, 2);
    problem.graph = graph;
    problem.buckets = *buildBucketMap(graph, strategy.bucket, 2);
    const BucketId bucket = problem.buckets.bucketOf(ParameterId{1});
    int zeroed = 0, launched = 0;
    const StepPlan plan = *planStep(problem, Rank{0});
    for (const Action& a : plan.microBatch) {
        if (a.bucket != bucket) continue;
        const auto* launch = std::get_if<Launch>(&a.what);
        zeroed += launch && std::holds_alternative<FillZero>(launch->operation) &&
                  std::get<FillZero>(launch->operation).tensor == graph.gradientOf(ParameterId{1});
        const auto* call = std::get_if<Collective>(&a.what);
        launched += call && call->purpose == Purpose::Gradient;
    }
    EXPECT_EQ(zeroed, 1);
    EXPECT_EQ(launched, 1);
}

TEST(Ranks, MustBePositive) {
    const auto result = buildBucketMap(*buildGraph(kSmall), {}, 0);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().where, "--ranks");
}

}  // namespace
}  // namespace shardscope::core
