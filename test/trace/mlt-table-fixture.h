// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TABLE_FIXTURE_H
#define MLT_TABLE_FIXTURE_H

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-model-trace.h"

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::mlt
{

namespace fs = std::filesystem;

inline const std::string HEADER = "layer,tensor,parameters,bytes,forward_us,backward_us\n";
inline const std::string ROW = "0,a.weight,6,24,1.5,3\n";

/// The text of the InputError that `action` throws; a text that fails every comparison if it throws
/// none.
inline std::string
ErrorOf(const std::function<void()>& action)
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

/// A fresh folder for each test.
class TableFixture : public testing::Test
{
  protected:
    void SetUp() override
    {
        std::string pattern = fs::temp_directory_path() / "mlt-trace-XXXXXX";
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        m_folder = pattern;
    }

    void TearDown() override
    {
        fs::remove_all(m_folder);
    }

    std::string Write(const std::string& name, const std::string& content) const
    {
        const fs::path path = m_folder / name;
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }

    ModelTrace LoadText(const std::string& content) const
    {
        return ModelTrace::Load(Write("x.csv", content));
    }

    /// The error of a table, with the folder left out.
    std::string ErrorOfText(const std::string& content) const
    {
        const std::string path = Write("x.csv", content);
        std::string text = ErrorOf([&] { ModelTrace::Load(path); });
        const std::string prefix = m_folder.string() + "/";
        return text.compare(0, prefix.size(), prefix) == 0 ? text.substr(prefix.size()) : text;
    }

    /// The error of a table whose only row (line 2) has one field replaced.
    std::string ErrorOfField(std::size_t column, const std::string& value) const
    {
        std::vector<std::string> fields{"0", "a.weight", "6", "24", "1.5", "3"};
        fields.at(column) = value;
        std::string row = fields[0];
        for (std::size_t i = 1; i < fields.size(); ++i)
        {
            row += "," + fields[i];
        }
        return ErrorOfText(HEADER + row + "\n");
    }

    fs::path m_folder;
};

} // namespace ns3::mlt

#endif // MLT_TABLE_FIXTURE_H
