import { requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Temperature } from '#kernel/enums.ts'
import type { FarmId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { type PrefCode, parsePrefCode, zoneOf } from '#kernel/place.ts'
import { type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { freightOf } from './freight.ts'
import { type FreightPlace, freightOfFarms, noFreight } from './freight-of-farms.server.ts'
import { type FarmFreight, freightSizes, type LaneRates, ratesOn } from './freight-rates.ts'
import { largestParcel, type SizeClass } from './parcels.ts'

/** Of one parcel. `from` and `carrier` are for staff; a farm's parcels leave from the farm, with its carrier. */
export type FreightQuestion = {
  from: PrefCode
  carrier: string
  to: PrefCode
  postalCode: string
  size: SizeClass
  temperature: Temperature
  on: JstDate
}

export type SimulatedFreight = {
  rates: LaneRates
  freightYen: Yen
  /** The part of the freight that an island adds. */
  islandYen: Yen
  coolYen: Yen
}

/** What a parcel costs that leaves on a day, and by which rows; null: no table is in force, or no carrier takes it. */
export const simulateFreight = query(
  'freight.see',
  async (ctx, question: FreightQuestion): Promise<SimulatedFreight | null> => {
    const { size, temperature } = question
    if (size > largestParcel(temperature).size) return null
    const rates = ratesOn(await freightAsked(ctx, question), question.on)
    if (!rates) return null
    const { lines, totalYen } = freightOf([{ size, temperature }], rates)
    const coolYen = lines[0]?.coolYen ?? zeroYen
    return {
      rates,
      freightYen: yen(totalYen - coolYen),
      islandYen: rates.island?.yen[freightSizes.indexOf(size)] ?? zeroYen,
      coolYen,
    }
  },
)

/** No real farm: the tables of the platform are read for any farm. */
const anyFarm = '00000000-0000-7000-8000-000000000000' as FarmId

async function freightAsked(ctx: Ctx, { from, carrier, to, postalCode }: FreightQuestion): Promise<FarmFreight> {
  const place = { prefectureCode: to, postalCode }
  if (ctx.actor.kind === 'staff') {
    seeOrNotFound(ctx.actor, 'freight.see', { farmId: null })
    const found = await freightOfFarms(ctx.db, [{ farmId: anyFarm, zone: zoneOf(from) }], place)
    return { tables: found.get(anyFarm)?.tables ?? [], carriers: [{ carrier, chosenAt: ctx.now }] }
  }
  const { farmId } = requireFarm(ctx.actor)
  seeOrNotFound(ctx.actor, 'freight.see', { farmId })
  return freightOfOwnFarm(ctx, farmId, place)
}

/** The tables of one farm for parcels to this address. */
async function freightOfOwnFarm({ db }: { db: DbOrTx }, farmId: FarmId, place: FreightPlace) {
  const farm = await db.selectFrom('farms').select('prefectureCode').where('id', '=', farmId).executeTakeFirstOrThrow()
  const code = parsePrefCode(farm.prefectureCode)
  if (!code) throw new RangeError(`not a prefecture: ${farm.prefectureCode}`)
  const found = await freightOfFarms(db, [{ farmId, zone: zoneOf(code) }], place)
  return found.get(farmId) ?? noFreight
}

/** By which the farm's parcels to a prefecture, without its islands, are charged today; null: no table is in force. */
export async function ratesTo(ctx: Asking, farmId: FarmId, prefectureCode: PrefCode): Promise<LaneRates | null> {
  const freight = await freightOfOwnFarm(ctx, farmId, { prefectureCode, postalCode: '' })
  return ratesOn(freight, jstDateOf(ctx.now))
}

type Asking = Pick<Ctx, 'now'> & { db: DbOrTx }

/**
 * Whether the farm's parcels can be charged today: in production not by invented figures. Any address does, as every table
 * covers the whole country.
 */
export async function hasFreight(
  ctx: Pick<Ctx, 'now' | 'isProduction'> & { db: DbOrTx },
  farmId: FarmId,
): Promise<boolean> {
  const rates = await ratesTo(ctx, farmId, '13')
  return rates !== null && !(ctx.isProduction && rates.isDemo)
}
