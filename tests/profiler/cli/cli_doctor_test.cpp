#include <gtest/gtest.h>

#include "profiler/cli/doctor/check.h"
#include "profiler/cli/doctor/cpu_info.h"
#include "profiler/cli/doctor/dynamic_library.h"
#include "profiler/cli/job/mpi_world.h"
#include "profiler/cli/options/shell_words.h"

namespace shardscope::cli {
namespace {

constexpr const char* kServer =
    "processor\t: 0\nmodel name\t: Some CPU @ 2.0GHz\nflags\t\t: fpu avx2 avx512f avx512_bf16\n\n"
    "processor\t: 1\nmodel name\t: Other\nflags\t\t: fpu\n";

TEST(CpuInfo, ReadsTheFirstProcessor) {
    const auto cpu = doctor::parseCpuInfo(kServer);
    EXPECT_EQ(cpu.model, "Some CPU @ 2.0GHz");
    EXPECT_TRUE(cpu.has("avx2"));
    EXPECT_EQ(doctor::vectorUnits(cpu), "AVX-512, bf16");
    EXPECT_TRUE(doctor::hasBf16(cpu));
}

TEST(CpuInfo, KnowsSmallerProcessors) {
    const auto laptop = doctor::parseCpuInfo("flags : sse2 avx avx2 avx_vnni\n");
    EXPECT_EQ(doctor::vectorUnits(laptop), "AVX2");
    EXPECT_FALSE(doctor::hasBf16(laptop));
    const auto arm = doctor::parseCpuInfo("Features : fp asimd bf16\n");
    EXPECT_EQ(doctor::vectorUnits(arm), "NEON");
    EXPECT_TRUE(doctor::hasBf16(arm));
    EXPECT_EQ(doctor::vectorUnits(doctor::parseCpuInfo("")), "no wide vectors");
}

TEST(Doctor, SaysWhatIsAbsentAndWhatToDo) {
    const auto gpu = doctor::checkGpu(true);
    ASSERT_EQ(gpu.size(), 4u);
    EXPECT_EQ(gpu.front().name, "NVIDIA driver");
    for (const auto& check : gpu) {
        EXPECT_FALSE(check.found.empty()) << check.name;
        EXPECT_EQ(check.advice.empty(), check.status == doctor::Status::Ok) << check.name;
    }
}

TEST(Doctor, ThisMachineCanRun) {
    EXPECT_EQ(doctor::checkCpu().status, doctor::Status::Ok);
    EXPECT_EQ(doctor::checkMemory().status, doctor::Status::Ok);
    const auto compression = doctor::checkCompression();
    EXPECT_EQ(compression.status, doctor::Status::Ok) << compression.found;
}

TEST(DynamicLibrary, OpensTheFirstThatIsThere) {
    const doctor::DynamicLibrary library({"libno-such-thing.so.9", "libm.so.6"});
    ASSERT_TRUE(library.open());
    EXPECT_EQ(library.name(), "libm.so.6");
    auto* const root = library.function<double(double)>("sqrt");
    ASSERT_NE(root, nullptr);
    EXPECT_EQ(root(9.0), 3.0);
    EXPECT_EQ(library.function<void()>("no_such_symbol"), nullptr);
}

TEST(FindProgram, LooksOnPathAndBesideIt) {
    EXPECT_TRUE(doctor::findProgram("sh").ends_with("/sh"));
    EXPECT_EQ(doctor::findProgram("no-such-program-here"), "");
}

TEST(MpiWorld, ReadsWhatTheLauncherSays) {
    ::unsetenv("PMI_RANK");
    ::unsetenv("OMPI_COMM_WORLD_RANK");
    EXPECT_FALSE(mpiWorldFromEnvironment());
    ::setenv("OMPI_COMM_WORLD_RANK", "2", 1);
    ::setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
    const auto world = mpiWorldFromEnvironment();
    ::unsetenv("OMPI_COMM_WORLD_RANK");
    ::unsetenv("OMPI_COMM_WORLD_SIZE");
    ASSERT_TRUE(world);
    EXPECT_EQ(world->rank, 2);
    EXPECT_EQ(world->ranks, 4);
}

TEST(ShellWords, QuotesWhatAShellWouldSplit) {
    const std::vector<std::string> words{"shardscope", "run", "--data", "my file's.txt", ""};
    EXPECT_EQ(joinForShell(words), "shardscope run --data 'my file'\\''s.txt' ''");
}

}  // namespace
}  // namespace shardscope::cli
