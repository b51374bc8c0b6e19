#include "render/farm/result.h"

#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/base/version.h"
#include "render/engines/engine.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

namespace fathom::farm {
namespace {

constexpr const char *kTaskKey = "Fathom task", *kMachineKey = "Fathom machine";

std::string host_name() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0)
        return "unknown";
    return name.data();
}

std::string text_at(TomlDocument &document, const char *key) {
    const TomlValue &value = document.need(key);
    const auto *text = std::get_if<std::string>(&value.data);
    if (text == nullptr)
        document.refuse(key, value, "text in quotes");
    return printable(*text, 120);
}

PngShape shape_of(const FarmJob &job, int task) {
    PngShape shape = job.picture.rows;
    shape.height = static_cast<std::uint32_t>(job.rows_of(job.part_of(task)).count);
    return shape;
}

} // namespace

std::vector<PngText> result_text(const FarmJob &job, int task) {
    return {{kTaskKey,
             fmt::format("job = \"{}\"\ntask = {}\nprogram = \"{}\"\n", job.id, task, version())}};
}

std::vector<PngText> record_text(const TaskRecord &record) {
    return {
        {kMachineKey,
         fmt::format("host = \"{}\"\ndevice = \"{}\"\nwhen = \"{}\"\nseconds = {}\n",
                     quotable(record.host), quotable(record.device), record.when, record.seconds)}};
}

TaskRecord record_of(const EngineInfo &device, double seconds) {
    const std::time_t now = std::time(nullptr);
    return {host_name(), fmt::format("{} ({})", device.id, device.name),
            fmt::format("{:%FT%TZ}", fmt::gmtime(now)), seconds};
}

void check_result_text(const FarmJob &job, int task, const std::vector<PngText> &texts,
                       const std::string &name) {
    const auto text = std::find_if(texts.begin(), texts.end(),
                                   [](const PngText &each) { return each.key == kTaskKey; });
    if (text == texts.end())
        throw InputError(fmt::format("{} is no result of a task", name));
    TomlDocument document = TomlDocument::parse(text->value, name);
    if (text_at(document, "job") != job.id)
        throw InputError(fmt::format("{} is a result of another job", name));
    document.need("task");
    if (const auto of = document.integer("task", 1, 2 * std::int64_t{kMostParts}, 0); of != task)
        throw InputError(fmt::format("{} is the result of task {}", name, of));
    if (const std::string made_by = text_at(document, "program"); made_by != job.program)
        throw InputError(fmt::format("{} was made by Fathom {} and the job is of Fathom {}", name,
                                     made_by, job.program));
}

TaskRecord parse_record(const std::vector<PngText> &texts, const std::string &name) {
    const auto text = std::find_if(texts.begin(), texts.end(),
                                   [](const PngText &each) { return each.key == kMachineKey; });
    if (text == texts.end())
        throw InputError(fmt::format("{} does not say who made it", name));
    TomlDocument document = TomlDocument::parse(text->value, name);
    TaskRecord record{text_at(document, "host"), text_at(document, "device"),
                      text_at(document, "when"), 0};
    record.seconds = document.number("seconds", 0, 1e15, 0);
    return record;
}

std::string quotable(const std::string &text) {
    std::string shown = printable(text, 120);
    for (char &letter : shown)
        if (letter == '"' || letter == '\\')
            letter = '?';
    return shown;
}

RowsReader::RowsReader(const FarmJob &job, int task)
    : name_(job.result_file(task).string()), rows_left_(job.rows_of(job.part_of(task)).count),
      reader_(job.result_file(task), shape_of(job, task)) {
    check_result_text(job, task, reader_.texts(), name_);
}

void RowsReader::read(int rows, std::span<std::uint8_t> to) {
    reader_.read(to);
    rows_left_ -= rows;
}

TaskRecord RowsReader::finish() {
    return parse_record(reader_.finish(), name_);
}

} // namespace fathom::farm
