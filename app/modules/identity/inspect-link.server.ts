import type { Ctx } from '#authorization/ctx.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { changeBehindLink, type StoppableChange } from './account-changes/stop-account-change.server.ts'
import { type LinkMode, purposeOf } from './mail-links.ts'
import { inspectCode, spentCode } from './one-time-code.server.ts'

/** What a link in a mail would do. */
export type LinkFacts = {
  /** The address concerned: the one to prove, the new one, or the one to restore. */
  email: string
  /** The current address of the account, if it has one. */
  current: string | null
  /** How many passkeys open the account besides its password. */
  passkeys: number
  /** What the link would stop. */
  change?: StoppableChange
}

/** Reads a link without changing anything, as mail scanners open links, too; null for one that is no longer valid. */
export const inspectLink = step(
  'public',
  async ({ db, now }: Pick<Ctx, 'db' | 'now'>, mode: LinkMode, code: string): Promise<LinkFacts | null> => {
    if (mode === 'stopAccountChange') {
      const waiting = await changeBehindLink({ db, now }, code)
      return waiting && { email: waiting.email, current: waiting.email, passkeys: 0, change: waiting }
    }
    const found = await inspectCode(db, now, purposeOf[mode], code)
    if (!found?.personId || !found.email) return null
    const person = await db
      .selectFrom('people')
      .select('email')
      .select(({ selectFrom }) =>
        selectFrom('passkeys')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('personId', '=', 'people.id')
          .as('passkeys'),
      )
      .where('id', '=', found.personId)
      .where('closedAt', 'is', null)
      .where('suspendedAt', 'is', null)
      .executeTakeFirst()
    return person ? { email: found.email, current: person.email, passkeys: person.passkeys ?? 0 } : null
  },
)

/** The address that an account was given by this link, for the page that follows; null if it was not. */
export const addressChangedBy = step(
  'public',
  async ({ db }: Pick<Ctx, 'db'>, code: string): Promise<string | null> => {
    const spent = await spentCode(db, 'change_email', code)
    if (!spent?.personId) return null
    const person = await db
      .selectFrom('people')
      .select('email')
      .where('id', '=', spent.personId)
      .where('email', '=', spent.email ?? '')
      .executeTakeFirst()
    return person?.email ?? null
  },
)
