// The same events as CSV, SQLite and for Holistic Trace Analysis.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "tests/traces/sample_trace.h"
#include "traces/export/csv.h"
#include "traces/export/hta.h"
#include "traces/export/hta_rank.h"
#include "traces/export/sqlite.h"
#include "traces/file.h"

namespace shardscope::traces {
namespace {

namespace fs = std::filesystem;

TEST(ExportCsv, HasARowAnEventAndQuotesCells) {
    const std::string path = test::freshFolder("csv") + "/a.csv";
    const Trace trace = test::smallTrace();
    ASSERT_TRUE(exportCsv(trace, path));
    const std::string text = test::contentOf(path);
    EXPECT_TRUE(text.starts_with(
        "ts_ns,dur_ns,phase,pid,tid,process,thread,category,name,id,args\r\n"
        "0,9000,X,1,3,rank 0,host,user_annotation,ProfilerStep#1,,\"{\"\"step\"\": 0}\"\r\n"))
        << text;
    EXPECT_NE(text.find("\r\n1001,,b,1,0,rank 0,,gradient,full,7,\r\n"), std::string::npos) << text;
    const auto rows = static_cast<size_t>(std::ranges::count(text, '\r'));
    EXPECT_EQ(rows, trace.events.size() + 1);
}

/// Rows of a query: cells joined by |, rows by a blank.
std::string query(const std::string& path, const char* sql) {
    sqlite3* database = nullptr;
    EXPECT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    std::string out;
    const auto row = [](void* to, int count, char** cells, char**) {
        auto& text = *static_cast<std::string*>(to);
        if (!text.empty()) text += ' ';
        for (int i = 0; i < count; ++i) {
            text += (i == 0 ? "" : "|") + std::string(cells[i] ? cells[i] : "NULL");
        }
        return 0;
    };
    char* error = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql, row, &out, &error), SQLITE_OK) << (error ? error : "");
    sqlite3_free(error);
    sqlite3_close(database);
    return out;
}

TEST(ExportSqlite, AnswersQuestionsInSql) {
    const std::string path = test::freshFolder("sqlite") + "/a.sqlite";
    const Trace trace = test::smallTrace();
    test::putContent(path, "an old file, to be replaced");
    ASSERT_TRUE(exportSqlite(trace, path));
    EXPECT_EQ(query(path, "SELECT count(*) FROM event"), std::to_string(trace.events.size()));
    EXPECT_EQ(query(path, "SELECT count(*) FROM arg"), std::to_string(trace.args.size()));
    EXPECT_EQ(query(path, "SELECT ts_ns, dur_ns, pid, flow FROM events WHERE name LIKE 'matmul%'"),
              "1001|2500|1|NULL");
    EXPECT_EQ(query(path, "SELECT kind, value FROM args WHERE key = 'share' OR key = 'address'"),
              "json|0.125 integer|9223110577876409020");
    EXPECT_EQ(query(path, "SELECT flow FROM events WHERE name = 'dead'"), "-1");
    EXPECT_EQ(query(path, "SELECT name FROM lane WHERE pid = 2 AND is_process"), "rank 1");
    EXPECT_EQ(query(path, "SELECT value FROM run WHERE key = 'traceName'"), "\"zero-2\"");
    EXPECT_EQ(query(path, "PRAGMA integrity_check"), "ok");
    EXPECT_EQ(std::distance(fs::directory_iterator(fs::path(path).parent_path()), {}), 1);
}

TEST(ExportSqlite, AFolderThatIsNotThereIsAnError) {
    const std::string path = test::freshFolder("sqlite") + "/none/a.sqlite";
    const auto done = exportSqlite(test::smallTrace(), path);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, core::ErrorCode::Io);
    EXPECT_EQ(done.error().where, path);
}

TEST(ExportHta, CollectivesHaveNamesLikeNccls) {
    EXPECT_EQ(ncclLikeName("reduce_scatter", "BFloat16", "host"),
              "ncclDevKernel_ReduceScatter_Sum_bf16_HOST");
    EXPECT_EQ(ncclLikeName("allgather", "Half", "simulated"), "ncclDevKernel_AllGather_SIMULATED");
}

/// The exported files of @p trace, as strict JSON.
std::vector<Json> exported(const Trace& trace) {
    const auto paths = exportHta(trace, test::freshFolder("hta") + "/new");
    EXPECT_TRUE(paths);
    std::vector<Json> out;
    for (const std::string& path : paths.value()) {
        const Trace read = readTrace(path).value();
        const std::string plain = path.substr(0, path.size() - 3);
        EXPECT_TRUE(writeTrace(read, plain));
        out.push_back(Json::parse(test::contentOf(plain)));
    }
    return out;
}

TEST(ExportHta, WritesAFileARankWithItsRankAndWorldSize) {
    const auto files = exported(test::recording(3, 1, 2));
    ASSERT_EQ(files.size(), 3u);
    for (int rank = 0; rank < 3; ++rank) {
        EXPECT_EQ(files[static_cast<size_t>(rank)]["distributedInfo"]["rank"], rank);
        EXPECT_EQ(files[static_cast<size_t>(rank)]["distributedInfo"]["world_size"], 3);
    }
}

TEST(ExportHta, EveryKernelHasALaunchBeforeItInItsStep) {
    const Json file = exported(test::recording(2, 2, 3))[1];
    std::map<int, Json> launches, kernels;
    Json steps = Json::array();
    for (const Json& event : file["traceEvents"]) {
        if (event["ph"] != "X") continue;
        if (event["cat"] == "kernel") {
            EXPECT_GT(event["args"]["stream"], 0);
            kernels[event["args"]["correlation"]] = event;
            continue;
        }
        EXPECT_FALSE(event["args"].contains("stream")) << event;
        if (event["name"] == "cudaLaunchKernel") launches[event["args"]["correlation"]] = event;
        if (event["name"].get<std::string>().starts_with("ProfilerStep#")) steps.push_back(event);
    }
    EXPECT_EQ(steps.size(), 2u);
    EXPECT_EQ(kernels.size(), 2u * 3 * 5);
    for (const auto& [correlation, kernel] : kernels) {
        ASSERT_TRUE(launches.contains(correlation));
        const double launch = launches[correlation]["ts"];
        EXPECT_LE(launch, kernel["ts"].get<double>());
        EXPECT_GE(launch, steps[kernel["args"]["step"].get<size_t>()]["ts"].get<double>());
    }
}

TEST(ExportHta, RefusesForeignTracesAndFoldersWithOtherTraces) {
    const std::string folder = test::freshFolder("hta");
    TraceBuilder builder;
    builder.complete(1, 1, "kernel", "k", 0, 1);
    const auto foreign = exportHta(builder.finish(), folder);
    ASSERT_FALSE(foreign);
    EXPECT_EQ(foreign.error().code, core::ErrorCode::InvalidInput);
    test::putContent(folder + "/other.json", "{}");
    const auto mixed = exportHta(test::recording(2, 1, 1), folder);
    ASSERT_FALSE(mixed);
    EXPECT_NE(mixed.error().message.find("other.json"), std::string::npos);
}

}  // namespace
}  // namespace shardscope::traces
