import type pg from 'pg'
import { jstDate } from '#kernel/jst.ts'
import { type Zone, zoneNames } from '#kernel/place.ts'
import { yen } from '#kernel/yen.ts'
import { type FarmFreight, type LaneRates, usualCarrier } from '#modules/delivery/freight-rates.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'

/**
 * The platform's freight table of the demonstration. These are INVENTED figures: real contract rates differ by shipper, so
 * the operator or every farm enters its own, and in production nothing can be put on sale on these.
 */
const id = '00000000-0000-7000-8000-000000000115'
const since = '2020-04-01'
const sameZoneYen = [800, 1_000, 1_250, 1_500, 1_800, 2_100]
const perExtraDayYen = 100
const coolYen = [250, 300, 400, 650, null, null]

const zones = Object.keys(zoneNames) as Zone[]

/** Between zones the price includes the first day on the road, and every further one costs extra. */
function laneYen(from: Zone, to: Zone): number[] {
  const days = leadDays({ from, to, temperature: 'ambient', airAllowed: true })
  return sameZoneYen.map((base) => base + (from === to ? 0 : (days - 1) * perExtraDayYen))
}

/** Its rows for one way, as the app reads them. */
export function demoRates(from: Zone, to: Zone): LaneRates {
  const cool = coolYen.map((it) => (it === null ? null : yen(it)))
  return {
    tableId: id,
    carrier: usualCarrier,
    own: false,
    number: 1,
    validFrom: jstDate(since),
    createdAt: new Date(since),
    isDemo: true,
    lane: { origin: from, destination: to, yen: laneYen(from, to).map(yen) },
    chilled: cool,
    frozen: cool,
    island: null,
  }
}

/** Of a farm with no table of its own. */
export const demoFreight = (from: Zone, to: Zone): FarmFreight => ({ tables: [demoRates(from, to)], carriers: [] })

/** Puts the table into the database; nothing if it is there. */
export async function insertDemoFreight(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const rows = [
    ...zones.flatMap((origin) =>
      zones.map((destination) => ({ kind: 'lane', origin, destination, yen: laneYen(origin, destination) })),
    ),
    ...['chilled', 'frozen'].map((kind) => ({ kind, origin: '', destination: '', yen: coolYen })),
  ]
  await client.query(
    `with made as (
       insert into freight_tables (id, farm_id, carrier, number, valid_from, is_demo, made_by, created_at)
       values ($1, null, $2, 1, $3::date, true, 'デモ', $3::date) on conflict do nothing returning id)
     insert into freight_rows (table_id, kind, origin, destination, yen)
     select made.id, r.kind, r.origin, r.destination, r.yen
       from made, jsonb_to_recordset($4::jsonb) as r (kind text, origin text, destination text, yen integer[])`,
    [id, usualCarrier, since, JSON.stringify(rows)],
  )
}
