#include "gpu/matmul/products.h"

namespace shardscope::gpu {

core::Result<std::unique_ptr<Products>> Products::make(const CublasLtApi& api, LedgerEntry entry) {
    std::unique_ptr<Products> products(new Products(api, std::move(entry)));
    auto created = checkLt(api, api.create(&products->handle_), "a handle");
    if (!created) return tl::unexpected(created.error());
    return products;
}

Products::~Products() {
    if (handle_) api_.destroy(handle_);
}

core::Result<Products::Prepared*> Products::prepare(const Product& product) {
    if (const auto found = prepared_.find(product.shape); found != prepared_.end()) {
        return &found->second;
    }
    auto described = Descriptors::make(api_, product.shape);
    if (!described) return tl::unexpected(described.error());
    if (product.shape.bias) {
        if (auto set = (*described)->setBias(product.bias); !set) {
            return tl::unexpected(set.error());
        }
    }
    auto algorithm = Algorithms::shared().of(api_, handle_, product.shape, **described);
    if (!algorithm) return tl::unexpected(algorithm.error());
    Prepared prepared{.described = std::move(*described), .algorithm = *algorithm};
    return &prepared_.emplace(product.shape, std::move(prepared)).first->second;
}

core::Result<void> Products::enqueue(const Product& p, cudaStream_t stream) {
    const auto prepared = prepare(p);
    if (!prepared) return tl::unexpected(prepared.error());
    if (!workspace_) {
        auto workspace = makeDeviceBytes(kProductWorkspaceBytes);
        if (!workspace) return tl::unexpected(workspace.error());
        workspace_ = std::move(*workspace);
        entry_.set(static_cast<int64_t>(kProductWorkspaceBytes));
    }
    const Descriptors& d = *(*prepared)->described;
    if (p.shape.bias) {
        if (auto set = (*prepared)->described->setBias(p.bias); !set) return set;
    }
    const float beta = p.accumulate ? 1.0F : 0.0F;
    return checkLt(api_,
                   api_.matmul(handle_, d.product(), &p.alpha, p.b, d.first(), p.a, d.second(),
                               &beta, p.c, d.result(), p.c, d.result(), &(*prepared)->algorithm,
                               workspace_.get(), kProductWorkspaceBytes, stream),
                   "a product");
}

}  // namespace shardscope::gpu
