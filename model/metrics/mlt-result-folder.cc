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
    CheckExisting(m_final, configuration);
    for (fs::path parent = m_final.parent_path(); !fs::exists(parent);
         parent = parent.parent_path())
    {
        m_newParents.push_back(parent);
    }
    fs::create_directories(m_final.parent_path());
    m_staging = m_final.parent_path() /
                fmt::format(".{}.partial-{}", m_final.filename().string(), getpid());
    fs::remove_all(m_staging);
    fs::create_directory(m_staging);
    if (access(m_staging.c_str(), W_OK) != 0)
    {
        throw fs::filesystem_error("", std::make_error_code(std::errc::permission_denied));
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
    const fs::path former = m_staging.string() + ".former";
    std::error_code error;
    fs::remove_all(former, error);
    const bool replaces = fs::exists(m_final, error);
    if (replaces)
    {
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
    fs::remove_all(former, error);
}

} // namespace ns3::mlt
