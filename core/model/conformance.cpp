#include <fmt/format.h>

#include "core/model/graph_builder.h"
#include "core/model/models.h"

namespace shardscope::core {

Graph buildConformance(const Workload& workload) {
    const int layers = static_cast<int>(workload.model.layers);
    const int64_t elements = workload.model.hidden;
    GraphBuilder builder(workload);
    std::vector<ParameterId> weights;
    for (int i = 0; i < layers; ++i) {
        weights.push_back(builder.parameter({.name = fmt::format("layers.{}.weight", i),
                                             .shape = {elements},
                                             .bucketGroup = i,
                                             .initializer = Initializer::Integers}));
    }
    builder.sealParameters();
    const TensorId losses =
        builder.value("losses", workload.gradAccum, DType::Fp32, Category::Workspace);
    for (int i = 0; i < layers; ++i) {
        builder.layer(i + 1);
        builder.forward(IntegerForward{.weight = builder.weight(weights[static_cast<size_t>(i)]),
                                       .losses = losses,
                                       .elements = elements,
                                       .first = i == 0},
                        fmt::format("layers.{}", i));
    }
    for (int i = layers - 1; i >= 0; --i) {
        const ParameterId weight = weights[static_cast<size_t>(i)];
        builder.layer(i + 1);
        builder.backward(IntegerBackward{.dWeight = builder.gradient(weight),
                                         .elements = elements,
                                         .batch = workload.microBatch,
                                         .parameter = weight,
                                         .write = Write::Overwrite},
                         fmt::format("layers.{}", i));
    }
    return builder.finish(losses);
}

}  // namespace shardscope::core
