// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FOLDER_LOCK_H
#define MLT_FOLDER_LOCK_H

#include <filesystem>

namespace ns3::mlt
{

/**
 * Marks a folder as in use by a living process (flock): the system releases the lock when the
 * process ends, however it ends. The lock stays with the folder when that is renamed.
 */
class FolderLock
{
  public:
    FolderLock() = default;
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

    /**
     * Takes the lock if nobody has it.
     * @return false if another one has it, there is no such folder, or its file system has no
     * locks.
     */
    bool TryTake(const std::filesystem::path& folder);

    /**
     * Takes the lock of a folder that this process has just made; waits for one who looks at it.
     * @return false if the folder is gone. Where it cannot be locked this is true, without a lock.
     */
    bool TakeNew(const std::filesystem::path& folder);

    /** Gives the lock back, if taken. */
    void Release();

  private:
    bool Open(const std::filesystem::path& folder);
    bool IsGone() const;

    static constexpr int NONE = -1;
    int m_descriptor{NONE};
};

} // namespace ns3::mlt

#endif // MLT_FOLDER_LOCK_H
