import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { type LotId, newId, type RecallId } from '#kernel/ids.ts'
import { recallHandlings } from '#kernel/recall-enums.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { lotsToRecall } from './affected.server.ts'
import { handlingWord, recallRefusals, recallRefusalText } from './recall-labels.ts'
import { tellFarmOfRecall, tellOfRecall } from './recall-mails.server.tsx'
import { nameOf } from './who.ts'

/**
 * Recalls products (回収): records exactly what had left by now and to whom, and unless it is a rehearsal notifies
 * everyone immediately and lets nothing more of it leave. The lots are locked first: an order that leaves concurrently
 * is either found, or waits and is refused.
 */
export const beginRecall = mutation({
  name: 'recall.begin',
  permission: 'recall.begin',
  input: {
    lotIds: z
      .array(IdOf<'lot'>('ロット'))
      .min(1, 'ロットを1つ以上選択してください。')
      .max(50, '一度に指定できるのは50ロットまでです。'),
    reason: Text(1, 400, recallRefusalText('reason_missing')),
    handling: z
      .enum(recallHandlings)
      .describe(recallHandlings.map((handling) => `${handling}：${handlingWord[handling]}`).join('／'))
      .default('stop'),
    instructions: Text(0, 400).default(''),
    /** The same steps without notifying anyone. */
    rehearsal: z.boolean('true か false を指定してください。'),
    /** Why staff begin it on behalf of the farm. */
    behalfReason: Text(0, 400).optional(),
  },
  refusals: recallRefusals('too_many_lots', 'several_farms', 'recalled_already', 'reason_missing', 'key_reused'),
  run: async (ctx, input) => {
    await holdLots(ctx, input.lotIds)
    const judged = await lotsToRecall(ctx, input.lotIds)
    if (!judged.ok) return judged
    const lots = judged.value
    const reason = input.reason.trim()
    if (reason === '') return refuse('reason_missing')
    const behalf = ctx.actor.kind === 'staff' ? (input.behalfReason ?? '').trim() : null
    if (behalf === '') return refuse('behalf_missing')
    const known = lots.find(({ recalledAt }) => recalledAt !== null)
    if (known && !input.rehearsal) return refuse('recalled_already', { code: known.code })
    const farmId = lots[0]?.farmId
    if (!farmId) return refuse('no_lots')

    const eventId = await recordEvent(ctx.db, ctx, {
      kind: input.rehearsal ? 'recall_rehearsed' : 'recall_begun',
      aboutFarmId: farmId,
      reason: behalf ? `${reason}／代理の理由：${behalf}` : reason,
      data: { lots: lots.map(({ code, name }) => `${name} ${code}`), handling: input.handling },
    })
    const id = newId<'recall'>()
    await ctx.db
      .insertInto('recalls')
      .values({
        id,
        farmId,
        rehearsal: input.rehearsal,
        reason,
        handling: input.handling,
        instructions: input.instructions.trim(),
        eventId,
        begunAt: ctx.now,
        begunBy: nameOf(ctx.actor),
        behalfReason: behalf,
        closedAt: null,
        closedBy: null,
        report: null,
      })
      .execute()
    const ids = lots.map(({ id }) => id)
    await ctx.db
      .insertInto('recallLots')
      .values(ids.map((lot_id) => ({ recallId: id, lotId: lot_id })))
      .execute()
    if (!input.rehearsal) await ctx.db.updateTable('lots').set({ recalledAt: ctx.now }).where('id', 'in', ids).execute()
    const restaurants = await writeTargets(ctx, id, ids)
    if (!input.rehearsal) await tellOfRecall(ctx, id, 'begun', eventId)
    if (!input.rehearsal && behalf) {
      const named = lots.map(({ name, code }) => `${name}（ロット${code}）`)
      await tellFarmOfRecall(ctx, { id, farmId, eventId, reason, behalf, restaurants, lots: named })
    }
    return ok({ id, restaurants })
  },
})

/** In the order of their ids, which avoids deadlock between two recalls of the same lots. */
const holdLots = async ({ db }: Ctx, lotIds: readonly LotId[]) =>
  lotIds.length > 0 &&
  (await db.selectFrom('lots').select('id').where('id', 'in', lotIds).orderBy('id').forUpdate().execute())

/** Records what had left, line by line, and whom that affects. Returns the number of restaurants. */
async function writeTargets({ db }: Ctx, id: RecallId, lotIds: readonly LotId[]): Promise<number> {
  const { rows } = await sql<{ restaurants: number }>`
    with lines as (
      insert into recall_lines (recall_id, lot_id, order_line_id, restaurant_id, kitchen_id, qty)
      select ${id}::uuid, lot_id, order_line_id, restaurant_id, kitchen_id, qty from sent_lots
       where lot_id = any (${lotIds}::uuid[])
      returning restaurant_id
    ), targets as (
      insert into recall_targets (recall_id, restaurant_id, told_people)
      select distinct ${id}::uuid, restaurant_id, 0 from lines returning 1
    )
    select count(*)::int as restaurants from targets`.execute(db)
  return rows[0]?.restaurants ?? 0
}
