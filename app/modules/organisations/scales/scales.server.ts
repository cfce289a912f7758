import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type FarmId, newId, type ScaleId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { monthIn, type ScaleMark, type ScaleState, scaleDueOn, scaleMarks, scaleState, weighsUntil } from './scale.ts'
import { scaleRefusals } from './scale-refusal-text.ts'

export type OwnScale = {
  id: ScaleId
  name: string
  serial: string
  mark: ScaleMark
  markedOn: JstDate
  inspectedOn: JstDate | null
  dueOn: JstDate
  state: ScaleState
}

/** The scales that the farm uses, the first to be inspected first. */
export const ownScales = query('goods.see', async (ctx: Ctx): Promise<OwnScale[]> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  return scalesOf(ctx, farmId)
})

async function scalesOf({ db, now }: Pick<Ctx, 'db' | 'now'>, farmId: FarmId): Promise<OwnScale[]> {
  const rows = await db
    .selectFrom('scales')
    .select(['id', 'name', 'serial', 'mark', 'markedOn', 'inspectedOn', 'dueOn'])
    .where('farmId', '=', farmId)
    .where('retiredAt', 'is', null)
    .orderBy('dueOn')
    .orderBy('id')
    .execute()
  const today = jstDateOf(now)
  return rows.map((row) => ({ ...row, state: scaleState(row.dueOn, today) }))
}

/** A month on a mark: `2026-11`; not in the future. */
const MonthIn = z.string('年月を入力してください（例 2025年4月）').transform((text, issue) => {
  const month = monthIn(text)
  if (month) return month
  issue.addIssue({ code: 'custom', message: '年月を入力してください（例 2025年4月）' })
  return z.NEVER
})
const InspectedIn = z
  .literal('')
  .transform(() => null)
  .or(MonthIn)
  .nullable()
  .default(null)

