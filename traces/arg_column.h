#pragma once
// The arguments of a trace's events, one after another. Eight bytes each: what does not fit beside
// its key lies in a second column. Reading is thread-safe, adding is not.

#include <cstdint>
#include <iterator>
#include <vector>

namespace shardscope::traces {

/// An interned string of one trace; 0 is the empty string.
using StringId = uint32_t;

struct Arg {
    enum class Kind : uint32_t { Integer, Text, Raw };
    StringId key = 0;
    Kind kind = Kind::Integer;
    int64_t value =
        0;  ///< Integer: itself; Text: a StringId; Raw: a StringId of JSON text (3.5, true, [0, 1])

    bool operator==(const Arg&) const = default;
};

class ArgColumn {
  public:
    /// Makes an Arg of each place it passes.
    class Iterator {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Arg;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = Arg;

        Iterator() = default;
        Iterator(const ArgColumn& column, size_t place) : column_(&column), place_(place) {}
        Arg operator*() const { return (*column_)[place_]; }
        Iterator& operator++() {
            ++place_;
            return *this;
        }
        Iterator operator++(int) { return {*column_, place_++}; }
        bool operator==(const Iterator&) const = default;

      private:
        const ArgColumn* column_ = nullptr;
        size_t place_ = 0;
    };

    /// Neighbours in the column. Borrows it.
    class View {
      public:
        View(const ArgColumn& column, size_t first, size_t count)
            : column_(&column), first_(first), count_(count) {}
        Iterator begin() const { return {*column_, first_}; }
        Iterator end() const { return {*column_, first_ + count_}; }
        size_t size() const { return count_; }
        /// @param index below size()
        Arg operator[](size_t index) const { return (*column_)[first_ + index]; }

      private:
        const ArgColumn* column_;
        size_t first_, count_;
    };

    void reserve(size_t count) { packed_.reserve(count); }
    void clear() {
        packed_.clear();
        wide_.clear();
    }
    /// @param arg its key is below 2^29
    void push_back(const Arg& arg);
    /// @param place below size()
    Arg operator[](size_t place) const;
    View view(size_t first, size_t count) const { return {*this, first, count}; }
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, size()}; }
    size_t size() const { return packed_.size(); }
    int64_t sizeBytes() const;

    bool operator==(const ArgColumn&) const = default;

  private:
    struct Packed {
        uint32_t key : 29;
        uint32_t kind : 2;
        uint32_t isWide : 1;
        int32_t value;  ///< itself, or its place in wide_
        bool operator==(const Packed&) const = default;
    };
    static_assert(sizeof(Packed) == 8);

    std::vector<Packed> packed_;
    std::vector<int64_t> wide_;  ///< values beyond 32 bits
};

}  // namespace shardscope::traces
