// Korean: every text of the dashboard and every sentence of the comparison has one, and says the
// same numbers.

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "gui/layout/slide_metrics.h"
#include "gui/model/plan_words.h"
#include "gui/model/slide_words.h"
#include "gui/model/span_words.h"
#include "gui/model/what_if_words.h"
#include "gui/shell/language.h"
#include "gui/summary/heading.h"
#include "gui/widgets/plan_form_widget.h"
#include "gui/widgets/run_form_widget.h"
#include "tests/gui/shell/shell_fixture.h"
#include "tests/gui/summary/summary_fixture.h"

namespace shardscope::gui {
namespace {

struct Message {
    QString source, translation;
    bool finished = false;
};

std::vector<Message> messagesIn(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    std::vector<Message> messages;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("source")) messages.push_back({xml.readElementText(), {}});
        if (xml.name() != QLatin1String("translation")) continue;
        messages.back().finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
        messages.back().translation = xml.readElementText();
    }
    EXPECT_FALSE(xml.hasError());
    return messages;
}

const QString kSource = QStringLiteral(SHARDSCOPE_SOURCE_DIR);
const QString kKorean = kSource + QStringLiteral("/gui/i18n/shardscope_ko.ts");

QStringList marksIn(const QString& text) {
    static const QRegularExpression mark(QStringLiteral("%\\d"));
    QStringList marks;
    for (auto it = mark.globalMatch(text); it.hasNext();) marks << it.next().captured();
    marks.sort();
    marks.removeDuplicates();
    return marks;
}

bool isKorean(const QString& text) {
    static const QRegularExpression hangul(QStringLiteral("[\\x{AC00}-\\x{D7A3}]"));
    return text.contains(hangul);
}

