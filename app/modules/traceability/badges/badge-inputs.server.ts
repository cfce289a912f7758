import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Method, Part } from '#kernel/enums.ts'
import type { Grams } from '#kernel/grams.ts'
import type { DocumentId, FarmId, RestaurantId } from '#kernel/ids.ts'
import { addDays, type JstDate, momentOf, monthOf } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import type { Yen } from '#kernel/yen.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import { amountOf } from '#modules/pricing/line-terms.ts'
import { findItem } from '#modules/products/catalog/produce.ts'
import type { BadgeRule } from './badge.ts'
import { publishedRules } from './badge-rules.ts'
import { type BadgeInputs, type OrganicCertificate, type ReceivedDelivery, windowFrom } from './prove-badges.ts'

export type FarmFacts = { id: FarmId; name: string; crest: string; place: string; trading: boolean }
export type CertificateFacts = OrganicCertificate & { id: DocumentId; authority: string; number: string }

/** Everything that the badges of one restaurant are calculated from, and the names of its farms. */
export type KnownInputs = Omit<BadgeInputs, 'certificates'> & {
  farms: ReadonlyMap<FarmId, FarmFacts>
  certificates: readonly CertificateFacts[]
}

/** The longest window of all rules. */
const mostMonths = Math.max(...Object.values(publishedRules).map(({ months }) => months))

type Of = { restaurantId: RestaurantId; trading: boolean; left: BadgeInputs['left'] }

/**
 * What a restaurant received up to a day, and the documents of the farms that sent it: two queries. Read again each
 * time, so a badge ends as soon as its basis is gone.
 *
 * A line counts with its amount after claims and corrections. It does not count if nothing of it was received or its
 * amount is zero, if it was free, while a claim about it is open (a bill that is closed meanwhile shows it as sent),
 * and in parcels that came back.
 */
export async function badgeInputs(
  db: DbOrTx,
  { restaurantId, trading, left }: Of,
  day: JstDate,
  from = windowFrom(day, mostMonths),
): Promise<KnownInputs> {
  const orders = await receivedOrders(db, restaurantId, from, day)
  const farms = new Map(orders.map(({ farm }) => [farm.id, farmFacts(farm)]))
  const certificates = await organicCertificates(db, [...farms.keys()])
  return {
    trading,
    left,
    farms,
    certificates,
    tradingFarms: new Set([...farms.values()].filter((farm) => farm.trading).map(({ id }) => id)),
    deliveries: orders.map(asDelivery),
  }
}

type FarmRow = { id: FarmId; name: string; crest: string; place: string; prefecture: string; trading: boolean }
type LineRow = {
  method: Method
  item: string
  catchWeight: boolean
  nominalGrams: Grams | null
  tolerancePercent: number | null
  priceYen: Yen
  taxPercent: number
  qty: number
  grams: Grams | null
  missing: Part | null
  /** null: not billed yet. */
  billedYen: number | null
  /** What claims will deduct from that bill, and what corrections have deducted or added. */
  offYen: number
  correctedYen: number
  lots: string[]
}
type OrderRow = { day: JstDate; kitchenPrefecture: string; farm: FarmRow; lines: LineRow[] }

