// What a scene looks like, by the pixels of an image.

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <set>

#include "gui/layout/compare_layout.h"
#include "gui/paint/fonts.h"
#include "gui/paint/inks.h"
#include "gui/paint/paint_scene.h"
#include "tests/gui/timeline/made.h"
#include "tests/gui/timeline/samples.h"

namespace shardscope::gui {
namespace {

constexpr QSize kSize(200, 120);

QImage painted(const Scene& scene, const Theme& theme = lightTheme(),
               QImage::Format format = QImage::Format_RGB32) {
    QImage image(scene.size.toSize(), format);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    paint(painter, scene, theme);
    return image;
}

Scene sceneOf(Part part) {
    part.clip = QRectF({0.0, 0.0}, QSizeF(kSize));
    Scene scene{.size = kSize};
    scene.parts.push_back(std::move(part));
    return scene;
}

Box boxAt(const QRectF& rect, Fill fill) { return {rect, fill, {}}; }

std::set<QRgb> coloursIn(const QImage& image, const QRect& rect) {
    std::set<QRgb> colours;
    for (int y = rect.top(); y <= rect.bottom(); ++y) {
        for (int x = rect.left(); x <= rect.right(); ++x) colours.insert(image.pixel(x, y));
    }
    return colours;
}

int far(QRgb a, QRgb b) {
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)),
                     std::abs(qBlue(a) - qBlue(b))});
}

/// Share of the pixels that differ by more than a shade.
double difference(const QImage& a, const QImage& b) {
    int64_t other = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            other += far(a.pixel(x, y), b.pixel(x, y)) > 24 ? 1 : 0;
        }
    }
    return static_cast<double>(other) / (static_cast<double>(a.width()) * a.height());
}

/// Ten areas of ten pixels, from 110 up to 10.
Stack tenAreas() {
    Stack stack{.floor = 110.0F};
    StackColumn column{.x = 20.0F, .width = 60.0F};
    for (size_t i = 0; i < kStack; ++i) column.tops[i] = 100.0F - 10.0F * static_cast<float>(i);
    stack.columns.push_back(column);
    return stack;
}

TEST(Painting, AreasAreStackedFromTheFloorInTheirCategorysColour) {
    Part part;
    part.stack = tenAreas();
    const QImage image = painted(sceneOf(part));
    for (size_t i = 0; i < kStack; ++i) {
        const core::Category category = stackingOrder()[i];
        const int y = 100 - 10 * static_cast<int>(i);
        const auto colours = coloursIn(image, {22, y + 1, 50, 8});
        const Fill fill{.ink = inkOf(category), .hatch = hatchOf(category)};
        EXPECT_TRUE(colours.contains(groundOf(fill, lightTheme()).rgb())) << i;
        EXPECT_EQ(colours.size() == 1, hatchOf(category) == Hatch::None) << i;
    }
    EXPECT_EQ(image.pixel(40, 9), lightTheme().background.rgb());
    EXPECT_EQ(image.pixel(40, 110), lightTheme().background.rgb());
    EXPECT_EQ(image.pixel(19, 60), lightTheme().background.rgb());
    EXPECT_EQ(image.pixel(80, 60), lightTheme().background.rgb());
}

TEST(Painting, WhatIsDeadIsHatchedAndPale) {
    Part part;
    const Fill dead{.ink = Ink::Dead, .hatch = Hatch::Rising};
    part.boxes = {boxAt({20, 20, 60, 60}, dead), boxAt({100, 20, 60, 60}, {.ink = Ink::Full})};
    const QImage image = painted(sceneOf(part));
    EXPECT_EQ(coloursIn(image, {100, 20, 60, 60}).size(), 1U);
    const auto colours = coloursIn(image, {20, 20, 60, 60});
    EXPECT_TRUE(colours.contains(groundOf(dead, lightTheme()).rgb()));
    EXPECT_GT(colours.size(), 2U);
    for (int y = 30; y < 70; ++y) {
        for (int x = 30; x < 70; ++x) {
            ASSERT_LT(far(image.pixel(x, y), image.pixel(x + 1, y - 1)), 4) << x << ' ' << y;
        }
    }
    EXPECT_GT(far(image.pixel(40, 40), image.pixel(40 + 3, 40)), 30);  // and no other way
}

TEST(Painting, HatchesOfNeighboursMeet) {
    Part whole, halves;
    const Fill fill{.ink = Ink::Warning, .hatch = Hatch::Falling};
    whole.boxes = {boxAt({20, 20, 100, 40}, fill)};
    halves.boxes = {boxAt({20, 20, 37, 40}, fill), boxAt({57, 20, 63, 40}, fill)};
    EXPECT_EQ(painted(sceneOf(whole)), painted(sceneOf(halves)));
}

TEST(Painting, StallsAreHatchedAndOperationsAreNot) {
    Viewport view{.size = {600, 400}, .range = {0, test::kMadeNs}};
    const Scene scene = layoutTimeline({test::make({})}, view, fontMeter());
    const QImage image = painted(scene);
    int seen = 0;
    for (const Part& part : scene.parts) {
        for (const Box& box : part.boxes) {
            if (box.hit.kind != HitKind::Span) continue;
            const auto colours = coloursIn(image, box.rect.toRect().adjusted(140, 2, -4, -2));
            EXPECT_EQ(colours.size() > 1, box.fill.hatch == Hatch::Rising);
            EXPECT_TRUE(colours.contains(groundOf(box.fill, lightTheme()).rgb()));
            ++seen;
        }
    }
    EXPECT_EQ(seen, 2);
}

