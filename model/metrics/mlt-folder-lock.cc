// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-folder-lock.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ns3::mlt
{

FolderLock::~FolderLock()
{
    Release();
}

bool
FolderLock::TryTake(const std::filesystem::path& folder)
{
    if (Open(folder) && flock(m_descriptor, LOCK_EX | LOCK_NB) == 0 && !IsGone())
    {
        return true;
    }
    Release();
    return false;
}

bool
FolderLock::TakeNew(const std::filesystem::path& folder)
{
    if (!Open(folder))
    {
        return errno != ENOENT;
    }
    flock(m_descriptor, LOCK_EX); // where it fails there are no locks, and nobody else takes one
    return !IsGone();
}

void
FolderLock::Release()
{
    if (m_descriptor != NONE)
    {
        close(m_descriptor);
        m_descriptor = NONE;
    }
}

bool
FolderLock::Open(const std::filesystem::path& folder)
{
    Release();
    m_descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    return m_descriptor != NONE;
}

bool
FolderLock::IsGone() const
{
    struct stat status
    {
    };

    return fstat(m_descriptor, &status) != 0 || status.st_nlink == 0;
}

} // namespace ns3::mlt
