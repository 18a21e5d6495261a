#include "app/state/question.h"

#include <algorithm>
#include <cassert>

namespace decodescope {
namespace {

constexpr bool kDefault = true;

constexpr AnswerRow kLeave[] = {{Answer::Save, "close.save", "Save", kDefault},
                                {Answer::Discard, "close.discard", "Don't save"},
                                {Answer::Cancel, "close.cancel", "Cancel"}};
constexpr AnswerRow kOverwrite[] = {{Answer::Overwrite, "overwrite.replace", "Replace"},
                                    {Answer::Cancel, "overwrite.cancel", "Cancel", kDefault}};
constexpr AnswerRow kChanged[] = {{Answer::Reload, "changed.reload", "Reload"},
                                  {Answer::Keep, "changed.keep", "Keep mine", kDefault}};
constexpr AnswerRow kSaveOver[] = {{Answer::Overwrite, "overwrite.replace", "Save mine"},
                                   {Answer::Reload, "changed.reload", "Reload"},
                                   {Answer::Cancel, "overwrite.cancel", "Cancel", kDefault}};
constexpr AnswerRow kRecover[] = {{Answer::Restore, "recover.restore", "Recover", kDefault},
                                  {Answer::Throw, "recover.discard", "Discard"},
                                  {Answer::Later, "recover.later", "Later"}};
constexpr AnswerRow kOpening[] = {{Answer::Cancel, "opening.cancel", "Cancel", kDefault}};

std::string FileNameOf(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace

std::span<const AnswerRow> AnswersTo(QuestionKind kind) {
    switch (kind) {
        case QuestionKind::None: return {};
        case QuestionKind::Leave: return kLeave;
        case QuestionKind::Overwrite: return kOverwrite;
        case QuestionKind::Changed: return kChanged;
        case QuestionKind::SaveOver: return kSaveOver;
        case QuestionKind::Recover: return kRecover;
        case QuestionKind::Opening: return kOpening;
    }
    return {};
}

const AnswerRow& DefaultAnswer(QuestionKind kind) {
    return *std::ranges::find(AnswersTo(kind), true, &AnswerRow::is_default);
}

QuestionText TextOf(const Question& question, const std::string& name) {
    const std::string file = FileNameOf(question.path);
    switch (question.kind) {
        case QuestionKind::None: break;
        case QuestionKind::Leave:
            return {"Save the changes to " + name + "?", "If you don't save, they will be lost."};
        case QuestionKind::Overwrite:
            return {"Replace " + file + "?",
                    "A file with this name exists. Its contents will be lost."};
        case QuestionKind::Changed:
            return {
                file + " was changed by another program",
                "Reload reads the file again; Undo then brings back what is here now. Keep mine "
                "leaves everything as it is, unsaved."};
        case QuestionKind::SaveOver:
            return {
                file + " was changed by another program",
                "Save mine replaces what it wrote. Reload reads the file again; Undo then brings "
                "back what is here now."};
        case QuestionKind::Recover:
            return {"Decodescope ended without saving",
                    "Changes to " + (file.empty() ? "an unnamed recipe" : file) +
                        " were kept. Recover brings them back, still unsaved; Later asks again at "
                        "the next "
                        "start."};
        case QuestionKind::Opening: return {"Opening " + file, "Its numbers are being read."};
    }
    return {};
}

}  // namespace decodescope
