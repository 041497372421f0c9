// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_INTERRUPT_H
#define MLT_INTERRUPT_H

namespace ns3::mlt
{

/** While one lives, SIGINT and SIGTERM are remembered instead of ending the program at once. */
class InterruptGuard
{
  public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    /** Whether the user has asked to stop. */
    static bool IsRequested();

  private:
    using Handler = void (*)(int);

    Handler m_formerInt;
    Handler m_formerTerm;
};

} // namespace ns3::mlt

#endif // MLT_INTERRUPT_H
