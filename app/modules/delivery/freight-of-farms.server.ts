import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { parsePrefCode, type Zone, zoneOf } from '#kernel/place.ts'
import type { FarmFreight, FreightRowKind, LaneRates, SizeYen } from './freight-rates.ts'

/** The address of a kitchen, as far as freight depends on it. */
export type FreightPlace = { prefectureCode: string; postalCode: string }

/** Of a farm for which no table was read. */
export const noFreight: FarmFreight = { tables: [], carriers: [] }

export type FreightRow = Omit<LaneRates, 'own' | 'lane' | 'chilled' | 'frozen' | 'island'> & {
  farmId: FarmId | null
  kind: FreightRowKind
  origin: string
  destination: string
  yen: SizeYen
  /** Of all of the farms; the same in every row. */
  chosen: readonly { farmId: FarmId; carrier: string; chosenAt: string }[]
}

/**
 * Every freight table that holds now or later, or held before, for parcels from these farms to this address, in one
 * query. Choosing the one in force on a ship day is pure: freight-rates.ts.
 */
export async function freightOfFarms(
  db: DbOrTx,
  farms: readonly { farmId: FarmId; zone: Zone }[],
  { prefectureCode, postalCode }: FreightPlace,
): Promise<Map<FarmId, FarmFreight>> {
  if (farms.length === 0) return new Map()
  const ids = farms.map(({ farmId }) => farmId)
  const zones = [...new Set(farms.map(({ zone }) => zone))]
  const code = parsePrefCode(prefectureCode)
  const { rows } = await freightRows({
    farmIds: sql`${ids}::uuid[]`,
    origins: sql`${['', ...zones]}::text[]`,
    destinations: sql`${code ? [code, zoneOf(code)] : [prefectureCode]}::text[]`,
    postalCode: sql`${postalCode}::text`,
  }).execute(db)
  return freightByFarm(rows, farms)
}

/** Each an expression of SQL; `destinations`: the prefecture and its zone. */
type Lanes = Record<'farmIds' | 'origins' | 'destinations' | 'postalCode', RawBuilder<unknown>>

/** The statement itself, for a caller that asks it with others. */
export const freightRows = ({ farmIds, origins, destinations, postalCode }: Lanes) => sql<FreightRow>`
    select t.id as "tableId", t.farm_id as "farmId", t.carrier, t.number, t.valid_from::text as "validFrom",
           t.created_at as "createdAt", t.is_demo as "isDemo", r.kind, r.origin, r.destination, r.yen,
           array(select jsonb_build_object('farmId', farm_id, 'carrier', carrier, 'chosenAt', chosen_at)
                   from farm_carriers where farm_id = any (${farmIds})) as chosen
      from freight_tables t
      join freight_rows r on r.table_id = t.id
     where (t.farm_id is null or t.farm_id = any (${farmIds}))
       and (r.kind in ('chilled', 'frozen')
            or (r.kind = 'lane' and r.origin = any (${origins}) and r.destination = any (${destinations}))
            or (r.kind = 'island' and starts_with(${postalCode}, r.destination)))`

/** What each of these farms pays on the way from its zone. */
export function freightByFarm(
  rows: readonly FreightRow[],
  farms: readonly { farmId: FarmId; zone: Zone }[],
): Map<FarmId, FarmFreight> {
  const tables = [...Map.groupBy(rows, ({ tableId }) => tableId).values()]
  return new Map(
    farms.map(({ farmId, zone }) => [
      farmId,
      {
        tables: tables.flatMap((of) =>
          of[0]?.farmId === null || of[0]?.farmId === farmId ? (laneRates(of, zone) ?? []) : [],
        ),
        carriers: (rows[0]?.chosen ?? [])
          .filter((it) => it.farmId === farmId)
          .map(({ carrier, chosenAt }) => ({ carrier, chosenAt: new Date(chosenAt) })),
      },
    ]),
  )
}

/** The rows of one table that hold on the way from this zone; null if it does not say all that is needed. */
function laneRates(rows: readonly FreightRow[], zone: Zone): LaneRates | null {
  const [first] = rows
  const lanes = rows.filter(({ kind, origin }) => kind === 'lane' && (origin === '' || origin === zone))
  // the code of a prefecture has two digits, and wins against its zone
  const lane = lanes.find(({ destination }) => /^\d/.test(destination)) ?? lanes[0]
  const cool = (wanted: FreightRowKind) => rows.find(({ kind }) => kind === wanted)?.yen
  const [chilled, frozen] = [cool('chilled'), cool('frozen')]
  if (!first || !lane || !chilled || !frozen) return null
  const [island] = rows
    .filter(({ kind }) => kind === 'island')
    .toSorted((a, b) => b.destination.length - a.destination.length)
  const { tableId, carrier, number, validFrom, createdAt, isDemo } = first
  return {
    tableId,
    carrier,
    own: first.farmId !== null,
    number,
    validFrom: validFrom satisfies JstDate,
    createdAt,
    isDemo,
    lane,
    chilled,
    frozen,
    island: island ?? null,
  }
}
