#include "gpu/kernels/gather.h"
#include "gpu/kernels/rank_sum.h"
#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

namespace {

using core::DType;
using namespace gpu;

void checkSum(Report& report, DType dtype, int ranks, int outputs, int64_t n) {
    Sides s;
    std::vector<Id> in, out;
    for (int r = 0; r < ranks; ++r)
        in.push_back(dtype == DType::Int32 ? s.integers(n, 1 << 30) : s.random(dtype, n));
    // The last output is in place.
    for (int o = 0; o + 1 < outputs; ++o) out.push_back(s.output(dtype, n));
    out.push_back(in.back());
    s.run([&] {
        RankSumArgs args{.inputs = {},
                         .outputs = {},
                         .inputCount = ranks,
                         .outputCount = outputs,
                         .elements = n,
                         .dtype = dtype};
        for (int r = 0; r < ranks; ++r) args.inputs[r] = s.at(in[static_cast<size_t>(r)]);
        for (int o = 0; o < outputs; ++o) args.outputs[o] = s.at(out[static_cast<size_t>(o)]);
        return launchRankSum(nullptr, args);
    });
    for (const Id id : out) report.check("rank_sum", dtype, s, {id}, Close::Bits);
}

void checkGather(Report& report, int ranks, int64_t shardBytes) {
    Sides s;
    std::vector<Id> in;
    for (int r = 0; r < ranks; ++r) in.push_back(s.integers(shardBytes / 4 + 1, 1 << 30));
    const Id out = s.output(DType::Int32, ranks * shardBytes / 4 + 1);
    s.run([&] {
        GatherArgs args{
            .inputs = {}, .output = s.at(out), .count = ranks, .shardBytes = shardBytes};
        for (int r = 0; r < ranks; ++r) args.inputs[r] = s.at(in[static_cast<size_t>(r)]);
        return launchGather(nullptr, args);
    });
    report.check("gather", DType::Int32, s, {out}, Close::Bits);
}

}  // namespace

void checkCollectives(Report& report) {
    for (const DType dtype : {DType::Bf16, DType::Fp16, DType::Fp32, DType::Int32}) {
        for (const int ranks : {1, 2, 3, 8, 13}) {
            checkSum(report, dtype, ranks, 1, 40'003);
            checkSum(report, dtype, ranks, ranks, 128 * 31);
        }
    }
    for (const int ranks : {1, 3, 8}) {
        checkGather(report, ranks, 256 * 1001);
        checkGather(report, ranks, 1234);
    }
}

}  // namespace shardscope::bench
