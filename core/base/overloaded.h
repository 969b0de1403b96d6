#pragma once
// Several lambdas as one visitor of a variant.

namespace shardscope::core {

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

}  // namespace shardscope::core
