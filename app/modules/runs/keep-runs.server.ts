import type { z } from 'zod'
import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId, type RunId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import { areaText, readAreas } from './areas.ts'
import { type RunRefusal, runRefusals } from './refusal-text.ts'
import { runInput } from './run-input.ts'
import { runInvited } from './run-mails.server.tsx'

export const RunIdIn = IdOf<'run'>('共同便')

/**
 * A farm opens a run with its van. What it states does not change afterwards, because farms and kitchens agreed to it: a
 * run with other terms is another one. The farm itself rides from the first stop.
 */
export const openRun = mutation({
  name: 'runs.open',
  permission: 'runs.open',
  input: runInput,
  refusals: runRefusals('area_wrong'),
  run: async (ctx, input): Promise<Result<{ runId: RunId }, RunRefusal>> => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'runs.open', { farmId })
    const areas = readAreas(input.areas)
    if (!areas) return refuse('area_wrong')
    const runId = newId<'run'>()
    const { key: _, stops, cutoffTime, weekdays, ...stated } = input
    await ctx.db
      .insertInto('runs')
      .values({
        ...stated,
        id: runId,
        farmId,
        areas,
        weekdays: [...new Set(weekdays)],
        temperatures: [...new Set(stated.temperatures)],
        cutoffMinute: cutoffTime,
        createdAt: ctx.now,
        endedAt: null,
      })
      .execute()
    await ctx.db.insertInto('runStops').values(stopRows(runId, stops)).execute()
    await ctx.db
      .insertInto('runFarms')
      .values({ runId, farmId, stop: 1, invitedAt: ctx.now, joinedAt: ctx.now, leftAt: null })
      .execute()
    await recordEvent(ctx.db, ctx, { kind: 'run_opened', aboutFarmId: farmId, data: { run: input.name } })
    return ok({ runId })
  },
})

const stopRows = (runId: RunId, stops: z.output<typeof runInput.stops>) =>
  stops.map(({ place, until }, index) => ({ runId, ordinal: index + 1, place, untilMinute: until }))

/** Nothing more is ordered for it; what is ordered is still brought. Ending it twice changes nothing. */
export const endRun = mutation({
  name: 'runs.end',
  permission: 'runs.open',
  input: { runId: RunIdIn },
  refusals: runRefusals(),
  run: async (ctx, { runId }): Promise<Result<{ runId: RunId }, never>> => {
    const run = await ownRun(ctx, runId)
    if (run.endedAt === null) {
      await ctx.db.updateTable('runs').set({ endedAt: ctx.now }).where('id', '=', runId).execute()
      await recordEvent(ctx.db, ctx, { kind: 'run_ended', aboutFarmId: run.farmId, data: { run: run.name } })
    }
    return ok({ runId })
  },
})

