import type { Ctx } from '#access/ctx.ts'
import { runDueTimers } from '#modules/fulfilment/run-due-timers.server.ts'
import { forgetOldKeys } from '#modules/history/once.server.ts'
import { forgetEndedSessions } from '#modules/identity/session-store.server.ts'

export type Job = {
  name: string
  /** In Asia/Tokyo. */
  cron: string
  /** Returns what it did, for the log; nothing when there was nothing to do. */
  run(system: Omit<Ctx, 'actor'>): Promise<unknown>
}

/** Every scheduled job on one screen. A job only calls a use case. */
export const jobs: readonly Job[] = [
  {
    name: 'order-timers',
    cron: '* * * * *',
    run: async (system) => {
      const taken = await runDueTimers(system)
      return taken.length > 0 ? taken : null
    },
  },
  { name: 'forget-ended-sessions', cron: '17 4 * * *', run: forgetEndedSessions },
  { name: 'forget-old-keys', cron: '27 4 * * *', run: forgetOldKeys },
]
