import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { type FarmId, newId, type PersonId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'

/** The rate in force on a day, in basis points, for a query on `farms`: the latest one that the farm agreed to. */
export const commissionOn = (day: JstDate) => sql<number>`commission_bp_of(farms.id, ${day})`

/** The same for some farms. An order keeps the rate of the day on which it was placed. */
export async function commissionOf(db: DbOrTx, farmIds: readonly FarmId[], day: JstDate): Promise<Map<FarmId, number>> {
  if (farmIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('farms')
    .select(['id', commissionOn(day).as('commissionBp')])
    .where('id', 'in', farmIds)
    .execute()
  return new Map(rows.map(({ id, commissionBp }) => [id, commissionBp]))
}

/** The rate to which a farm agrees when it signs up. */
export const signUpCommission = query('public', async ({ db }: Pick<Ctx, 'db'>): Promise<number> => {
  const { commissionBp } = await db.selectFrom('platformTerms').select('commissionBp').executeTakeFirstOrThrow()
  return commissionBp
})

/** The first agreement of a farm, with its sign-up. */
export async function agreeAtSignUp(
  db: DbOrTx,
  now: Date,
  { farmId, personId, commissionBp }: { farmId: FarmId; personId: PersonId; commissionBp: number },
): Promise<void> {
  const id = newId<'commissionAgreement'>()
  await db
    .insertInto('commissionAgreements')
    .values({
      id,
      farmId,
      commissionBp,
      fromOn: jstDateOf(now),
      reason: '登録時の手数料率',
      proposedBy: '運営',
      at: now,
    })
    .execute()
  await db.insertInto('commissionAnswers').values({ agreementId: id, answer: 'agreed', personId, at: now }).execute()
}

/** With a sign-up that was never finished. */
export async function forgetAgreements(db: DbOrTx, farmId: FarmId): Promise<void> {
  const own = db.selectFrom('commissionAgreements').select('id').where('farmId', '=', farmId)
  await db.deleteFrom('commissionAnswers').where('agreementId', 'in', own).execute()
  await db.deleteFrom('commissionAgreements').where('farmId', '=', farmId).execute()
}
