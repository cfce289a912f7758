import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Temperature } from '#kernel/enums.ts'
import { formatDay } from '#kernel/format.ts'
import { isHoliday } from '#kernel/holidays.ts'
import { type JstDate, minuteOfDay, type Weekday } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf, type Zone, zoneOf } from '#kernel/place.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { RowVersion, Whole } from '#kernel/schema.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import {
  defaultMaxHeldDays,
  deliveryDays,
  type PossibleDay,
  type ShippingPolicy,
  type Vacation,
} from '#modules/delivery/delivery-days.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { changeFarm } from '#modules/organisations/organisation-store.server.ts'
import { policyColumns, policyOf, vacationsOf } from '#modules/products/catalog/shipping-rules.server.ts'
import { type GoodsRefusal, goodsRefusals } from './refusal-text.ts'
import {
  declineHit,
  fatesOf,
  type HitOrder,
  OrderFates,
  ordersHitByWeek,
  type ShippingWeek,
} from './vacation/vacations.server.ts'

export type FarmShipping = ShippingPolicy & {
  zone: Zone
  prefecture: string
  freeFreightFromYen: Yen | null
  minOrderYen: Yen
  lateCancelPercent: number
  autoAccept: boolean
  version: number
}

const termColumns = ['freeFreightFromYen', 'minOrderYen', 'lateCancelPercent', 'autoAccept'] as const

/** When the farm ships and on which terms. */
export const farmShipping = query('goods.see', async (ctx: Ctx): Promise<FarmShipping> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const row = await ctx.db
    .selectFrom('farms')
    .select([...policyColumns, ...termColumns, 'prefectureCode', 'version'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  const code = parsePrefCode(row.prefectureCode)
  if (!code) throw new RangeError(`not a prefecture: ${row.prefectureCode}`)
  return {
    ...policyOf(row),
    zone: zoneOf(code),
    prefecture: prefectureOf(code).name,
    freeFreightFromYen: row.freeFreightFromYen,
    minOrderYen: row.minOrderYen,
    lateCancelPercent: row.lateCancelPercent,
    autoAccept: row.autoAccept,
    version: row.version,
  }
})

const cutoffBeforePacking = '締切は、箱詰めの1時間より前にしてください。前日の時刻をお勧めします'
const packingBegins = '箱詰めの開始時刻を選択してください'
const oneWeekday = '出荷曜日を1つ以上選択してください'

const week = {
  shipWeekdays: z
    .array(
      z
        .int()
        .min(0)
        .max(6)
        .transform((day) => day as Weekday),
      oneWeekday,
    )
    .min(1, oneWeekday)
    .max(7)
    .transform((days) => [...new Set(days)].sort())
    .describe('出荷曜日。0 日曜〜6 土曜'),
  shipsOnHolidays: z.boolean(),
}

/** What decides on which day something arrives. */
export const timing = {
  ...week,
  packingHour: z.int(packingBegins).min(5, packingBegins).max(20, packingBegins),
  cutoffHoursBeforePacking: z.int(cutoffBeforePacking).min(1, cutoffBeforePacking).max(168, cutoffBeforePacking),
  answerHoursAfterCutoff: Whole({ min: 0, max: 72 }),
}
type Timing = z.output<z.ZodObject<typeof timing>>

export const rules = {
  ...timing,
  freeFreightFromYen: Whole({ min: 1, max: 1_000_000, unit: '円' }).transform(yen).nullable(),
  minOrderYen: Whole({ min: 0, max: 1_000_000, unit: '円' }).transform(yen),
  /** As a share of the products' price: for agreeing to a cancellation after the cutoff. Missing: unchanged. */
  lateCancelPercent: Whole({ min: 0, max: 50, unit: '％' }).optional(),
  autoAccept: z.boolean(),
}

const seen = {
  version: RowVersion.describe('取得時の version。その後に変更されていた場合は 409 CHANGED_MEANWHILE'),
  orders: OrderFates.describe('OPEN_ORDERS で返った注文の、1件ごとの対応'),
}

export const policyFrom = ({ packingHour, ...policy }: Timing): ShippingPolicy => ({
  ...policy,
  packingMinute: minuteOfDay(`${String(packingHour).padStart(2, '0')}:00`),
})

/**
 * Changes when the farm ships. Open orders that would leave on a weekday or a holiday that is removed have to be
 * decided one by one, as for a vacation; while one of them is undecided nothing is changed. All others keep their days.
 * `version`: the farm's version that the page has seen.
 */
export const saveShipping = repeatable({
  name: 'shipping.save',
  permission: 'farm.describe',
  input: { ...rules, ...seen },
  refusals: goodsRefusals('changed_meanwhile', 'open_orders'),
  run: (ctx, input) => saveRules(ctx, input),
})

/** The same for the weekdays and holidays alone. */
export const saveWeek = repeatable({
  name: 'shipping.save_week',
  permission: 'farm.describe',
  input: { ...week, ...seen },
  refusals: goodsRefusals('changed_meanwhile', 'open_orders'),
  run: (ctx, input) => saveRules(ctx, input),
})

type Week = z.output<z.ZodObject<typeof week & typeof seen>>
type Rules = z.output<z.ZodObject<typeof rules>>

/** Rules that are not named stay. */
async function saveRules(
  ctx: Ctx,
  { version, orders, shipWeekdays, shipsOnHolidays, packingHour, ...next }: Week & Partial<Rules>,
): Promise<Result<{ changed: boolean; declined: number }, GoodsRefusal>> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'farm.describe', { farmId })
  const fates = fatesOf(orders)
  let hit: HitOrder[] = []
  const done = await ctx.db.transaction().execute(async (db): Promise<Result<{ changed: boolean }, GoodsRefusal>> => {
    const before = await db
      .selectFrom('farms')
      .select([...policyColumns, ...termColumns, 'shippingSavedAt', 'version'])
      .where('id', '=', farmId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (before.version !== version) return refuse('changed_meanwhile')
    // no order of this farm can be placed while its row is locked
    hit = await ordersHitByWeek({ ...ctx, db }, { was: policyOf(before), next: { shipWeekdays, shipsOnHolidays } })
    if (hit.some(({ id }) => !fates.has(id))) return refuse('open_orders', { orders: hit })
    const columns = {
      shipWeekdays,
      shipsOnHolidays,
      packingMinute: packingHour && packingHour * 60,
      cutoffHoursBeforePacking: next.cutoffHoursBeforePacking,
      answerHoursAfterCutoff: next.answerHoursAfterCutoff,
      freeFreightFromYen: next.freeFreightFromYen,
      minOrderYen: next.minOrderYen,
      lateCancelPercent: next.lateCancelPercent,
      autoAccept: next.autoAccept,
    }
    const was: Record<string, unknown> = before
    const changes = Object.fromEntries(
      Object.entries(columns).flatMap(([name, is]) =>
        is === undefined || String(was[name]) === String(is)
          ? []
          : [[name, [String(was[name] ?? ''), String(is ?? '')]]],
      ),
    )
    // the week alone says nothing about the rest
    const shippingSavedAt = packingHour === undefined ? before.shippingSavedAt : ctx.now
    if (Object.keys(changes).length === 0) {
      if (!before.shippingSavedAt) await changeFarm(db, farmId, { shippingSavedAt })
      return ok({ changed: false })
    }
    await changeFarm(db, farmId, { ...columns, shippingSavedAt, version: version + 1 })
    await recordEvent(db, ctx, { kind: 'shipping_changed', aboutFarmId: farmId, data: { changes } })
    return ok({ changed: true })
  })
  if (!done.ok) return done
  const why = ({ shipOn }: HitOrder) => `${formatDay(shipOn)}が出荷しない日になったため`
  const declined = await declineHit(ctx, { hit, fates, key: `week-${farmId}-${version}`, why })
  return ok({ ...done.value, declined })
}