async function receivedOrders(db: DbOrTx, restaurantId: RestaurantId, from: JstDate, to: JstDate): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select (o.delivered_at at time zone 'Asia/Tokyo')::date as day, k.prefecture_code as "kitchenPrefecture",
           json_build_object('id', f.id, 'name', f.name, 'crest', f.crest, 'place', f.place,
                             'prefecture', f.prefecture_code, 'trading', ${isPublicFarm('f')}) as farm,
           received.lines
      from orders o
      join farms f on f.id = o.farm_id
      join kitchens k on k.id = o.kitchen_id
     cross join lateral (
       select json_agg(json_build_object(
                'method', l.method, 'item', l.item_key, 'catchWeight', l.catch_weight,
                'nominalGrams', l.nominal_grams, 'tolerancePercent', l.tolerance_percent,
                'priceYen', l.price_yen, 'taxPercent', l.tax_percent, 'qty', l.received_qty, 'grams', l.received_grams,
                'missing', case when l.received_missing is not null
                  then json_build_object('count', l.received_missing, 'of', l.received_missing_of) end,
                'billedYen', l.billed_yen,
                'offYen', (select coalesce(sum(e.off_bill_yen), 0) from claim_entries e where e.order_line_id = l.id),
                'correctedYen', (select coalesce(sum(c.yen), 0) from adjustment_lines c where c.order_line_id = l.id),
                'lots', (select coalesce(json_agg(lots.code order by lots.code), '[]')
                           from line_lots join lots on lots.id = line_lots.lot_id
                          where line_lots.order_line_id = l.id)) order by l.ordinal) as lines
         from order_lines l
        where l.order_id = o.id and l.received_qty > 0 and coalesce(l.received_grams, 1) > 0 and not l.free
          and not exists (select from claims c where c.order_line_id = l.id
                             and c.state in ('opened', 'answered', 'escalated', 'decided'))
     ) received
     where o.restaurant_id = ${restaurantId} and o.state in ('inspected', 'finalized')
       and o.delivered_at >= ${momentOf(from, 0)}
       and o.delivered_at < ${momentOf(addDays(to, 1), 0)}
       and received.lines is not null
       and not exists (select from claims c where c.order_id = o.id and c.whole_order)
     order by o.delivered_at, o.id`.execute(db)
  return rows
}

function asDelivery({ day, kitchenPrefecture, farm, lines }: OrderRow): ReceivedDelivery {
  return {
    farmId: farm.id,
    day,
    lines: lines
      .map((line) => ({
        yen: worthOf(line),
        lots: line.lots,
        organic: line.method === 'jas_organic',
        local: farm.prefecture === kitchenPrefecture,
        inSeason: isInSeason(line.item, farm.prefecture, day),
      }))
      .filter(({ yen }) => yen > 0),
  }
}

const worthOf = (line: LineRow): number =>
  line.billedYen === null ? amountOf(line, line) - line.offYen : line.billedYen + line.correctedYen

/**
 * In SQL, of order lines l: the amount is positive, as worthOf calculates it. A line that is not billed yet and has a
 * deduction by a claim does not count before its bill.
 */
export const cameToSomething = sql<boolean>`l.price_yen > 0 and case
  when l.billed_yen is null then not exists (select from claim_entries e where e.order_line_id = l.id and e.off_bill_yen > 0)
  else l.billed_yen + (select coalesce(sum(c.yen), 0) from adjustment_lines c where c.order_line_id = l.id) > 0 end`

/**
 * Whether it is harvested in that month where the farm is (products/catalog/produce.ts); food without a calendar is never in
 * season.
 */
export function isInSeason(itemKey: string, prefectureCode: string, day: JstDate): boolean {
  const code = parsePrefCode(prefectureCode)
  const item = findItem(itemKey)
  return code !== null && (item?.season[prefectureOf(code).seasonRegion].includes(monthOf(day)) ?? false)
}

function farmFacts({ prefecture, ...farm }: FarmRow): FarmFacts {
  const code = parsePrefCode(prefecture)
  const place = [code ? prefectureOf(code).shortName : '', farm.place].filter(Boolean).join('・')
  return { id: farm.id, name: farm.name, crest: farm.crest, place, trading: farm.trading }
}

/**
 * The certificates that count for 有機JAS: of a farm that states this method, all documents that it ever assigned as
 * proof of it, so that last year's still counts for last year. Only those that staff have checked, with a last day; a
 * removed document counts for no day. Without a day of issue it counts from the day on which staff checked it.
 */
export async function organicCertificates(db: DbOrTx, farmIds: readonly FarmId[]): Promise<CertificateFacts[]> {
  if (farmIds.length === 0) return []
  const { rows } = await sql<CertificateFacts>`
    select d.id, d.farm_id as "farmId", d.authority, d.number, d.expires_on as until,
           coalesce(d.issued_on, (d.checked_at at time zone 'Asia/Tokyo')::date) as from
      from farm_methods m
      join method_papers named on named.farm_id = m.farm_id and named.method = m.method
      join documents d on d.id = named.document_id and d.farm_id = m.farm_id and d.kind = 'certificate'
     where m.farm_id = any (${farmIds}::uuid[]) and m.method = 'jas_organic' and m.document_id is not null
       and d.removed_at is null and d.checked_at is not null and d.expires_on is not null
     order by d.expires_on, d.id`.execute(db)
  return rows
}

/** The farms that a restaurant hides, as the rules read them. */
export function leftFarms(rows: readonly { rule: BadgeRule; left: readonly FarmId[] }[]): BadgeInputs['left'] {
  return Object.fromEntries(rows.map(({ rule, left }) => [rule, new Set(left)]))
}
