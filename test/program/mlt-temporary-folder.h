// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TEMPORARY_FOLDER_H
#define MLT_TEMPORARY_FOLDER_H

#include "ns3/mlt-input-error.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <string>

namespace ns3::mlt
{

/** A test with a fresh folder of its own, which is removed at its end. */
class TemporaryFolderTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        std::string pattern = std::filesystem::temp_directory_path() / "mlt-test-XXXXXX";
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        m_folder = std::filesystem::canonical(pattern);
    }

    void TearDown() override
    {
        std::filesystem::remove_all(m_folder);
    }

    /** A path in the folder. */
    std::string PathOf(const std::string& name) const
    {
        return (m_folder / name).string();
    }

    /** Writes a file in the folder. @return its path. */
    std::string Write(const std::string& name, const std::string& content) const
    {
        std::filesystem::create_directories((m_folder / name).parent_path());
        std::ofstream(m_folder / name, std::ios::binary) << content;
        return PathOf(name);
    }

    /** All bytes of a file in the folder; "(absent)" without one. */
    std::string Read(const std::string& name) const
    {
        std::ifstream file(m_folder / name, std::ios::binary);
        return file ? std::string(std::istreambuf_iterator<char>(file), {}) : "(absent)";
    }

    /** What lies in the folder or below, hidden files too, as paths relative to it. */
    std::set<std::string> Listing() const
    {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(m_folder))
        {
            names.insert(std::filesystem::relative(entry.path(), m_folder).string());
        }
        return names;
    }

    std::filesystem::path m_folder;
};

/** The text of the InputError that an action throws; another text if it throws none. */
inline std::string
InputErrorOf(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "(no InputError)";
}

} // namespace ns3::mlt

#endif // MLT_TEMPORARY_FOLDER_H
