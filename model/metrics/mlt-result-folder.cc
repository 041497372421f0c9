// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-result-folder.h"

#include "ns3/mlt-input-error.h"

#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace ns3::mlt
{

namespace fs = std::filesystem;

namespace
{

/** Ends the name of the folder that takes a former result while the new one takes its place. */
constexpr const char* FORMER = ".former";

/** Begins the names of the folders that runs write into until they commit. */
std::string
StagingPrefix(const fs::path& folder)
{
    return "." + folder.filename().string() + ".partial-";
}

/** Whether a name is one that Prepare or Commit gave to a folder beside this one. */
bool
IsOwnName(std::string name, const fs::path& folder)
{
    const std::string prefix = StagingPrefix(folder);
    if (name.compare(0, prefix.size(), prefix) != 0)
    {
        return false;
    }
    name.erase(0, prefix.size());
    if (fs::path(name).extension() == FORMER)
    {
        name = fs::path(name).stem().string();
    }
    return !name.empty() && name.find_first_not_of("0123456789-") == std::string::npos;
}

/** Removes what a run left that was killed; the former result it was about to replace is put back.
 */
void
ClearLeftover(const fs::path& leftover, const fs::path& folder)
{
    FolderLock lock;
    if (!lock.TryTake(leftover))
    {
        return; // its run lives
    }
    std::error_code ignored;
    if (leftover.extension() == FORMER && !fs::exists(folder, ignored))
    {
        fs::rename(leftover, folder, ignored);
        return;
    }
    fs::remove_all(leftover, ignored);
}

/** Clears what runs of this folder left that were killed. */
void
ClearLeftovers(const fs::path& folder)
{
    std::vector<fs::path> leftovers;
    std::error_code error;
    for (fs::directory_iterator i(folder.parent_path(), error), end; !error && i != end;
         i.increment(error))
    {
        if (IsOwnName(i->path().filename().string(), folder))
        {
            leftovers.push_back(i->path());
        }
    }
    for (const auto& leftover : leftovers)
    {
        ClearLeftover(leftover, folder);
    }
}

/** The first setting in which two configurations differ, as "topology: 9x4x16, not 9x4x4". */
std::string
Difference(const Json& before, const Json& now)
{
    for (const auto& [key, value] : now.items())
    {
        if (!before.contains(key))
        {
            return key + ": absent there";
        }
        if (before[key] != value)
        {
            if (value.is_object() && before[key].is_object())
            {
                return key + ": " + Difference(before[key], value);
            }
            return fmt::format("{}: {} there, {} now", key, before[key].dump(), value.dump());
        }
    }
    for (const auto& [key, value] : before.items())
    {
        if (!now.contains(key))
        {
            return key + ": only there";
        }
    }
    return "";
}

[[noreturn]] void
Refuse(const fs::path& folder, const std::string& why)
{
    throw InputError(fmt::format("--out: {}: {}; name another folder with --out=<folder>, or "
                                 "remove this one",
                                 folder.string(),
                                 why));
}

/** Throws unless the folder is absent, empty, or a former run of the same configuration. */
void
CheckExisting(const fs::path& folder, const Json& configuration)
{
    if (!fs::exists(folder))
    {
        return;
    }
    if (!fs::is_directory(folder))
    {
        Refuse(folder, "exists and is not a folder");
    }
    if (fs::is_empty(folder))
    {
        return;
    }
    std::ifstream file(folder / "summary.json");
    const Json summary = file ? Json::parse(file, nullptr, false) : Json();
    if (!summary.is_object() || !summary.contains("configuration"))
    {
        Refuse(folder, "is not empty and holds no results of this program");
    }
    const std::string difference = Difference(summary["configuration"], configuration);
    if (!difference.empty())
    {
        Refuse(folder, "holds results of another configuration (" + difference + ")");
    }
}

} // namespace

ResultFolder::ResultFolder(const std::string& path, const Json& configuration)
    : m_name(path)
{
    try
    {
        Prepare(configuration);
    }
    catch (const fs::filesystem_error& error)
    {
        Discard();
        throw InputError(fmt::format("--out: {}: cannot be written ({}); name another folder with "
                                     "--out=<folder>",
                                     path,
                                     error.code().message()));
    }
}

void
ResultFolder::Prepare(const Json& configuration)
{
    m_final = fs::absolute(m_name).lexically_normal();
    if (!m_final.has_filename())
    {
        m_final = m_final.parent_path(); // a slash at the end
    }
    ClearLeftovers(m_final);
    CheckExisting(m_final, configuration);
    for (fs::path parent = m_final.parent_path(); !fs::exists(parent);
         parent = parent.parent_path())
    {
        m_newParents.push_back(parent);
    }
    fs::create_directories(m_final.parent_path());
    MakeStaging();
    if (access(m_staging.c_str(), W_OK) != 0)
    {
        throw fs::filesystem_error("", std::make_error_code(std::errc::permission_denied));
    }
}

void
ResultFolder::MakeStaging()
{
    const std::string name = fmt::format("{}{}", StagingPrefix(m_final), getpid());
    // others: of the same number in another container, or of this process
    for (uint32_t others = 0;; ++others)
    {
        const fs::path staging =
            m_final.parent_path() / (others == 0 ? name : fmt::format("{}-{}", name, others));
        if (fs::create_directory(staging) && m_stagingLock.TakeNew(staging))
        {
            m_staging = staging;
            return;
        }
    }
}

ResultFolder::~ResultFolder()
{
    if (!m_committed)
    {
        Discard();
    }
}

void
ResultFolder::Discard()
{
    std::error_code ignored;
    if (!m_staging.empty())
    {
        fs::remove_all(m_staging, ignored);
    }
    for (const auto& parent : m_newParents)
    {
        fs::remove(parent, ignored); // unless somebody put something there
    }
}

std::string
ResultFolder::PathOf(const std::string& name) const
{
    return (m_staging / name).string();
}

void
ResultFolder::WriteJson(const std::string& name, const Json& json) const
{
    std::ofstream file(PathOf(name));
    file << json.dump(2) << '\n';
    file.close();
    if (!file)
    {
        throw InputError(
            fmt::format("--out: {}: {} cannot be written (is the disk full?)", m_name, name));
    }
}

void
ResultFolder::Commit()
{
    const fs::path former = m_staging.string() + FORMER;
    std::error_code error;
    fs::remove_all(former, error);
    const bool replaces = fs::exists(m_final, error);
    FolderLock formerLock;
    if (replaces)
    {
        formerLock.TryTake(m_final);
        fs::rename(m_final, former, error);
    }
    if (!error)
    {
        fs::rename(m_staging, m_final, error);
        if (error && replaces)
        {
            std::error_code ignored;
            fs::rename(former, m_final, ignored);
        }
    }
    if (error)
    {
        throw InputError(fmt::format("--out: {}: cannot be written ({})", m_name, error.message()));
    }
    m_committed = true;
    m_stagingLock.Release();
    fs::remove_all(former, error);
}

} // namespace ns3::mlt
