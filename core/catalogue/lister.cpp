#include "core/catalogue/lister.h"

namespace shardscope::core {

ModelParameter& Lister::add(std::string name, std::vector<int64_t> shape, ParameterGroup group) {
    return parameters_.emplace_back(ModelParameter{
        .name = std::move(name), .shape = std::move(shape), .group = group, .aliases = {}});
}

void Lister::linear(const std::string& name, int64_t out, int64_t in, bool bias,
                    ParameterGroup group) {
    add(name + ".weight", {out, in}, group);
    if (bias) add(name + ".bias", {out}, group);
}

void Lister::conv1d(const std::string& name, int64_t in, int64_t out, ParameterGroup group) {
    add(name + ".weight", {in, out}, group);
    add(name + ".bias", {out}, group);
}

void Lister::norm(const std::string& name, int64_t size, bool bias) {
    add(name + ".weight", {size}, ParameterGroup::Norms);
    if (bias) add(name + ".bias", {size}, ParameterGroup::Norms);
}

void Lister::embedding(const std::string& name, int64_t rows, int64_t columns, bool tied,
                       const char* headName) {
    ModelParameter& table = add(name + ".weight", {rows, columns}, ParameterGroup::Embedding);
    table.tied = tied;
    if (tied) table.aliases.emplace_back(headName);
}

void Lister::head(int64_t columns) {
    if (!a.tied) add("lm_head.weight", {a.vocab, columns}, ParameterGroup::Head);
}

}  // namespace shardscope::core
