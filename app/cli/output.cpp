#include "app/cli/output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "core/base/error.h"
#include "core/io/file_error.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

void WriteToStdout(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            throw Error(
                "not all of the output could be written: " + std::generic_category().message(errno),
                "stdout", "write to a file with -o FILE");
        }
        text.remove_prefix(static_cast<size_t>(written));
    }
}

// Whether a file is what stdout already writes to, such as /dev/stdout.
bool IsStdout(const std::string& file) {
    struct stat named {
    }, own{};
    return ::stat(file.c_str(), &named) == 0 && ::fstat(STDOUT_FILENO, &own) == 0 &&
           named.st_dev == own.st_dev && named.st_ino == own.st_ino;
}

void CheckFolderOf(const fs::path& file) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
    std::error_code error;
    const fs::file_type type = fs::status(folder, error).type();
    if (error) throw FileError(folder, error.value(), FileUse::ReadFolder);
    if (type == fs::file_type::not_found) throw FileError(folder, ENOENT, FileUse::ReadFolder);
    if (type != fs::file_type::directory) throw FileError(file, ENOTDIR, FileUse::WriteFile);
}

}  // namespace

Output::Output(const std::optional<std::string>& file)
    : text_([this](std::string_view text) { file_ ? file_->Write(text) : WriteToStdout(text); }) {
    if (file && !IsStdout(*file)) file_.emplace(*file);
}

bool Output::is_terminal() const { return !file_ && ::isatty(STDOUT_FILENO) != 0; }

void Output::Finish() {
    text_.PassAll();
    if (file_) file_->Finish();
}

void WriteOutput(const std::optional<std::string>& file, std::string_view text) {
    Output output(file);
    output.text().end() = text;
    output.Finish();
}

void CheckOutput(const std::optional<std::string>& output,
                 const std::vector<std::optional<std::string>>& inputs) {
    if (!output) return;
    if (output->empty()) throw Error("the file has no name", "-o", "write -o FILE");
    std::error_code ignored;
    for (const std::optional<std::string>& input : inputs) {
        if (input && fs::is_regular_file(*output, ignored) &&
            fs::equivalent(*output, *input, ignored)) {
            throw Error("the output would overwrite an input", *output, "name another file");
        }
    }
    CheckFolderOf(*output);
}

void WriteReport(const std::optional<std::string>& file, std::string_view text) {
    if (!file || !IsStdout(*file)) return WriteToStdout(text);
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

void PrintError(std::string_view message) {
    const std::string line = "decodescope: " + PrintableUtf8(message) + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fflush(stderr);
}

}  // namespace decodescope
