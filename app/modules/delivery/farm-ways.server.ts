import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import { type Temperature, temperatures } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { prefCodes } from '#kernel/place.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Body, choice, IdOf, Text, WeekdaysIn, Whole, Written } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { distanceFeesOf, distanceProblems, placePattern } from './distance-fees.ts'
import { freightRefusals } from './refusal-text.ts'
import { wayText } from './way-text.ts'
import { type DeliveryWay, type WayPlace, wayKinds, waysTo } from './ways.ts'
import { toWay } from './ways-of-farms.server.ts'

/** The most ways that a farm offers at once: more than a chef can compare. */
const mostWays = 12

export type FarmWay = DeliveryWay & {
  /** Orders that will still come by it, whatever happens to the way. */
  openOrders: number
}

/** The ways of the caller's farm besides parcels, as they are offered now. */
export const farmWays = query('freight.see', async (ctx): Promise<FarmWay[]> => {
  const { farmId } = requireFarm(ctx.actor)
  seeOrNotFound(ctx.actor, 'freight.see', { farmId })
  const rows = await ctx.db
    .selectFrom('deliveryWays')
    .selectAll()
    .select(
      sql<number>`(select count(*)::integer from orders o where o.farm_id = delivery_ways.farm_id
        and o.way->>'id' = delivery_ways.id::text
        and o.state in ('pending_approval', 'placed', 'accepted', 'proposed', 'preparing', 'partly_shipped', 'shipped'))`.as(
        'openOrders',
      ),
    )
    .where('farmId', '=', farmId)
    .where('endedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...toWay(row), openOrders: row.openOrders }))
})

/** Those of them that go to a place with goods of this temperature, each with its fee there, in yen without tax. */
export const farmWaysTo = query('freight.see', async (ctx, place: WayPlace, temperature: Temperature) =>
  waysTo(await farmWays(ctx), place, [temperature]),
)

const PostalBeginning = z.string().regex(/^\d{1,7}$/, '郵便番号の先頭は、1〜7桁の数字で入力してください（例 150）。')

const Fee = Whole({ min: 0, max: 100_000, unit: '円' }).transform(yen)
const Km = (min: 0 | 1) => Whole({ min, max: 300, unit: 'km' })
const Place = z.string().regex(placePattern, '市区町村名、または郵便番号の先頭3〜7桁を入力してください。')

/** Begins a way of delivery. It is never changed, only ended, so that orders keep what was agreed. */
export const openWay = mutation({
  name: 'delivery_way.open',
  permission: 'freight.change',
  input: {
    kind: choice(wayKinds),
    name: Written(40, '名称を入力してください（例 東京便）。'),
    prefectures: z.array(choice(prefCodes)).max(47).default([]).describe('お届け先の都道府県。空は全国'),
    postalCodes: z.array(PostalBeginning).max(50).default([]).describe('郵便番号の先頭。空は都道府県の全域'),
    weekdays: WeekdaysIn.min(1, '曜日を1つ以上選択してください。'),
    temperatures: z.array(choice(temperatures)).min(1, '温度帯を1つ以上選択してください。').max(3),
    feeYen: Fee.describe('送料（税抜）。市場便は1箱、他は1注文。bands があれば使用しない'),
    bands: z
      .array(Body({ upToKm: Km(1), feeYen: Fee }))
      .max(8)
      .default([])
      .describe('自社配送の距離ごとの送料（税抜）'),
    distances: z
      .array(Body({ place: Place, km: Km(0) }))
      .max(200)
      .default([])
      .describe('市区町村までの距離。place の先頭に都道府県名を付けられる'),
    freeFromYen: Whole({ min: 1, max: 10_000_000, unit: '円' }).transform(yen).nullable().default(null),
    leadDays: Whole({ min: 0, max: 7, unit: '日' }).describe('出発からお届け、引き取りは引き渡しまでの日数'),
    cutoffHours: Whole({ min: 0, max: 168, unit: '時間' }).nullable().default(null).describe('null は通常の締切'),
    hours: Text(0, 40).default(''),
    place: Text(0, 100).default(''),
  },
  refusals: freightRefusals('way_without_prefecture', 'way_without_place', 'too_many_ways', ...distanceProblems),
  run: async (ctx, { key: _, bands, distances, ...input }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'freight.change', { farmId })
    if (input.kind === 'own_van' && input.prefectures.length === 0) return refuse('way_without_prefecture')
    if (input.kind === 'pickup' && input.place.trim() === '') return refuse('way_without_place')
    const byDistance = input.kind === 'own_van' ? distanceFeesOf({ bands, distances }) : ok(null)
    if (!byDistance.ok) return byDistance
    const distanceFees = byDistance.value
    await ctx.db.selectFrom('farms').select('id').where('id', '=', farmId).forNoKeyUpdate().execute()
    const { open } = await ctx.db
      .selectFrom('deliveryWays')
      .select((is) => is.fn.countAll<string>().as('open'))
      .where('farmId', '=', farmId)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(open) >= mostWays) return refuse('too_many_ways', { most: mostWays })
    const way = {
      ...input,
      id: newId<'deliveryWay'>(),
      weekdays: [...new Set(input.weekdays)].sort(),
      // what is fetched is fetched from anywhere
      ...(input.kind === 'pickup' ? { prefectures: [], postalCodes: [] } : { place: '' }),
      ...(distanceFees && { feeYen: yen(Math.min(...distanceFees.bands.map(({ feeYen }) => feeYen))) }),
    }
    await ctx.db
      .insertInto('deliveryWays')
      .values({ ...way, distanceFees: distanceFees && JSON.stringify(distanceFees), farmId, createdAt: ctx.now })
      .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'delivery_way_opened',
      aboutFarmId: farmId,
      data: { way: wayText(way), wayId: way.id },
    })
    return ok({ id: way.id })
  },
})

/**
 * Ends a way: from now on nothing is ordered by it; what is ordered comes by it as agreed. An order that is being placed
 * holds the farm (ordering/hold-places.server.ts): it is placed before, or finds that the way is gone.
 */
export const endWay = mutation({
  name: 'delivery_way.end',
  permission: 'freight.change',
  input: { wayId: IdOf<'deliveryWay'>('お届け方法') },
  refusals: freightRefusals(),
  run: async (ctx, { wayId }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'freight.change', { farmId })
    await ctx.db.selectFrom('farms').select('id').where('id', '=', farmId).forNoKeyUpdate().execute()
    const way = await ctx.db.selectFrom('deliveryWays').selectAll().where('id', '=', wayId).executeTakeFirst()
    if (!way) throw new NotFound('delivery way')
    seeOrNotFound(ctx.actor, 'freight.see', way)
    if (way.endedAt) return ok({ id: wayId })
    await ctx.db.updateTable('deliveryWays').set({ endedAt: ctx.now }).where('id', '=', wayId).execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'delivery_way_ended',
      aboutFarmId: farmId,
      data: { way: wayText(way), wayId },
    })
    return ok({ id: wayId })
  },
})
