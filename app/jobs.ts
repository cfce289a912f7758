import type { Ctx } from '#access/ctx.ts'
import { runDueTimers } from '#modules/fulfilment/run-due-timers.server.ts'
import { forgetOldKeys } from '#modules/history/once.server.ts'
import { forgetEndedSessions } from '#modules/identity/session-store.server.ts'
import type { MailEngine } from '#modules/outbox/mail-engine.ts'
import { forgetOldMails, sendDueMails } from '#modules/outbox/send-due-mails.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { sweepPhotos } from '#modules/photos/keep-photo.server.ts'

/** What jobs are given: the database, the moment, and the engines outside. */
export type JobParts = Omit<Ctx, 'actor'> & { mail: MailEngine; files: FileStore }

export type Job = {
  name: string
  /** In Asia/Tokyo. */
  cron: string
  /** Returns what it did, for the log; nothing when there was nothing to do. */
  run(parts: JobParts): Promise<unknown>
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
  {
    name: 'send-mails',
    cron: '* * * * *',
    run: async (parts) => {
      const done = await sendDueMails(parts, parts.mail)
      return done.sent + done.failed > 0 ? done : null
    },
  },
  { name: 'forget-old-mails', cron: '37 4 * * *', run: forgetOldMails },
  { name: 'sweep-photos', cron: '47 4 * * *', run: (parts) => sweepPhotos(parts, parts.files) },
]
