#include "tests/core/host/ops/graph_on_host.h"

#include <cstring>

#include "core/host/ops/convert.h"
#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {

namespace {

Problem problemOf(const Workload& workload) {
    Problem problem;
    problem.workload = workload;
    auto graph = buildGraph(workload);
    if (!graph) broken(toString(graph.error()));
    problem.graph = std::move(*graph);
    for (size_t i = 0; i < problem.graph.parameters.size(); ++i) {
        const int64_t elements = problem.graph.parameters[i].elements();
        problem.buckets.buckets.push_back(
            {.segments = {{.parameter = ParameterId{static_cast<int>(i)},
                           .offset = 0,
                           .elements = elements}},
             .elements = elements,
             .realElements = elements,
             .tied = false});
    }
    return problem;
}

}  // namespace

GraphOnHost::GraphOnHost(const Workload& workload, const Dataset& dataset)
    : problem_(problemOf(workload)), dataset_(dataset) {
    for (const GraphTensor& tensor : problem_.graph.tensors) {
        allocate(tensor.elements, tensor.dtype);
    }
    const auto parameters = static_cast<int64_t>(problem_.graph.parameters.size());
    partials_ = allocate(parameters, DType::Fp32);
    rankSums_ = allocate(1, DType::Fp32);
    scalars_ = allocate(3, DType::Fp32);
    for (const Parameter& parameter : problem_.graph.parameters) {
        const int64_t elements = parameter.elements();
        states_.push_back(
            {.master = workload.hasMasterWeights() ? allocate(elements, DType::Fp32) : TensorId{},
             .momentum = allocate(elements, DType::Fp32),
             .variance = allocate(elements, DType::Fp32)});
    }
    for (int i = 0; i < static_cast<int>(parameters); ++i) initialise(ParameterId{i});
}

TensorId GraphOnHost::allocate(int64_t elements, DType dtype) {
    const auto bytes = static_cast<size_t>(elements * core::bytesOf(dtype));
    memory_.emplace_back(new char[bytes]());
    layout_.tensors.push_back({.name = "",
                               .buffer = BufferId{static_cast<int32_t>(memory_.size()) - 1},
                               .elements = elements,
                               .dtype = dtype});
    return TensorId{static_cast<int32_t>(memory_.size()) - 1};
}

void GraphOnHost::initialise(ParameterId parameter) {
    for (TensorId tensor : {graph().weightOf(parameter), states_[parameter.index()].master}) {
        if (!tensor.valid()) continue;
        run(InitializeWeights{.tensor = tensor,
                              .bucket = BucketId{parameter.value},
                              .first = 0,
                              .elements = layout_[tensor].elements},
            0, 0);
    }
}

void GraphOnHost::run(const Operation& operation, int64_t step, int microBatch) {
    const StepScalars scalars{.step = step,
                              .microBatch = microBatch,
                              .lossScale = 1.0,
                              .learningRate = problem_.workload.optimizer.learningRate,
                              .updates = step};
    const auto addressOf = [&](TensorId id) { return memory_[id.index()].get(); };
    executeOnHost(bindOperands(operation, layout_, addressOf, scalars),
                  {.problem = &problem_, .dataset = &dataset_, .rank = Rank{0}, .ranks = 1});
}

void GraphOnHost::forward(int64_t step, int microBatch) {
    for (const Node& node : graph().forward) run(node.operation, step, microBatch);
}

void GraphOnHost::backward(int64_t step, int microBatch) {
    for (Node node : graph().backward) {
        Write* write = writeModeOf(node.operation);
        const bool ofParameter =
            operandsOf(node.operation, 0).writes.back().index() < 2 * graph().parameters.size();
        if (write && ofParameter && *write == Write::Overwrite) {
            *write = Write::AccumulateAfterFirst;
        }
        run(node.operation, step, microBatch);
    }
}

std::vector<Operation> GraphOnHost::updateOperations() const {
    std::vector<Operation> operations;
    const auto count = static_cast<int64_t>(states_.size());
    for (int i = 0; i < count; ++i) {
        const TensorId gradient = graph().gradientOf(ParameterId{i});
        operations.push_back(SquaredNorm{.tensor = gradient,
                                         .partials = partials_,
                                         .elements = layout_[gradient].elements,
                                         .slot = i});
    }
    operations.push_back(SumPartials{
        .partials = partials_, .rankSums = rankSums_, .buckets = count, .rankSlots = 1});
    operations.push_back(ClipFactor{.rankSums = rankSums_,
                                    .scalars = scalars_,
                                    .rankSlots = 1,
                                    .clip = problem_.workload.clip});
    for (int i = 0; i < count; ++i) {
        const State& state = states_[static_cast<size_t>(i)];
        const TensorId gradient = graph().gradientOf(ParameterId{i});
        operations.push_back(AdamW{.gradient = gradient,
                                   .scalars = scalars_,
                                   .weights = graph().weightOf(ParameterId{i}),
                                   .master = state.master,
                                   .momentum = state.momentum,
                                   .variance = state.variance,
                                   .bucket = BucketId{i},
                                   .first = 0,
                                   .elements = layout_[gradient].elements});
    }
    return operations;
}

int64_t GraphOnHost::bytesOf(const Operation& operation) const {
    const Operands operands = operandsOf(operation, 0);
    int64_t bytes = 0;
    for (const auto* ids : {&operands.reads, &operands.writes}) {
        for (TensorId id : *ids) {
            bytes += layout_[id].elements * core::bytesOf(layout_[id].dtype);
        }
    }
    return bytes;
}

void GraphOnHost::update(int64_t step) {
    for (const Operation& operation : updateOperations()) run(operation, step, 0);
}

float GraphOnHost::loss(int microBatch) const {
    return floats(graph().losses)[static_cast<size_t>(microBatch)];
}

std::vector<float> GraphOnHost::floats(TensorId tensor) const {
    const TensorSpec& spec = layout_[tensor];
    std::vector<float> values(static_cast<size_t>(spec.elements));
    ops::toFloats(memory_[tensor.index()].get(), spec.dtype, values.data(), spec.elements);
    return values;
}

void GraphOnHost::setFloats(TensorId tensor, const std::vector<float>& values) {
    const TensorSpec& spec = layout_[tensor];
    ops::fromFloats(values.data(), spec.dtype, memory_[tensor.index()].get(), spec.elements);
}

std::vector<float> GraphOnHost::weight(ParameterId parameter) const {
    return floats(graph().weightOf(parameter));
}

std::vector<float> GraphOnHost::gradient(ParameterId parameter) const {
    return floats(graph().gradientOf(parameter));
}

void GraphOnHost::setWeight(ParameterId parameter, const std::vector<float>& values) {
    setFloats(graph().weightOf(parameter), values);
    const TensorId master = states_[parameter.index()].master;
    if (master.valid()) setFloats(master, values);
}

}  // namespace shardscope::core::test
