#include "gui/shell/options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "core/base/nearest.h"

namespace shardscope::gui {

namespace {

constexpr int kLeastSide = 200, kMostSide = 16384;

constexpr std::array<std::string_view, 8> kNames{"--render", "--view", "--at",      "--size",
                                                 "--theme",  "--lang", "--version", "--help"};

template <class T, size_t N>
using Choices = std::array<std::pair<std::string_view, T>, N>;

struct View {
    PageId page{};
    bool map = false;
};
constexpr Choices<View, 5> kViews{{{"compare", {PageId::Compare}},
                                   {"map", {PageId::Compare, true}},
                                   {"summary", {PageId::Summary}},
                                   {"plan", {PageId::Plan}},
                                   {"run", {PageId::Run}}}};
constexpr Choices<double, 4> kUnits{{{"ns", 1.0}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
constexpr Choices<ThemeChoice, 3> kThemes{{{"light", ThemeChoice::Light},
                                           {"dark", ThemeChoice::Dark},
                                           {"desktop", ThemeChoice::Desktop}}};
constexpr Choices<Language, 2> kLanguages{{{"en", Language::English}, {"ko", Language::Korean}}};

tl::unexpected<core::Error> found(const std::string& option, const QString& value,
                                  const std::string& allowed, const std::string& hint = "") {
    return core::invalidInput(option,
                              "found \"" + value.toStdString() + "\"; allowed: " + allowed + hint);
}

template <class T, size_t N>
core::Result<T> choice(const std::string& option, const QString& value,
                       const Choices<T, N>& choices) {
    std::vector<std::string_view> names;
    std::string allowed;
    for (const auto& [name, what] : choices) {
        if (value == QLatin1String(name.data())) return what;
        names.push_back(name);
        allowed += (allowed.empty() ? "" : ", ") + std::string(name);
    }
    return found(option, value, allowed, core::suggestion(value.toStdString(), names));
}

core::Result<QSize> sizeOf(const QString& value) {
    const QStringList sides = value.toLower().split(QLatin1Char('x'));
    bool wide = false, high = false;
    if (sides.size() == 2) {
        const QSize size(sides[0].toInt(&wide), sides[1].toInt(&high));
        const auto fits = [](int side) { return side >= kLeastSide && side <= kMostSide; };
        if (wide && high && fits(size.width()) && fits(size.height())) return size;
    }
    return found("--size", value,
                 "WIDTHxHEIGHT with sides from " + std::to_string(kLeastSide) + " to " +
                     std::to_string(kMostSide) + ", for example 1280x800");
}

core::Result<void> setRender(ProgramOptions& options, const QString& value) {
    const QString lower = value.toLower();
    if (!lower.endsWith(QStringLiteral(".png")) && !lower.endsWith(QStringLiteral(".svg"))) {
        return found("--render", value, "a name that ends in .png or .svg");
    }
    options.render = value;
    return {};
}

template <class T>
core::Result<void> into(std::optional<T>& place, const core::Result<T>& value) {
    if (!value) return tl::unexpected(value.error());
    place = *value;
    return {};
}

core::Result<void> setView(ProgramOptions& options, const QString& value) {
    const auto view = choice("--view", value, kViews);
    if (!view) return tl::unexpected(view.error());
    options.view = view->page;
    options.map = view->map;
    return {};
}

/// "12.5ms": from the begin of the step that recordings are aligned by, as the axis counts.
core::Result<int64_t> instantOf(const QString& value) {
    for (const auto& [name, ns] : kUnits) {
        if (!value.endsWith(QLatin1String(name.data()))) continue;
        bool number = false;
        const double count =
            value.chopped(static_cast<qsizetype>(name.size())).trimmed().toDouble(&number);
        if (number && std::abs(count * ns) < 9e18) return std::llround(count * ns);
    }
    return found("--at", value, "a number with ns, us, ms or s, for example 12.5ms");
}

core::Result<void> set(ProgramOptions& options, const std::string& name, const QString& value) {
    if (name == "--render") return setRender(options, value);
    if (name == "--view") return setView(options, value);
    if (name == "--at") return into(options.atNs, instantOf(value));
    if (name == "--size") return into(options.size, sizeOf(value));
    if (name == "--theme") return into(options.theme, choice(name, value, kThemes));
    return into(options.language, choice(name, value, kLanguages));
}

core::Result<void> check(const ProgramOptions& options) {
    if (options.atNs && !options.map)
        return core::invalidInput("--at", "is the instant of --view map; give that too");
    if (options.render.isEmpty()) return {};
    if (options.view == PageId::Run) {
        return found("--view", QStringLiteral("run"),
                     "compare, map, summary, plan (a picture of a run would be empty)");
    }
    if (options.theme == ThemeChoice::Desktop) {
        return found("--theme", QStringLiteral("desktop"),
                     "light, dark (a picture is made without a desktop)");
    }
    return {};
}

}  // namespace

core::Result<ProgramOptions> parseOptions(const QStringList& arguments) {
    ProgramOptions options;
    bool onlyFiles = false;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString& word = arguments[i];
        if (onlyFiles || !word.startsWith(QLatin1Char('-')) || word == QStringLiteral("-")) {
            options.files << word;
            continue;
        }
        if (word == QStringLiteral("--")) {
            onlyFiles = true;
            continue;
        }
        const qsizetype equals = word.indexOf(QLatin1Char('='));
        const std::string name = (equals < 0 ? word : word.left(equals)).toStdString();
        if (name == "--help" || name == "-h") {
            options.help = true;
        } else if (name == "--version") {
            options.version = true;
        } else if (std::ranges::find(kNames, name) == kNames.end()) {
            return core::invalidInput(
                name, "shardscope-gui has no such option" + core::suggestion(name, kNames));
        } else {
            if (equals < 0 && i + 1 == arguments.size()) {
                return core::invalidInput(name, "needs a value");
            }
            const QString value = equals < 0 ? arguments[++i] : word.mid(equals + 1);
            if (auto done = set(options, name, value); !done) return tl::unexpected(done.error());
        }
    }
    if (auto fine = check(options); !fine) return tl::unexpected(fine.error());
    return options;
}

QString helpText() {
    return QStringLiteral(
        "shardscope-gui: recordings side by side on one time axis\n\n"
        "Usage: shardscope-gui [OPTIONS] [FILES or FOLDERS]\n\n"
        "Without files it opens shardscope-out/latest, or the samples.\n\n"
        "Options:\n"
        "  --view compare|map|summary|plan|run\n"
        "                                    the page to begin with; map: the allocator's blocks\n"
        "  --at TIME                         the map's instant, as 12.5ms from the step's begin\n"
        "                                    (default: each recording's peak)\n"
        "  --theme light|dark|desktop        colours (default: as last time)\n"
        "  --lang en|ko                      language (default: as last time)\n"
        "  --render FILE.png|FILE.svg        write a picture of the view and end; needs no "
        "display\n"
        "  --size WIDTHxHEIGHT               of the window or picture (default 1280x800;\n"
        "                                    a picture is higher where its contents need it)\n"
        "  --help, --version\n\n"
        "Examples:\n"
        "  shardscope-gui zero-1.trace.json.gz zero-2.trace.json.gz\n"
        "  shardscope-gui --render compare.png --view compare --theme dark "
        "shardscope-out/latest\n"
        "  shardscope-gui --view plan plan.json     what `shardscope plan --json` printed\n\n"
        "Exit status: 0 done; 1 the picture could not be written; 2 the input is wrong.\n");
}

}  // namespace shardscope::gui
