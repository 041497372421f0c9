// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_HUGE_PAGES_H
#define MLT_HUGE_PAGES_H

namespace ns3::mlt
{

/**
 * Asks the system to back the heap by pages of 2 MiB, before anything large is built: a network of
 * a thousand hosts spreads over so many pages of 4 KiB that looking up their addresses takes up to
 * a third of the time. Changes no result. Does nothing where the system cannot (other than Linux
 * with glibc) or does not want to (transparent huge pages set to "never").
 */
void UseHugePages();

} // namespace ns3::mlt

#endif // MLT_HUGE_PAGES_H
