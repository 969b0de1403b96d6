#pragma once
// The few calls of SQLite that writing a database takes. One thread.

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace shardscope::traces {

/// A database open for writing; without a journal, as its file is thrown away on failure.
class SqliteFile {
  public:
    /// @param name what errors name; @p path is where the file is. Errors: Io.
    static core::Result<SqliteFile> open(const std::string& path, std::string name);

    /// Runs statements without results. Errors: Io with SQLite's words.
    core::Result<void> run(const char* sql);
    /// Closes; SQLite writes here what it still holds. Errors: Io.
    core::Result<void> close();

    sqlite3* handle() const { return handle_.get(); }
    tl::unexpected<core::Error> error() const;

  private:
    struct Close {
        void operator()(sqlite3* handle) const { sqlite3_close(handle); }
    };
    std::unique_ptr<sqlite3, Close> handle_;
    std::string name_;
};

/// One INSERT, run once a row.
class SqliteInsert {
  public:
    SqliteInsert(SqliteFile& file, const char* sql);

    SqliteInsert& integer(int64_t value);
    /// Borrows @p value until the row is run.
    SqliteInsert& text(std::string_view value);
    SqliteInsert& null();
    core::Result<void> row();

  private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    SqliteFile& file_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    int column_ = 0;
};

}  // namespace shardscope::traces
