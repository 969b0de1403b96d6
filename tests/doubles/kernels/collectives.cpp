#include <cstring>

#include "gpu/kernels/gather.h"
#include "gpu/kernels/rank_sum.h"
#include "tests/doubles/kernels/table.h"

namespace shardscope::doubles {

namespace {

using namespace gpu;

template <class T>
void rankSum(const RankSumArgs& a) {
    for (int64_t i = 0; i < a.elements; ++i) {
        float sum = toFloat(in<T>(a.inputs[0])[i]);
        for (int r = 1; r < a.inputCount; ++r) sum += toFloat(in<T>(a.inputs[r])[i]);
        for (int o = 0; o < a.outputCount; ++o) out<T>(a.outputs[o])[i] = fromFloat<T>(sum);
    }
}

void rankSumIntegers(const RankSumArgs& a) {
    for (int64_t i = 0; i < a.elements; ++i) {
        uint32_t sum = 0;
        for (int r = 0; r < a.inputCount; ++r) sum += in<uint32_t>(a.inputs[r])[i];
        for (int o = 0; o < a.outputCount; ++o) out<uint32_t>(a.outputs[o])[i] = sum;
    }
}

void gather(const GatherArgs& a) {
    for (int p = 0; p < a.count; ++p) {
        char* to = out<char>(a.output) + p * a.shardBytes;
        if (to != a.inputs[p]) std::memmove(to, a.inputs[p], static_cast<size_t>(a.shardBytes));
    }
}

}  // namespace

void addCollectives(Twins& twins) {
    SHARDSCOPE_TWINS(twins, "rank_sum", RankSumArgs, rankSum);
    twins.push_back(twin<RankSumArgs, rankSumIntegers>("shardscope_rank_sum_int32"));
    twins.push_back(twin<GatherArgs, gather>("shardscope_gather"));
}

}  // namespace shardscope::doubles
