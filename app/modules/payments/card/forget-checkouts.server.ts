import type { Ctx } from '#authorization/ctx.ts'
import { addHours } from '#kernel/jst.ts'

/** What a chef confirmed is needed until they come back from the bank, and for a repetition of the same key. */
const keptHours = 30 * 24

export async function forgetCheckouts({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number | null> {
  const gone = await db
    .deleteFrom('cardCheckouts')
    .where('at', '<', addHours(now, -keptHours))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cardHolds')
            .select('id')
            .whereRef('cardHolds.checkoutId', '=', 'cardCheckouts.id')
            .where('endedAt', 'is', null)
            .where('orderId', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows) || null
}