TEST(Translations, EveryTextOfTheSourcesIsThereAndFinished) {
    const QTemporaryDir folder;
    const QString fresh = folder.filePath(QStringLiteral("fresh.ts"));
    ASSERT_TRUE(QFile::copy(kKorean, fresh));
    QProcess lupdate;
    lupdate.setWorkingDirectory(kSource);
    lupdate.start(
        QStringLiteral(SHARDSCOPE_LUPDATE),
        {QStringLiteral("-silent"), QStringLiteral("-no-obsolete"),
         QStringLiteral("-tr-function-alias"), QStringLiteral("tr+=phrase"), QStringLiteral("-I"),
         QStringLiteral("."), QStringLiteral("gui"), QStringLiteral("traces/table"),
         QStringLiteral("-recursive"), QStringLiteral("-ts"), fresh});
    ASSERT_TRUE(lupdate.waitForFinished(120'000)) << SHARDSCOPE_LUPDATE;
    ASSERT_EQ(lupdate.exitCode(), 0) << lupdate.readAllStandardError().toStdString();
    const std::vector<Message> messages = messagesIn(fresh);
    EXPECT_GT(messages.size(), 500u);
    for (const Message& message : messages) {
        EXPECT_TRUE(message.finished && !message.translation.isEmpty())
            << "no Korean for: " << message.source.toStdString();
    }
}

TEST(Translations, EachHasThePlacesOfItsSource) {
    for (const Message& message : messagesIn(kKorean)) {
        EXPECT_EQ(marksIn(message.source), marksIn(message.translation))
            << message.source.toStdString();
    }
}

/// The language for as long as it lives.
struct InKorean {
    InKorean() { useLanguage(Language::Korean); }
    ~InKorean() { useLanguage(Language::English); }
};

QStringList sentencesOf(const std::vector<LoadedPtr>& recordings) {
    return summary::sentencesOf(summary::Comparison(recordings));
}

void expectKorean(const QString& sentence) {
    static const QRegularExpression words(QStringLiteral("\\b(the|of|is|are|and|in|only|at)\\b"));
    EXPECT_TRUE(isKorean(sentence)) << sentence.toStdString();
    EXPECT_FALSE(sentence.contains(words)) << sentence.toStdString();
    EXPECT_FALSE(sentence.contains(QRegularExpression(QStringLiteral("%\\d"))));
}

void expectAllKorean(const std::vector<LoadedPtr>& recordings) {
    const QStringList english = sentencesOf(recordings);
    const InKorean korean;
    const QStringList sentences = sentencesOf(recordings);
    EXPECT_EQ(sentences.size(), english.size());
    for (const QString& sentence : sentences) expectKorean(sentence);
}

TEST(Translations, SentencesOfTheSamplesAreKorean) {
    for (const char* act : {"same-bytes", "price", "limit"}) expectAllKorean(sampleAct(act));
}

TEST(Translations, SoAreThoseOfStagesThatSaveNothing) {
    expectAllKorean({played({.does = "zero-1", .label = "zero-1", .ranks = 4, .buckets = 1}),
                     played({.does = "zero-2", .label = "zero-2", .ranks = 4, .buckets = 1})});
}

TEST(Translations, SoIsARunThatDidNotDoWhatItsNameSays) {
    expectAllKorean({played({.does = "zero-1", .label = "zero-2", .ranks = 4}),
                     played({.does = "zero-2", .label = "zero-1", .ranks = 4})});
}

/// What the command @p words prints.
QByteArray printed(const QString& words) {
    QProcess command;
    command.start(QStringLiteral(SHARDSCOPE_COMMAND), words.split(' '));
    EXPECT_TRUE(command.waitForFinished(120'000)) << words.toStdString();
    return command.readAllStandardOutput();
}

/// Everything that @p plan says in words besides its verdict.
QStringList wordsOf(const Plan& plan) {
    QStringList words = assumptionTexts(plan) + changeTexts(plan);
    for (const PlanRow& row : plan.rows) words += rowSentence(row);
    words.removeDuplicates();
    return words;
}

TEST(Translations, SoIsAllThatAPlanSays) {
    const InKorean korean;
    for (const char* question :
         {"--ranks 3,4 --shard-group 2 --global-batch 8", "--model mixtral-8x7b-v0.1 --ranks 8",
          "--model gpt2 --ranks 12 --gpu h100-sxm --in-flight 1,2 --stage 0,1 --seq 512",
          "--ranks 64 --gpu h100-sxm --stage 0",
          "--model llama-3.1-70b --gpu h100-sxm --ranks 8,16"}) {
        const auto plan = parsePlan(printed(QStringLiteral("plan --json ") + question));
        ASSERT_TRUE(plan) << question;
        EXPECT_GE(wordsOf(*plan).size(), 4) << question;
        for (const QString& text : wordsOf(*plan)) expectKorean(text);
    }
}

TEST(Translations, SoAreTheKeysOfADeepSpeedFile) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("ds.json"));
    for (const char* stage : {"2", "3"}) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(R"({"train_micro_batch_size_per_gpu": 1, "disable_allgather": true,
            "bf16": {"enabled": true, "check_grad_overflow": true}, "steps_per_print": 10,
            "scheduler": {"type": "WarmupLR"}, "compile": {"x": 1},
            "fp16": {"enabled": false, "fused_mode": true, "consecutive_hysteresis": true},
            "optimizer": {"type": "AdamW", "params": {"lr": 0.001, "bias_correction": true,
                          "max_grad_norm": 1}},
            "activation_checkpointing": {"number_checkpoints": 3,
                                         "contiguous_memory_optimization": true},
            "zero_optimization": {"stage": )") +
                   stage + R"(, "allgather_bucket_size": 100, "allgather_partitions": true,
                "round_robin_gradients": true, "stage3_prefetch_bucket_size": 10,
                "stage3_param_persistence_threshold": 3, "sub_group_size": 1,
                "legacy_stage1": true, "allgather_size": 10, "memory_efficient_linear": true,
                "stage3_allgather_sequential": true}})");
        file.close();
        const InKorean korean;
        const auto plan = parsePlan(printed(QStringLiteral("plan --json --deepspeed ") + path));
        ASSERT_TRUE(plan);
        EXPECT_GE(plan->assumptions.size(), 18);
        for (const QString& text : assumptionTexts(*plan)) expectKorean(text);
    }
}

TEST(Translations, SoIsWhatASlideFinds) {
    const InKorean korean;
    for (const char* question :
         {"--slide grad-accum --stage 1,2", "--slide grad-accum --stage 1", "--slide bucket",
          "--slide bucket --bucket 1000000", "--slide grad-accum --stage 1,2 --grad-accum 1",
          "--slide grad-accum --stage 1,2 --grad-accum 1,2 --accumulate-dtype fp32"}) {
        const auto plan = parsePlan(printed(QStringLiteral("plan --json ") + question));
        ASSERT_TRUE(plan) << question;
        expectKorean(slideVerdict(*plan));
        for (const SlideMetric& metric : chartMetrics(*plan)) EXPECT_TRUE(isKorean(metric.title));
        for (const SlideMetric& metric : tableMetrics(*plan)) EXPECT_TRUE(isKorean(metric.brief));
    }
}