TEST(Painting, MarksDifferByTheirForm) {
    std::set<std::vector<bool>> forms;
    for (int kind = 0; kind < kMarkKinds; ++kind) {
        Part part;
        part.boxes = {boxAt({0, 0, 200, 120}, {.ink = Ink::Full})};
        part.glyphs = {
            {.centre = {60.0, 60.0}, .kind = static_cast<MarkKind>(kind), .size = 12.0F}};
        const QImage image = painted(sceneOf(part));
        std::vector<bool> form;
        for (int y = 50; y < 70; ++y) {
            for (int x = 50; x < 70; ++x) form.push_back(qGray(image.pixel(x, y)) < 80);
        }
        const auto dark = std::ranges::count(form, true);
        EXPECT_GT(dark, 20) << kind;
        EXPECT_LT(dark, 200) << kind;
        const bool ring = static_cast<MarkKind>(kind) == MarkKind::Released;
        EXPECT_EQ(image.pixel(60, 60), (ring ? lightTheme().background : lightTheme().text).rgb());
        EXPECT_EQ(image.pixel(60, 49), image.pixel(10, 10)) << "no larger than it is said to be";
        forms.insert(form);
    }
    EXPECT_EQ(forms.size(), static_cast<size_t>(kMarkKinds));
}

TEST(Painting, TheBandLetsWhatIsUnderItBeSeen) {
    Part part;
    part.boxes = {boxAt({0, 0, 200, 40}, {.ink = Ink::Full})};
    part.stack = tenAreas();
    part.band = {{30.0F, 10.0F, 55.0F, 95.0F}};
    const QImage with = painted(sceneOf(part));
    part.band.clear();
    const QImage without = painted(sceneOf(part));
    for (const int y : {60, 70, 92}) {
        const QColor below = without.pixelColor(35, y), shown = with.pixelColor(35, y);
        const QColor text = lightTheme().text;
        EXPECT_NEAR(shown.red(), below.red() * 0.72 + text.red() * 0.28, 2.0) << y;
        EXPECT_NEAR(shown.green(), below.green() * 0.72 + text.green() * 0.28, 2.0) << y;
    }
    for (const QPoint outside : {QPoint(35, 54), QPoint(35, 95), QPoint(29, 70), QPoint(40, 70)}) {
        EXPECT_EQ(with.pixel(outside), without.pixel(outside)) << outside.y();
    }
}

TEST(Painting, DashedBordersHaveGaps) {
    Part part;
    part.strokes = {{.from = {50.5, 10.0}, .to = {50.5, 100.0}, .ink = Ink::Text, .dashed = true},
                    {.from = {70.5, 10.0}, .to = {70.5, 100.0}, .ink = Ink::Text}};
    const QImage image = painted(sceneOf(part));
    EXPECT_EQ(coloursIn(image, {50, 12, 1, 80}).size(), 2U);
    EXPECT_EQ(coloursIn(image, {70, 12, 1, 80}), std::set<QRgb>{lightTheme().text.rgb()});
    EXPECT_EQ(coloursIn(image, {51, 12, 1, 80}), std::set<QRgb>{lightTheme().background.rgb()});
}

TEST(Painting, NothingIsDrawnOutsideOfItsPart) {
    Scene scene = sceneOf({});
    Part& part = scene.parts[0];
    part.clip = {40, 30, 50, 40};
    part.stack = tenAreas();
    part.band = {{0.0F, 200.0F, 0.0F, 120.0F}};
    part.boxes = {boxAt({0, 0, 200, 120}, {.ink = Ink::Dead, .hatch = Hatch::Rising})};
    part.glyphs = {{.centre = {40.0, 30.0}}};
    const QImage image = painted(scene);
    for (const QPoint at : {QPoint(39, 50), QPoint(90, 50), QPoint(60, 29), QPoint(60, 70)}) {
        EXPECT_EQ(image.pixel(at), lightTheme().background.rgb()) << at.x() << ' ' << at.y();
        EXPECT_NE(image.pixel(60, 50), image.pixel(at));
    }
}

/// Pixels that we fill are those that Qt's own painting fills: it draws on images of other formats.
TEST(Painting, PixelsAreThoseOfQtsOwnPainting) {
    Viewport view{.size = {1280, 800}, .allRanks = true};
    view.range = stepRange(framesOf(test::firstAct(), view));
    const Scene scene = layoutTimeline(test::firstAct(), view, fontMeter());
    for (const Theme& theme : {lightTheme(), darkTheme()}) {
        const QImage ours = painted(scene, theme);
        const QImage qts = painted(scene, theme, QImage::Format_RGBA8888);
        EXPECT_LT(difference(ours, qts), 0.005);
    }
}

TEST(Painting, OnHighDensityHatchesAndBoxesKeepTheirLogicalSize) {
    Part part;
    part.boxes = {boxAt({20, 20, 60, 60}, {.ink = Ink::Dead, .hatch = Hatch::Rising})};
    const Scene scene = sceneOf(part);
    QImage image(kSize * 2, QImage::Format_RGB32);
    image.setDevicePixelRatio(2.0);
    QPainter painter(&image);
    paint(painter, scene, lightTheme());
    painter.end();
    EXPECT_EQ(image.pixel(39, 80), lightTheme().background.rgb());
    EXPECT_EQ(image.pixel(160, 80), lightTheme().background.rgb());
    EXPECT_NE(image.pixel(40, 80), lightTheme().background.rgb());
    for (int x = 50; x < 120; ++x) EXPECT_EQ(image.pixel(x, 80), image.pixel(x + 12, 80)) << x;
}

}  // namespace
}  // namespace shardscope::gui
