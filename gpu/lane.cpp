#include "gpu/lane.h"

namespace shardscope::gpu {

core::Result<void> Lane::open(const CublasLtApi& cublasLt, int priority,
                              const std::shared_ptr<MemoryLedger>& ledger) {
    auto made = makeStream(priority);
    if (!made) return tl::unexpected(made.error());
    stream = std::move(*made);
    auto multiplies = Products::make(cublasLt, LedgerEntry(ledger, &MemoryLedger::products));
    if (!multiplies) return tl::unexpected(multiplies.error());
    products = std::move(*multiplies);
    scratch = std::make_unique<Scratch>(stream.get(), LedgerEntry(ledger, &MemoryLedger::scratch));
    uploads = std::make_unique<Uploads>(stream.get());
    return {};
}

}  // namespace shardscope::gpu