TEST(Translations, SoIsWhatAReplayAssumes) {
    const InKorean korean;
    const QTemporaryDir folder;
    const QString out = QStringLiteral(" --out ") + folder.path();
    printed(QStringLiteral("run --layers 2 --hidden 64 --heads 2 --ranks 2 --steps 3 --stage 0") +
            out);
    const auto predicted = parsePredicted(printed(
        QStringLiteral("simulate --json --stage 1,2,3 --grad-accum 1,2 --bucket 20000 "
                       "--costs-from ") +
        folder.filePath(QStringLiteral("zero-0.trace.json.gz")) + out + QStringLiteral("/p")));
    ASSERT_TRUE(predicted);
    ASSERT_EQ(predicted->size(), 6u);
    const QString text = whatIfText({.name = "zero-0", .gradAccum = "1", .stepNs = 1}, *predicted);
    const QStringList lines = text.split('\n', Qt::SkipEmptyParts);
    EXPECT_GE(lines.size(), 14);
    for (const QString& line : lines) expectKorean(line);
}

TEST(Translations, SoIsWhatTheFormsSayOfTheirOptions) {
    const InKorean korean;
    PlanFormWidget plan({});
    RunFormWidget run({});
    int said = 0;
    for (auto& [form, name] :
         {std::pair<CommandForm*, const char*>{&plan, "plan"}, {&run, "run"}}) {
        const auto options = parseOptions(printed(QStringLiteral("%1 --help --json").arg(name)));
        ASSERT_TRUE(options);
        form->setOptions(*options);
        for (const QWidget* widget : form->findChildren<QWidget*>()) {
            if (widget->objectName().isEmpty() || widget->toolTip().isEmpty()) continue;
            expectKorean(widget->toolTip().section(QStringLiteral("<br>"), -1));
            ++said;
        }
    }
    EXPECT_GE(said, 2 * 20);
}

TEST(Translations, SoIsWhyAPlanIsRecommended) {
    PlanRow row{.strategy = "zero-2", .bucket = "layer", .ranks = 8, .microBatch = 1};
    row.gradAccum = 4;
    row.marginBytes = qint64{2} << 30;
    Plan plan{.memoryBytes = qint64{80} << 30, .rows = {row, row}, .recommended = 0};
    plan.rows[1].strategy = QStringLiteral("zero-1");
    plan.reason = QStringLiteral("as the command says it");
    plan.because = {.fitting = 3,
                    .configurations = 12,
                    .byTime = true,
                    .cost = 345'400'000,
                    .lowerRow = 1,
                    .missingBytes = qint64{5} << 30,
                    .alike = 5,
                    .error = 0.05,
                    .decidedBy = {QStringLiteral("ranks")}};
    const InKorean korean;
    EXPECT_EQ(
        verdictText(plan),
        QStringLiteral("추천: zero-2, 랭크 8개, 마이크로배치 1, G 4, 버킷 layer, 동시 진행 0: "
                       "80.0 GiB에 들어가는 구성(12개 중 3개) 가운데 시퀀스당 GPU 시간이 가장 "
                       "짧습니다(한 스텝 345 ms); 추정 오차(5 %) 안에 드는 구성은 5개; 그중 랭크가 "
                       "가장 적음; 2.0 GiB 남음; 같은 설정의 zero-1에는 5.0 "
                       "GiB가 모자랍니다."));
}

TEST(Translations, TheMachineAndTheSpansAreKorean) {
    const InKorean korean;
    EXPECT_EQ(summary::machineText(summary::Comparison(sampleAct("same-bytes"))),
              QStringLiteral("프로세스 하나에 랭크 4개, 코어 2개 (AMD EPYC)"));
    EXPECT_EQ(spanWords("wait reduced B3"), QStringLiteral("리듀스 대기 B3"));
    EXPECT_EQ(spanWords("layernorm backward h.3.ln_1"),
              QStringLiteral("layernorm 역전파 h.3.ln_1"));
    EXPECT_EQ(spanWords("reduce-scatter B3"), QStringLiteral("reduce-scatter B3"));
    EXPECT_EQ(spanWords("ncclKernel"), QStringLiteral("ncclKernel"));
    EXPECT_EQ(spanWords(""), QString());
}

}  // namespace
}  // namespace shardscope::gui
