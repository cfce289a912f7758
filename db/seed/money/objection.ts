import type { FarmActor } from '#authorization/actor.ts'
import type { Db } from '#infra/db/kysely.server.ts'
import { objectToSlip } from '#modules/payouts/objections.server.ts'
import { isStatement } from '#modules/payouts/statement.ts'
import type { SeedFarm } from '../farms.ts'
import { expectDone } from './expect-done.ts'

/** The farm says that a slip of its last statement is wrong, once, and waits for the answer. */
export async function objectToLast(db: Db, { row, owner }: SeedFarm, now: Date): Promise<void> {
  const last = await db
    .selectFrom('issuedDocuments as d')
    .select(['d.id', 'd.content'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('statementObjections as o').select('o.id').whereRef('o.documentId', '=', 'd.id')).as(
        'isObjected',
      ),
    )
    .where('d.farmId', '=', row.id)
    .where('d.kind', '=', 'statement')
    .orderBy('d.toOn', 'desc')
    .executeTakeFirst()
  const slip = isStatement(last?.content) ? last.content.slips.at(-1) : undefined
  if (!last || !slip || last.isObjected) return
  const actor: FarmActor = {
    kind: 'farm',
    role: 'owner',
    personId: owner.id,
    name: owner.name,
    farmId: row.id,
    farmApproved: true,
    rights: 'all',
  }
  expectDone(
    await objectToSlip(
      { db, actor, now },
      {
        key: 'demo-objection',
        documentId: last.id,
        slip: slip.number,
        line: 1,
        words: '納品書の控えと数量が異なります。1箱少なく計上されていますので、確認をお願いします。',
      },
    ),
  )
}
