// NVIDIA's libraries where they are, half there, and not there: what is found and what is said. A process opens
// each only once, so every case looks in a process of its own.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "core/base/shared_library.h"
#include "gpu/accelerator.h"
#include "profiler/cupti/cupti_library.h"
#include "tests/doubles/cuda/fake_gpu.h"

namespace shardscope {
namespace {

/// "NCCL 2.28.9 from PATH", or the error.
template <class Api>
std::string seen(const core::Result<const Api*>& api, const std::string& version) {
    return api ? version + " from " + (*api)->path : toString(api.error());
}

std::string lookAtAll() {
    const auto cublasLt = gpu::cublasLt();
    const auto nccl = gpu::nccl();
    const auto cupti = profiler::cupti::openCupti();
    const auto opened = gpu::openAccelerator({.ranks = 2});
    std::string text = "cuBLASLt: " + seen(cublasLt, cublasLt ? (*cublasLt)->version() : "");
    text += "\nNCCL: " + seen(nccl, nccl ? (*nccl)->version() : "");
    text += "\nNVML: " + seen(gpu::nvml(), gpu::driverVersion(gpu::nvml()));
    text += "\ndriver: " + seen(gpu::cudaDriver(), "");
    const char* queues = std::getenv("SHARDSCOPE_TEST_QUEUES");
    text += std::string("\nqueues when the driver was loaded: ") + (queues ? queues : "it was not");
    text += "\nCUPTI: " + (cupti ? std::string("found") : toString(cupti.error()));
    text += "\nGPUs: " + (opened ? (*opened)->hardware() : toString(opened.error()));
    return text + "\n";
}

/// What DISABLED_LooksAtAll prints in a process whose loader looks in @p folder first.
std::string seenIn(const std::string& folder) {
    const std::string command = fmt::format(
        "LD_LIBRARY_PATH={} {} --gtest_also_run_disabled_tests "
        "--gtest_filter=Libraries.DISABLED_LooksAtAll",
        folder, std::filesystem::canonical("/proc/self/exe").string());
    std::FILE* output = ::popen(command.c_str(), "r");
    std::string text;
    for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output)) {
        text += static_cast<char>(c);
    }
    EXPECT_EQ(::pclose(output), 0);
    return text;
}

void expectSaid(const std::string& text, const std::vector<std::string>& parts) {
    for (const std::string& part : parts) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
    }
}

const std::string kFolder = SHARDSCOPE_LIBRARIES;

TEST(Libraries, DISABLED_LooksAtAll) {
    doubles::cuda::reset({.devices = 2});
    std::fputs(lookAtAll().c_str(), stdout);
}

TEST(Libraries, AreFoundWithTheirVersions) {
    const std::string lib = kFolder + "/complete/lib64/";
    expectSaid(seenIn(kFolder + "/complete/lib64"),
               {"cuBLASLt: 13.1.0 from " + lib + "libcublasLt.so.13",
                "NCCL: 2.28.9 from " + lib + "libnccl.so.2", "NVML: 580.65.06 from " + lib,
                "driver:  from " + lib + "libcuda.so.1", "queues when the driver was loaded: 32",
                "CUPTI: found", "driver 580.65.06 (NCCL 2.28.9)"});
}

TEST(Libraries, ThatLackAFunctionAreNamedWithIt) {
    const std::string text = seenIn(kFolder + "/incomplete/lib64");
    for (const char* function :
         {"ncclBroadcast", "cublasLtMatmulAlgoGetHeuristic", "cuMemSetAccess",
          "nvmlDeviceGetMemoryInfo_v2", "cuptiGetTimestamp"}) {
        expectSaid(text,
                   {std::string("has no function ") + function + "; a newer version is needed"});
    }
    expectSaid(text, {"GPUs: ", kFolder + "/incomplete/lib64/libcuda.so.1: has no function"});
}

/// An environment variable for as long as it lives.
class Variable {
  public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        ::setenv(name, value.c_str(), 1);
    }
    ~Variable() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }

  private:
    const char* name_;
    std::optional<std::string> old_;
};

TEST(LibraryFolders, AreTheToolkitsThenThoseOfPythonEnvironments) {
    namespace fs = std::filesystem;
    const fs::path root = fs::path(testing::TempDir()) / "library-folders";
    const fs::path wheel = root / "venv/lib/python3.11/site-packages/nvidia/nccl/lib";
    const fs::path toolkit = root / "cuda/extras/CUPTI/lib64";
    fs::create_directories(wheel);
    fs::create_directories(toolkit);
    const Variable home("CUDA_HOME", (root / "cuda").string());
    const Variable environment("VIRTUAL_ENV", (root / "venv").string());
    const std::vector<std::string> folders = core::libraryFolders();
    const auto first = std::find(folders.begin(), folders.end(), toolkit.string());
    ASSERT_NE(first, folders.end());
    EXPECT_NE(std::find(first, folders.end(), wheel.string()), folders.end());
    fs::remove_all(root);
}

}  // namespace
}  // namespace shardscope