/** The runner invites a farm to hand its goods over at a stop; it rides once it has agreed. */
export const inviteFarm = mutation({
  name: 'runs.invite',
  permission: 'runs.open',
  input: {
    runId: RunIdIn,
    farmId: IdOf<'farm'>('農園', '農園を選択してください。'),
    stop: runInput.leadDays
      .min(1, '集荷場所を選択してください。')
      .max(20, '集荷場所を選択してください。')
      .describe('集荷場所の番号'),
  },
  refusals: runRefusals('run_ended', 'farm_unknown', 'farm_on_run'),
  run: async (ctx, { runId, farmId, stop }): Promise<Result<{ runId: RunId }, RunRefusal>> => {
    const run = await ownRun(ctx, runId)
    if (run.endedAt !== null) return refuse('run_ended')
    const stops = await ctx.db.selectFrom('runStops').select('ordinal').where('runId', '=', runId).execute()
    if (!stops.some(({ ordinal }) => ordinal === stop)) throw new NotFound('stop')
    const farm = await ctx.db
      .selectFrom('farms')
      .select('name')
      .where('id', '=', farmId)
      .where(isPublicFarm('farms'))
      .executeTakeFirst()
    if (!farm) return refuse('farm_unknown')
    const invited = { stop, invitedAt: ctx.now, joinedAt: null, leftAt: null }
    const made = await ctx.db
      .insertInto('runFarms')
      .values({ runId, farmId, ...invited })
      .onConflict((conflict) =>
        conflict.columns(['runId', 'farmId']).doUpdateSet(invited).where('runFarms.leftAt', 'is not', null),
      )
      .returning('farmId')
      .executeTakeFirst()
    if (!made) return refuse('farm_on_run')
    await recordEvent(ctx.db, ctx, {
      kind: 'run_farm_invited',
      aboutFarmId: farmId,
      data: { run: run.name, farm: farm.name },
    })
    const runner = await ctx.db
      .selectFrom('farms')
      .select('name')
      .where('id', '=', run.farmId)
      .executeTakeFirstOrThrow()
    await tellOwners(
      ctx.db,
      ctx.now,
      { farmId },
      {
        key: `run:${runId}:${farmId}:${ctx.now.toISOString()}`,
        kind: runInvited,
        data: { runner: runner.name, run: run.name, areas: areaText(run.areas), minimumYen: run.minimumYen },
      },
    )
    return ok({ runId })
  },
})

/** The invited farm agrees: from now on kitchens may choose the run for its goods. */
export const joinRun = mutation({
  name: 'runs.join',
  permission: 'runs.join',
  input: { runId: RunIdIn },
  refusals: runRefusals('run_ended', 'not_invited'),
  run: async (ctx, { runId }): Promise<Result<{ runId: RunId }, RunRefusal>> => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'runs.join', { farmId })
    const run = await ctx.db
      .selectFrom('runFarms')
      .innerJoin('runs', 'runs.id', 'runFarms.runId')
      .select(['runs.name', 'runs.endedAt', 'joinedAt'])
      .where('runFarms.runId', '=', runId)
      .where('runFarms.farmId', '=', farmId)
      .where('leftAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!run) return refuse('not_invited')
    if (run.endedAt !== null) return refuse('run_ended')
    if (run.joinedAt !== null) return ok({ runId })
    await ctx.db
      .updateTable('runFarms')
      .set({ joinedAt: ctx.now })
      .where('runId', '=', runId)
      .where('farmId', '=', farmId)
      .execute()
    await recordEvent(ctx.db, ctx, { kind: 'run_farm_joined', aboutFarmId: farmId, data: { run: run.name } })
    return ok({ runId })
  },
})

/** A farm declines an invitation, or leaves; what is ordered already still rides. The runner ends the run instead. */
export const leaveRun = mutation({
  name: 'runs.leave',
  permission: 'runs.join',
  input: { runId: RunIdIn },
  refusals: runRefusals('not_invited'),
  run: async (ctx, { runId }): Promise<Result<{ runId: RunId }, RunRefusal>> => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'runs.join', { farmId })
    const left = await ctx.db
      .updateTable('runFarms')
      .from('runs')
      .set({ leftAt: ctx.now })
      .whereRef('runs.id', '=', 'runFarms.runId')
      .where('runFarms.runId', '=', runId)
      .where('runFarms.farmId', '=', farmId)
      .where('runs.farmId', '<>', farmId)
      .where('leftAt', 'is', null)
      .returning('runs.name')
      .executeTakeFirst()
    if (!left) return refuse('not_invited')
    await recordEvent(ctx.db, ctx, { kind: 'run_farm_left', aboutFarmId: farmId, data: { run: left.name } })
    return ok({ runId })
  },
})

/** A run of the caller's farm, locked; what the caller may not see does not exist. */
async function ownRun(ctx: Ctx, runId: RunId) {
  const run = await ctx.db.selectFrom('runs').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst()
  if (!run) throw new NotFound('run')
  seeOrNotFound(ctx.actor, 'runs.see', run)
  authorize(ctx.actor, 'runs.open', run)
  return run
}
