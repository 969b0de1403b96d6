// Where the time of a step on one CPU core goes, against what the core can do.
//
//   bench_ops [--model gpt|llama] [--kv-heads N] [--flash] [--layers 12] [--hidden 768]
//             [--heads 12] [--vocab 50257] [--sequence 256] [--micro-batch 4] [--steps 2]
//
// For fp32 and bf16: time of each kind of operation in whole steps; GFLOP/s of each matrix shape;
// bytes an elementwise kind touches, as a share of memcpy's rate; and the share of the step that the
// matrix products alone, at the rate of their shapes, would need. Defaults are GPT-2 124M.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstring>
#include <ctime>
#include <map>
#include <vector>

#include "tests/core/host/ops/graph_on_host.h"

namespace shardscope::core::test {
namespace {

/// CPU seconds of this thread, so that whoever else uses the core does not count.
double threadSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double secondsOf(const auto& work) {
    const double start = threadSeconds();
    work();
    return threadSeconds() - start;
}

/// Bytes read and written a second by copies that no cache holds.
double memcpyRate() {
    constexpr size_t kBytes = size_t{256} << 20;
    std::vector<char> from(kBytes, 1), to(kBytes, 2);
    double best = 0.0;
    for (int i = 0; i < 5; ++i) {
        const double seconds = secondsOf([&] { std::memcpy(to.data(), from.data(), kBytes); });
        best = std::max(best, 2.0 * kBytes / seconds);
    }
    return best;
}

struct Tally {
    int64_t calls = 0;
    double seconds = 0.0;
    double flops = 0.0;
    double bytes = 0.0;
};

std::string shapeOf(const Matmul& m) {
    return fmt::format("{:>6} x {:>6} x {:>6} {}{}", m.m, m.n, m.k, m.transposeA ? 'T' : 'N',
                       m.transposeB ? 'T' : 'N');
}

/// One step, its operations timed one by one.
class StepTimer {
  public:
    explicit StepTimer(GraphOnHost& model) : model_(model) {}

    void step(int64_t number) {
        for (const Node& node : model_.graph().forward) time(node.operation, number);
        for (const Node& node : model_.graph().backward) time(node.operation, number);
        for (const Operation& operation : model_.updateOperations()) time(operation, number);
    }
    void forget() {
        kinds_.clear();
        shapes_.clear();
    }
    const std::map<std::string, Tally>& kinds() const { return kinds_; }
    const std::map<std::string, Tally>& shapes() const { return shapes_; }

  private:
    void time(const Operation& operation, int64_t number) {
        const double seconds = secondsOf([&] { model_.run(operation, number, 0); });
        add(kinds_[std::string(nameOf(operation))], operation, seconds);
        if (const auto* matmul = std::get_if<Matmul>(&operation)) {
            add(shapes_[shapeOf(*matmul)], operation, seconds);
        }
    }
    void add(Tally& tally, const Operation& operation, double seconds) {
        ++tally.calls;
        tally.seconds += seconds;
        tally.flops += static_cast<double>(flopsOf(operation));
        tally.bytes += static_cast<double>(model_.bytesOf(operation));
    }

    GraphOnHost& model_;
    std::map<std::string, Tally> kinds_, shapes_;
};

void printKinds(const std::map<std::string, Tally>& kinds, int64_t steps, double copyRate) {
    fmt::print("  {:<28} {:>6} {:>10} {:>9} {:>9} {:>9}\n", "operation", "calls", "ms a step",
               "GB/s", "of memcpy", "GFLOP/s");
    for (const auto& [name, tally] : kinds) {
        const double rate = tally.bytes / tally.seconds;
        fmt::print("  {:<28} {:>6} {:>10.2f} {:>9.2f} {:>8.0f}% {:>9.1f}\n", name,
                   tally.calls / steps, 1e3 * tally.seconds / static_cast<double>(steps),
                   rate / 1e9, 100.0 * rate / copyRate, tally.flops / tally.seconds / 1e9);
    }
}

void printShapes(const std::map<std::string, Tally>& shapes, int64_t steps) {
    fmt::print("  {:<28} {:>6} {:>10} {:>9}\n", "m x n x k", "calls", "ms a call", "GFLOP/s");
    for (const auto& [shape, tally] : shapes) {
        fmt::print("  {:<28} {:>6} {:>10.2f} {:>9.1f}\n", shape, tally.calls / steps,
                   1e3 * tally.seconds / static_cast<double>(tally.calls),
                   tally.flops / tally.seconds / 1e9);
    }
}

/// @return seconds a step.
double report(Workload workload, DType dtype, int64_t steps, double copyRate) {
    workload.dtype = workload.reduceDtype = workload.accumulateDtype = dtype;
    const auto dataset = Dataset::open(workload);
    if (!dataset) broken(toString(dataset.error()));
    GraphOnHost model(workload, *dataset);
    StepTimer timer(model);
    timer.step(0);  // oneDNN compiles, pages are touched
    timer.forget();
    const double seconds = secondsOf([&] {
                               for (int64_t i = 1; i <= steps; ++i) timer.step(i);
                           }) /
                           static_cast<double>(steps);
    const Tally& matmul = timer.kinds().at("matmul");
    fmt::print("\n{}: {:.0f} ms a step, matrix products {:.1f}% of it, {:.1f} GFLOP/s in them\n",
               nameOf(dtype), 1e3 * seconds,
               100.0 * matmul.seconds / static_cast<double>(steps) / seconds,
               matmul.flops / matmul.seconds / 1e9);
    printKinds(timer.kinds(), steps, copyRate);
    printShapes(timer.shapes(), steps);
    return seconds;
}

}  // namespace
}  // namespace shardscope::core::test

int main(int argc, char** argv) {
    using namespace shardscope::core;
    Workload workload;
    workload.model = {
        .name = "gpt", .layers = 12, .hidden = 768, .heads = 12, .vocab = 50257, .sequence = 256};
    workload.microBatch = 4;
    int64_t steps = 2;
    CLI::App app("Time of each operation of a step on one core");
    bool flash = false;
    app.add_option("--model", workload.model.name, "gpt or llama");
    app.add_option("--layers", workload.model.layers);
    app.add_option("--hidden", workload.model.hidden);
    app.add_option("--heads", workload.model.heads);
    app.add_option("--kv-heads", workload.model.kvHeads);
    app.add_option("--vocab", workload.model.vocab);
    app.add_option("--sequence", workload.model.sequence);
    app.add_option("--micro-batch", workload.microBatch);
    app.add_option("--steps", steps)->check(CLI::PositiveNumber);
    app.add_flag("--flash", flash, "flash attention");
    CLI11_PARSE(app, argc, argv);
    if (flash) workload.attention = Attention::Flash;
    if (auto valid = validate(workload); !valid) {
        fmt::print(stderr, "{}\n", toString(valid.error()));
        return 2;
    }

    const double copyRate = test::memcpyRate();
    fmt::print("memcpy: {:.1f} GB/s, read and written\n", copyRate / 1e9);
    const double fp32 = test::report(workload, DType::Fp32, steps, copyRate);
    const double bf16 = test::report(workload, DType::Bf16, steps, copyRate);
    fmt::print("\nbf16 runs {:.2f} times as many steps as fp32\n", fp32 / bf16);
    return 0;
}
