import { z } from 'zod'
import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type FreightTableId, newId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, zoneOf } from '#kernel/place.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Body, choice, DayIn, Written } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { freightOwner } from './freight-owner.ts'
import { carrierAt, freightRowKinds } from './freight-rates.ts'
import {
  asTyped,
  type FreightRow,
  gapsOf,
  mostFreightYen,
  requiredRows,
  rowKey,
  type TypedRow,
  withPercent,
} from './freight-table.ts'
import { type FreightRefusal, freightRefusals } from './refusal-text.ts'

export type FreightTable = {
  id: FreightTableId
  carrier: string
  number: number
  validFrom: JstDate
  isDemo: boolean
  madeBy: string
  createdAt: Date
  /** Of its carrier, for parcels that leave today. */
  when: 'in_force' | 'coming' | 'past'
}

/** The tables that the caller keeps, the latest first. */
export const freightTables = query('freight.see', async (ctx): Promise<FreightTable[]> => {
  const { farmId } = freightOwner(ctx.actor)
  seeOrNotFound(ctx.actor, 'freight.see', { farmId })
  return withTimes(
    await ctx.db
      .selectFrom('freightTables')
      .select(['id', 'carrier', 'number', 'validFrom', 'isDemo', 'madeBy', 'createdAt'])
      .where('farmId', farmId === null ? 'is' : '=', farmId)
      .orderBy('validFrom', 'desc')
      .orderBy('number', 'desc')
      .execute(),
    jstDateOf(ctx.now),
  )
})

/** `tables`: the latest first. */
function withTimes(tables: readonly Omit<FreightTable, 'when'>[], today: JstDate): FreightTable[] {
  const begun = new Set<string>()
  return tables.map((table) => {
    if (table.validFrom > today) return { ...table, when: 'coming' }
    const isFirst = !begun.has(table.carrier)
    begun.add(table.carrier)
    return { ...table, when: isFirst ? 'in_force' : 'past' }
  })
}

/** One table with its rows: of those that the caller keeps, or one for everyone. */
export const freightTable = query('freight.see', async (ctx, id: FreightTableId) => {
  freightOwner(ctx.actor)
  const table = await ctx.db.selectFrom('freightTables').selectAll().where('id', '=', id).executeTakeFirst()
  if (!table) throw new NotFound('freight table')
  seeOrNotFound(ctx.actor, 'freight.see', table)
  return { ...table, rows: await rowsOf(ctx, id) }
})

/** `percent`: whole percent to change every figure by. `copy`: another table than the latest one of this carrier. */
type Start = { carrier: string; copy: FreightTableId | null; percent: number }

/**
 * The rows with which the next table of a carrier is begun: of the table that is copied, else of the latest one, for a
 * farm's first one those for everyone from its zone; empty if there is nothing to begin with.
 */
export const freightStart = query(
  'freight.see',
  async (ctx, { carrier, copy, percent }: Start): Promise<TypedRow[]> => {
    const { owner } = freightOwner(ctx.actor)
    const own = (await freightTables(ctx)).filter((table) => table.carrier === carrier)
    const latest = own.reduce<FreightTable | null>((last, it) => (last && last.number > it.number ? last : it), null)
    const id = copy ?? latest?.id
    const rows = id ? (await freightTable(ctx, id)).rows : owner === 'farm' ? await rowsFromZone(ctx, carrier) : []
    const typed = withPercent(rows, percent).map(asTyped)
    const missing = requiredRows(owner).filter((row) => !typed.some((it) => rowKey(it) === rowKey(row)))
    return [...typed, ...missing]
  },
)

/** Of the platform's latest table of this carrier: the lanes from the farm's zone, as its own ones. */
async function rowsFromZone(ctx: Ctx, carrier: string): Promise<FreightRow[]> {
  const { farmId } = requireFarm(ctx.actor)
  const farm = await ctx.db
    .selectFrom('farms')
    .select('prefectureCode')
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  const code = parsePrefCode(farm.prefectureCode)
  const table = await ctx.db
    .selectFrom('freightTables')
    .select('id')
    .where('farmId', 'is', null)
    .where('carrier', '=', carrier)
    .where('validFrom', '<=', jstDateOf(ctx.now))
    .orderBy('validFrom', 'desc')
    .orderBy('number', 'desc')
    .executeTakeFirst()
  if (!table || !code) return []
  return (await rowsOf(ctx, table.id))
    .filter(({ kind, origin }) => kind !== 'lane' || origin === zoneOf(code))
    .map((row) => ({ ...row, origin: '' }))
}