/** The orders that have to be decided before this week can be saved. */
export const ordersHitBySaving = query(
  'goods.see',
  async (ctx, next: ShippingWeek): Promise<HitOrder[]> => ordersHitByWeek(ctx, { was: await farmShipping(ctx), next }),
)

/** When products of each temperature arrive at a kitchen; null if on no day of the next three weeks. */
type Simulated = { place: string; days: Readonly<Record<Temperature, PossibleDay | null>> }

/** Kitchens that every farm knows; they receive on all days, so that only the farm and the transport matter. */
const kitchens: readonly { place: string; zone: Zone }[] = [
  { place: '東京', zone: 'kanto' },
  { place: '大阪', zone: 'kansai' },
  { place: '札幌', zone: 'hokkaido' },
  { place: '福岡', zone: 'kyushu' },
]

/** 今注文した場合のお届け日: the real engine, with the rules as typed, for each temperature. */
export function simulateShipping(
  { zone, ...policy }: ShippingPolicy & { zone: Zone },
  vacations: readonly Vacation[],
  now: Date,
): Simulated[] {
  const first = (to: Zone, temperature: Temperature) => {
    const days = deliveryDays({
      now,
      lead: leadDays({ from: zone, to, temperature, airAllowed: true }),
      policy,
      vacations,
      kitchen: { receivingWeekdays: [0, 1, 2, 3, 4, 5, 6], closedDays: new Set<JstDate>() },
      isHoliday,
      maxHeldDays: defaultMaxHeldDays[temperature],
      horizonDays: 21,
    })
    const found = days.find((day) => day.possible)
    return found?.possible ? found : null
  }
  return kitchens.map(({ place, zone: to }) => ({
    place,
    days: { ambient: first(to, 'ambient'), chilled: first(to, 'chilled'), frozen: first(to, 'frozen') },
  }))
}

/** The vacations of the farm, as the engine reads them. */
export const ownRests = query('goods.see', async (ctx): Promise<readonly Vacation[]> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  return (await vacationsOf(ctx, [farmId])).get(farmId) ?? []
})
