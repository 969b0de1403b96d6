#include "traces/export/sqlite_file.h"

namespace shardscope::traces {

core::Result<SqliteFile> SqliteFile::open(const std::string& path, std::string name) {
    SqliteFile file;
    file.name_ = std::move(name);
    sqlite3* handle = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const int opened = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    file.handle_.reset(handle);
    if (opened != SQLITE_OK) return file.error();
    auto plain = file.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    if (!plain) return tl::unexpected(plain.error());
    return file;
}

core::Result<void> SqliteFile::run(const char* sql) {
    if (sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return error();
    return {};
}

core::Result<void> SqliteFile::close() {
    if (sqlite3_close(handle_.get()) != SQLITE_OK) return error();
    handle_.release();
    return {};
}

tl::unexpected<core::Error> SqliteFile::error() const {
    return core::ioError(name_, std::string("cannot write the database: ") +
                                    (handle_ ? sqlite3_errmsg(handle_.get()) : "no memory"));
}

SqliteInsert::SqliteInsert(SqliteFile& file, const char* sql) : file_(file) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(file.handle(), sql, -1, &statement, nullptr);
    statement_.reset(statement);  // null on failure: row() then reports it
}

SqliteInsert& SqliteInsert::integer(int64_t value) {
    sqlite3_bind_int64(statement_.get(), ++column_, value);
    return *this;
}

SqliteInsert& SqliteInsert::text(std::string_view value) {
    sqlite3_bind_text(statement_.get(), ++column_, value.data(), static_cast<int>(value.size()),
                      SQLITE_STATIC);
    return *this;
}

SqliteInsert& SqliteInsert::null() {
    sqlite3_bind_null(statement_.get(), ++column_);
    return *this;
}

core::Result<void> SqliteInsert::row() {
    column_ = 0;
    if (!statement_ || sqlite3_step(statement_.get()) != SQLITE_DONE) return file_.error();
    sqlite3_reset(statement_.get());
    return {};
}

}  // namespace shardscope::traces
