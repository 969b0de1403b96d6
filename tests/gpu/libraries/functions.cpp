// A shared library with the names of one of NVIDIA's: every function that we look up is there (INCOMPLETE: but
// the last), and those that a test calls answer. Built twice a library.

#include <cstddef>
#include <cstdlib>
#include <cstring>

#define FUNCTION(NAME) \
    extern "C" int NAME() { return 0; }

#if defined(LIKE_NCCL)
extern "C" int ncclGetVersion(int* version) {
    *version = 22809;
    return 0;
}
FUNCTION(ncclGetErrorString)
FUNCTION(ncclGetUniqueId)
FUNCTION(ncclCommInitRank)
FUNCTION(ncclCommSplit)
FUNCTION(ncclCommDestroy)
FUNCTION(ncclCommAbort)
FUNCTION(ncclCommGetAsyncError)
FUNCTION(ncclGroupStart)
FUNCTION(ncclGroupEnd)
FUNCTION(ncclReduceScatter)
FUNCTION(ncclAllGather)
FUNCTION(ncclAllReduce)
FUNCTION(ncclReduce)
#if !defined(INCOMPLETE)
FUNCTION(ncclBroadcast)
#endif
#elif defined(LIKE_CUBLASLT)
extern "C" std::size_t cublasLtGetVersion() { return 130100; }
FUNCTION(cublasLtCreate)
FUNCTION(cublasLtDestroy)
FUNCTION(cublasLtGetStatusString)
FUNCTION(cublasLtMatmul)
FUNCTION(cublasLtMatmulDescCreate)
FUNCTION(cublasLtMatmulDescDestroy)
FUNCTION(cublasLtMatmulDescSetAttribute)
FUNCTION(cublasLtMatrixLayoutCreate)
FUNCTION(cublasLtMatrixLayoutDestroy)
FUNCTION(cublasLtMatmulPreferenceCreate)
FUNCTION(cublasLtMatmulPreferenceDestroy)
FUNCTION(cublasLtMatmulPreferenceSetAttribute)
#if !defined(INCOMPLETE)
FUNCTION(cublasLtMatmulAlgoGetHeuristic)
#endif
#elif defined(LIKE_CUDA)
// The driver reads its settings when it starts: what they were when it was loaded is left for the test.
[[gnu::constructor]] static void readSettings() {
    const char* queues = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
    ::setenv("SHARDSCOPE_TEST_QUEUES", queues != nullptr ? queues : "not set", 1);
}
FUNCTION(cuMemAddressReserve)
FUNCTION(cuMemAddressFree)
FUNCTION(cuMemCreate)
FUNCTION(cuMemRelease)
FUNCTION(cuMemMap)
FUNCTION(cuMemUnmap)
#if !defined(INCOMPLETE)
FUNCTION(cuMemSetAccess)
#endif
#elif defined(LIKE_NVML)
extern "C" int nvmlSystemGetDriverVersion(char* text, unsigned bytes) {
    std::strncpy(text, "580.65.06", bytes);
    return 0;
}
FUNCTION(nvmlInit_v2)
FUNCTION(nvmlShutdown)
FUNCTION(nvmlErrorString)
FUNCTION(nvmlDeviceGetHandleByUUID)
#if !defined(INCOMPLETE)
FUNCTION(nvmlDeviceGetMemoryInfo_v2)
#endif
#elif defined(LIKE_CUPTI)
extern "C" int cuptiGetVersion(unsigned* version) {
    *version = 130001;
    return 0;
}
FUNCTION(cuptiGetResultString)
FUNCTION(cuptiSubscribe_v2)
FUNCTION(cuptiUnsubscribe)
FUNCTION(cuptiActivityRegisterCallbacks)
FUNCTION(cuptiActivitySetAttribute)
FUNCTION(cuptiActivityGetAttribute)
FUNCTION(cuptiActivityEnable)
FUNCTION(cuptiActivityDisable)
FUNCTION(cuptiActivityEnableRuntimeApi)
FUNCTION(cuptiActivityEnableDriverApi)
FUNCTION(cuptiActivityFlushAll)
FUNCTION(cuptiActivityGetNextRecord)
FUNCTION(cuptiActivityGetNumDroppedRecords)
FUNCTION(cuptiActivityPushExternalCorrelationId)
FUNCTION(cuptiActivityPopExternalCorrelationId)
#if !defined(INCOMPLETE)
FUNCTION(cuptiGetTimestamp)
#endif
#endif
