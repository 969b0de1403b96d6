#include "core/host/ops/primitives.h"

#include <omp.h>

#include <dnnl.hpp>
#include <map>
#include <string>
#include <unordered_map>

namespace shardscope::core::ops {

namespace {

using dnnl::memory;

/// What decides the algorithm, and so the bits.
struct Key {
    int64_t m, n, k;
    int64_t strideA, strideB, strideC;
    DType a, b, c, bias;
    bool transposedA, transposedB, hasBias, accumulate;

    auto operator<=>(const Key&) const = default;
};

Key keyOf(const Product& p) {
    return {.m = p.c.rows,
            .n = p.c.columns,
            .k = p.a.columns,
            .strideA = p.a.stride,
            .strideB = p.b.stride,
            .strideC = p.c.stride,
            .a = p.a.dtype,
            .b = p.b.dtype,
            .c = p.c.dtype,
            .bias = p.bias.dtype,
            .transposedA = p.a.transposed,
            .transposedB = p.b.transposed,
            .hasBias = p.bias.address != nullptr,
            .accumulate = p.accumulate};
}

memory::data_type typeOf(DType dtype) {
    if (dtype == DType::Fp32) return memory::data_type::f32;
    if (dtype == DType::Bf16) return memory::data_type::bf16;
    broken("a matrix of a type that oneDNN does not multiply here");
}

memory::desc describe(const Matrix& matrix) {
    const memory::dims strides =
        matrix.transposed ? memory::dims{1, matrix.stride} : memory::dims{matrix.stride, 1};
    return {{matrix.rows, matrix.columns}, typeOf(matrix.dtype), strides};
}

memory::desc describeBias(const Product& product) {
    return {{1, product.c.columns}, typeOf(product.bias.dtype), memory::format_tag::ab};
}

const dnnl::engine& cpu() {
    static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
}

/// One compiled product. Its scratchpad belongs to the thread that made it.
class Primitive {
  public:
    explicit Primitive(const Product& product) : primitive_(compile(product)) {
        add(DNNL_ARG_SRC, describe(product.a));
        add(DNNL_ARG_WEIGHTS, describe(product.b));
        add(DNNL_ARG_DST, describe(product.c));
        if (product.bias.address) add(DNNL_ARG_BIAS, describeBias(product));
    }

    void run(const Product& product, dnnl::stream& stream) {
        arguments_.at(DNNL_ARG_SRC).set_data_handle(product.a.address);
        arguments_.at(DNNL_ARG_WEIGHTS).set_data_handle(product.b.address);
        arguments_.at(DNNL_ARG_DST).set_data_handle(product.c.address);
        if (product.bias.address) {
            arguments_.at(DNNL_ARG_BIAS).set_data_handle(product.bias.address);
        }
        primitive_.execute(stream, arguments_);
        stream.wait();
    }

  private:
    static dnnl::matmul compile(const Product& product) {
        dnnl::primitive_attr attributes;
        if (product.accumulate) {
            dnnl::post_ops sum;
            sum.append_sum(1.0f);
            attributes.set_post_ops(sum);
        }
        const auto descriptor =
            product.bias.address
                ? dnnl::matmul::desc(describe(product.a), describe(product.b),
                                     describeBias(product), describe(product.c))
                : dnnl::matmul::desc(describe(product.a), describe(product.b), describe(product.c));
        return dnnl::matmul(dnnl::matmul::primitive_desc(descriptor, attributes, cpu()));
    }
    void add(int argument, const memory::desc& description) {
        arguments_.emplace(argument, memory(description, cpu(), nullptr));
    }

    dnnl::matmul primitive_;
    std::unordered_map<int, memory> arguments_;
};

/// The compiled products of one thread.
class Primitives {
  public:
    Primitives() : stream_(cpu()) {
        // Of this thread only; also what oneDNN sees when it chooses an algorithm.
        omp_set_num_threads(1);
    }
    void run(const Product& product) {
        auto found = byKey_.find(keyOf(product));
        if (found == byKey_.end()) {
            found = byKey_.emplace(keyOf(product), Primitive(product)).first;
        }
        found->second.run(product, stream_);
    }

  private:
    dnnl::stream stream_;
    std::map<Key, Primitive> byKey_;
};

}  // namespace

void multiplyNatively(const Product& product) {
    thread_local Primitives primitives;
    try {
        primitives.run(product);
    } catch (const dnnl::error& error) {
        broken(std::string("oneDNN refuses a matrix product: ") + error.what());
    }
}

bool multipliesBf16Natively() {
    static const bool native = [] {
        const auto isa = dnnl::get_effective_cpu_isa();
        return (static_cast<int>(isa) & static_cast<int>(dnnl::cpu_isa::avx512_core_bf16)) ==
               static_cast<int>(dnnl::cpu_isa::avx512_core_bf16);
    }();
    return native;
}

}  // namespace shardscope::core::ops