async function rowsOf(ctx: Ctx, id: FreightTableId): Promise<FreightRow[]> {
  const rows = await ctx.db
    .selectFrom('freightRows')
    .select(['kind', 'origin', 'destination', 'yen'])
    .where('tableId', '=', id)
    .orderBy('kind')
    .orderBy('origin')
    .orderBy('destination')
    .execute()
  return rows.map((row) => ({ ...row, yen: row.yen.map((it) => (it === null ? null : yen(it))) }))
}

const CarrierIn = Written(40, '配送会社を入力してください')

const RowIn = Body({
  kind: choice(freightRowKinds),
  origin: z.string().max(20),
  destination: z.string().max(20),
  yen: z.array(z.int().min(0).max(mostFreightYen).transform(yen).nullable()).length(6).readonly(),
})

/**
 * A new table of a carrier from a day on, today or later: nothing that is in force is rewritten, and of two tables of one
 * day the later one holds. `basedOn`: the number of the latest table of this carrier that the editor has seen, 0 if there
 * was none; of two editors at once the second is told.
 */
export const saveFreightTable = mutation({
  name: 'freight.save',
  permission: 'freight.change',
  input: {
    carrier: CarrierIn,
    validFrom: DayIn,
    basedOn: z.int().min(0).max(2_147_483_646),
    rows: z.array(RowIn).min(1).max(2_000),
  },
  refusals: freightRefusals('changed_meanwhile', 'freight_from_past', 'freight_rows_wrong'),
  run: async (ctx, input): Promise<Result<{ number: number }, FreightRefusal>> => {
    const { farmId, owner } = freightOwner(ctx.actor)
    authorize(ctx.actor, 'freight.change', { farmId })
    if (input.validFrom < jstDateOf(ctx.now)) return refuse('freight_from_past')
    const [gap] = gapsOf(input.rows, owner)
    if (gap) return refuse('freight_rows_wrong', { sentence: gap })
    const latest = await ctx.db
      .selectFrom('freightTables')
      .select((is) => is.fn.max('number').as('number'))
      .where('farmId', farmId === null ? 'is' : '=', farmId)
      .where('carrier', '=', input.carrier)
      .executeTakeFirst()
    if ((latest?.number ?? 0) !== input.basedOn) return refuse('changed_meanwhile')
    const number = input.basedOn + 1
    const made = await ctx.db
      .insertInto('freightTables')
      .values({
        id: newId<'freightTable'>(),
        farmId,
        carrier: input.carrier,
        number,
        validFrom: input.validFrom,
        madeBy: 'name' in ctx.actor ? ctx.actor.name : '',
        createdAt: ctx.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return refuse('changed_meanwhile')
    await ctx.db
      .insertInto('freightRows')
      .values(input.rows.map((row) => ({ ...row, yen: [...row.yen], tableId: made.id })))
      .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'freight_table_made',
      ...(farmId && { aboutFarmId: farmId }),
      data: { carrier: input.carrier, number, effectiveOn: input.validFrom },
    })
    return ok({ number })
  },
})

/** The carriers with a table that a farm can choose, and the one it uses. */
export const freightCarriers = query('freight.see', async (ctx) => {
  const { farmId } = requireFarm(ctx.actor)
  seeOrNotFound(ctx.actor, 'freight.see', { farmId })
  const tables = await ctx.db
    .selectFrom('freightTables')
    .select('carrier')
    .distinct()
    .where((is) => is.or([is('farmId', 'is', null), is('farmId', '=', farmId)]))
    .orderBy('carrier')
    .execute()
  const chosen = await ctx.db.selectFrom('farmCarriers').selectAll().where('farmId', '=', farmId).execute()
  return { carriers: tables.map(({ carrier }) => carrier), inUse: carrierAt(chosen, null) }
})

/** The carrier of the farm's parcels from now on; orders keep what was agreed. */
export const chooseFreightCarrier = mutation({
  name: 'freight.choose_carrier',
  permission: 'freight.change',
  input: { carrier: CarrierIn },
  refusals: freightRefusals('carrier_without_table'),
  run: async (ctx, { carrier }): Promise<Result<{ carrier: string }, FreightRefusal>> => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'freight.change', { farmId })
    const { carriers, inUse } = await freightCarriers(ctx)
    if (!carriers.includes(carrier)) return refuse('carrier_without_table')
    if (carrier === inUse) return ok({ carrier })
    await ctx.db
      .insertInto('farmCarriers')
      .values({ farmId, carrier, chosenAt: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'freight_carrier_chosen',
      aboutFarmId: farmId,
      data: { carrier: [inUse, carrier] },
    })
    return ok({ carrier })
  },
})
