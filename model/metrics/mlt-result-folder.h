// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_RESULT_FOLDER_H
#define MLT_RESULT_FOLDER_H

#include "ns3/mlt-folder-lock.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** JSON whose keys keep their order. */
using Json = nlohmann::ordered_json;

/**
 * A folder of results that appears whole or not at all: files are written into a folder beside it,
 * which takes its place at Commit; without Commit nothing is left. What a run left that was killed
 * is removed by the next one that writes to the same path; a run that lives is left alone.
 */
class ResultFolder
{
  public:
    /**
     * Prepares to write.
     * @param path of the folder; a former run of the same configuration is replaced at Commit.
     * @param configuration of this run, compared with that in an existing summary.json.
     * @throw InputError if the folder exists and holds something else or another configuration
     * (naming the difference), or cannot be written.
     */
    ResultFolder(const std::string& path, const Json& configuration);
    ~ResultFolder();
    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;

    /** Where to write a file until Commit. */
    std::string PathOf(const std::string& name) const;

    /** Writes JSON, indented, with a final newline. @throw InputError if it cannot be written. */
    void WriteJson(const std::string& name, const Json& json) const;

    /** Makes the results appear. */
    void Commit();

    /** The folder as the user named it. */
    const std::string& Name() const
    {
        return m_name;
    }

  private:
    void Prepare(const Json& configuration);
    void MakeStaging();
    void Discard();

    std::string m_name;
    std::filesystem::path m_final;
    std::filesystem::path m_staging;
    FolderLock m_stagingLock;
    std::vector<std::filesystem::path> m_newParents; //!< made for this, innermost first
    bool m_committed{false};
};

} // namespace ns3::mlt

#endif // MLT_RESULT_FOLDER_H
