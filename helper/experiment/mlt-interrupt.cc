// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-interrupt.h"

#include <csignal>

namespace ns3::mlt
{

namespace
{

volatile std::sig_atomic_t g_signal = 0;

extern "C" void
RememberSignal(int signal)
{
    g_signal = signal;
}

} // namespace

InterruptGuard::InterruptGuard()
{
    g_signal = 0;
    m_formerInt = std::signal(SIGINT, RememberSignal);
    m_formerTerm = std::signal(SIGTERM, RememberSignal);
}

InterruptGuard::~InterruptGuard()
{
    std::signal(SIGINT, m_formerInt);
    std::signal(SIGTERM, m_formerTerm);
}

bool
InterruptGuard::IsRequested()
{
    return g_signal != 0;
}

} // namespace ns3::mlt