/** Registers a scale: its name, serial number and mark. Without a day the next inspection follows from the law. */
export const addScale = mutation({
  name: 'scale.add',
  permission: 'farm.describe',
  input: {
    name: Text(1, 40).describe('はかりの名前。例 台はかり 30kg'),
    serial: Text(1, 40).describe('器物番号・製造番号'),
    mark: z.enum(scaleMarks, '証印を選択してください').describe('verified 検定証印・conforming 基準適合証印'),
    markedOn: MonthIn.describe('証印の年月。YYYY-MM'),
    inspectedOn: InspectedIn.describe('直近の定期検査の年月。YYYY-MM。まだない場合は null'),
    dueOn: DayIn.nullable().default(null).describe('次回の定期検査の期限。省略時は法律の間隔から計算します'),
  },
  refusals: scaleRefusals('serial_known', 'month_in_future', 'inspected_before_mark', 'key_reused'),
  run: async (ctx, { name, serial, mark, markedOn, inspectedOn, dueOn }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'farm.describe', { farmId })
    const today = jstDateOf(ctx.now)
    if (markedOn > today || (inspectedOn && inspectedOn > today)) return refuse('month_in_future')
    if (inspectedOn && inspectedOn < markedOn) return refuse('inspected_before_mark')
    const id = newId<'scale'>()
    const made = await ctx.db
      .insertInto('scales')
      .values({
        ...{ id, farmId, name, serial, mark, markedOn, inspectedOn },
        dueOn: dueOn ?? scaleDueOn({ markedOn, inspectedOn }),
        addedAt: ctx.now,
        retiredAt: null,
      })
      .onConflict((same) => same.columns(['farmId', 'serial']).where('retiredAt', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return refuse('serial_known')
    await recordEvent(ctx.db, ctx, { kind: 'scale_added', aboutFarmId: farmId, data: { name, serial } })
    return ok({ id, name })
  },
})

/** States that a scale was inspected; the next inspection is due two years later unless a day is stated. */
export const inspectScale = repeatable({
  name: 'scale.inspect',
  permission: 'farm.describe',
  input: { id: IdOf<'scale'>('はかり'), inspectedOn: MonthIn, dueOn: DayIn.nullable().default(null) },
  refusals: scaleRefusals('month_in_future', 'inspected_before_mark'),
  run: (ctx, { id, inspectedOn, dueOn }) =>
    changeScale(ctx, id, async (db, scale) => {
      if (inspectedOn > jstDateOf(ctx.now)) return refuse('month_in_future')
      if (inspectedOn < scale.markedOn) return refuse('inspected_before_mark')
      const due = dueOn ?? scaleDueOn({ markedOn: scale.markedOn, inspectedOn })
      if (scale.inspectedOn === inspectedOn && scale.dueOn === due) return ok({ name: scale.name })
      await db.updateTable('scales').set({ inspectedOn, dueOn: due }).where('id', '=', id).execute()
      await recordEvent(db, ctx, {
        kind: 'scale_inspected',
        aboutFarmId: scale.farmId,
        data: { name: scale.name, inspectedOn, dueOn: due },
      })
      return ok({ name: scale.name })
    }),
})

/** Takes a scale out of use; what was weighed on it stays recorded. */
export const retireScale = repeatable({
  name: 'scale.retire',
  permission: 'farm.describe',
  input: { id: IdOf<'scale'>('はかり') },
  refusals: scaleRefusals(),
  run: (ctx, { id }) =>
    changeScale(ctx, id, async (db, scale) => {
      if (scale.retiredAt) return ok({ name: scale.name })
      await db.updateTable('scales').set({ retiredAt: ctx.now }).where('id', '=', id).execute()
      await recordEvent(db, ctx, { kind: 'scale_retired', aboutFarmId: scale.farmId, data: { name: scale.name } })
      return ok({ name: scale.name })
    }),
})

type Row = {
  farmId: FarmId
  name: string
  markedOn: JstDate
  inspectedOn: JstDate | null
  dueOn: JstDate
  retiredAt: Date | null
}

async function changeScale<R extends string>(
  ctx: Ctx,
  id: ScaleId,
  change: (db: Ctx['db'], scale: Row) => Promise<Result<{ name: string }, R>>,
) {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'farm.describe', { farmId })
  return ctx.db.transaction().execute(async (db) => {
    const scale = await db
      .selectFrom('scales')
      .select(['farmId', 'name', 'markedOn', 'inspectedOn', 'dueOn', 'retiredAt'])
      .where('id', '=', id)
      .where('farmId', '=', farmId)
      .forUpdate()
      .executeTakeFirst()
    if (!scale) throw new NotFound('scale')
    return change(db, scale)
  })
}

/** What the farm may weigh with now: its scales in date; and, if there is none, until when it may weigh all the same. */
export type WeighingWith = { scales: { id: ScaleId; name: string }[]; until: JstDate | null; isRefused: boolean }

export async function weighingWith(ctx: Pick<Ctx, 'db' | 'now'>, farmId: FarmId): Promise<WeighingWith> {
  const all = await scalesOf(ctx, farmId)
  const scales = all.filter(({ state }) => state !== 'overdue').map(({ id, name }) => ({ id, name }))
  if (scales.length > 0) return { scales, until: null, isRefused: false }
  const notice = await ctx.db
    .selectFrom('scaleNotices')
    .select('toldOn')
    .where('farmId', '=', farmId)
    .executeTakeFirst()
  const until = weighsUntil(notice?.toldOn ?? null)
  return { scales, until, isRefused: until !== null && until < jstDateOf(ctx.now) }
}

/** The same for the farm's own pages. */
export const ownWeighing = query('goods.see', async (ctx: Ctx): Promise<WeighingWith> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  return weighingWith(ctx, farmId)
})

/** For the farm's first page: only while it was told and has no scale in date. */
export const ownScaleWarning = query('goods.see', async (ctx: Ctx): Promise<WeighingWith | null> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const weighing = await weighingWith(ctx, farmId)
  return weighing.until === null ? null : weighing
})
