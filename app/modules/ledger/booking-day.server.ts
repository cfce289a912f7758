import type { Ctx } from '#authorization/ctx.ts'
import { type JstDate, jstDate, jstDateOf } from '#kernel/jst.ts'

export const monthStart = (day: JstDate): JstDate => jstDate(`${day.slice(0, 7)}-01`)

/** The day on which something of a past day is booked: that day, or today if its month, or a later one, is closed. */
export async function bookingDays({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<(day: JstDate) => JstDate> {
  const { closed } = await db
    .selectFrom('ledgerMonths')
    .select(({ fn }) => fn.max('month').as('closed'))
    .executeTakeFirstOrThrow()
  return (day) => (closed !== null && monthStart(day) <= closed ? jstDateOf(now) : day)
}
