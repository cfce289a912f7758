import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { isKept } from '#kernel/changes.ts'
import type { ShownTo, StatedAllergen } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { isHoliday } from '#kernel/holidays.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { type PrefCode, parsePrefCode, prefectureOf, type Zone } from '#kernel/place.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import {
  type DeliveryDay,
  defaultMaxHeldDays,
  deliveryDays,
  type ShippingPolicy,
} from '#modules/delivery/delivery-days.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import { registrationOn } from '#modules/organisations/registration/registrations.server.ts'
import type { Destination } from './arriving-farms.server.ts'
import type { ProductFacts } from './food-facts/food-facts.ts'
import { labelFacts } from './food-facts/food-label.ts'
import { originOf } from './food-facts/printed-facts.ts'
import { ownTermsOf } from './kept-cards.server.ts'
import { existsFor, notPutAway } from './price-terms.server.ts'
import { type CardRow, cardColumns, type ProductCard, plainColumns, toCard } from './product-cards.server.ts'
import { listProducts } from './product-list.server.ts'
import { policyOf } from './shipping-rules.server.ts'

export type FarmPanel = {
  id: FarmId
  name: string
  crest: string
  place: string
  prefecture: string
  prefectureCode: PrefCode
  city: string
  representative: string
  story: string
  picture: string
  zone: Zone
  policy: ShippingPolicy
  freeFreightFromYen: Yen | null
  minOrderYen: Yen
  vacations: { from: JstDate; to: JstDate }[]
  registered: boolean
}

export type ProductDetail = ProductCard & {
  description: string
  contents: string
  allergens: StatedAllergen[]
  /** Where it is from: 長野県, 三陸沖. */
  origin: string
  /** What else the law wants to be said of it, in words. */
  facts: { label: string; value: string }[]
  grade: string
  storageNote: string
  tasteNote: string
  packingNote: string
  seasonMonths: number[]
  peakMonths: number[]
  airAllowed: boolean
  listed: boolean
  /** Shown only to chosen restaurants. */
  hidden: boolean
  farmPanel: FarmPanel
  newestLot: { code: string; harvestedOn: JstDate } | null
  days: DeliveryDay[]
  alsoFromFarm: ProductCard[]
}

type DetailRow = CardRow & {
  description: string
  contents: string
  allergens: StatedAllergen[]
  facts: ProductFacts
  itemKey: string
  variety: string
  grade: string
  storageNote: string
  tasteNote: string
  packingNote: string
  seasonMonths: number[]
  peakMonths: number[]
  airAllowed: boolean
  status: string
  audience: ShownTo
  farmStatus: string
  lapsed: boolean
  lot: { code: string; harvestedOn: JstDate } | null
} & FarmColumns

type FarmColumns = {
  representative: string
  story: string
  city: string
  farmPicture: string
  shipWeekdays: ShippingPolicy['shipWeekdays']
  shipsOnHolidays: boolean
  packingMinute: number
  cutoffHoursBeforePacking: number
  answerHoursAfterCutoff: number
  freeFreightFromYen: Yen | null
  minOrderYen: Yen
  registered: boolean
  vacations: { from: JstDate; to: JstDate }[]
}

const farmColumns = (
  today: JstDate,
) => sql`f.representative, f.story, f.city, f.picture as farm_picture, f.ship_weekdays,
  f.ships_on_holidays, f.packing_minute, f.cutoff_hours_before_packing, f.answer_hours_after_cutoff,
  f.free_freight_from_yen, f.min_order_yen, ${registrationOn(sql`f.id`, today)} is not null as registered,
  (select coalesce(json_agg(json_build_object('from', v.from_on, 'to', v.to_on) order by v.from_on), '[]')
     from farm_vacations v where v.farm_id = f.id and v.to_on >= ${today}::date) as vacations`

/**
 * One product with its farm, its newest harvest and the possible delivery days for the kitchen. Products that are not
 * on sale now, or of a farm that is not approved, still exist for signed-in users; archived ones only for the farm and
 * for staff: buyers find them in their orders. Two queries.
 */
export const productDetail = query(
  'public',
  async (ctx: Ctx, id: ProductId, to: Destination | null): Promise<ProductDetail> => {
    const row = (await openRow(ctx, id)) ?? (await readRow(ctx, id))
    if (!row) throw new NotFound('product')
    const farmPanel = toPanel(row)
    const { products } = await listProducts(ctx, { farmId: row.farmId, limit: 7 })
    return {
      ...toCard(ctx, row),
      description: row.description,
      contents: row.contents,
      allergens: row.allergens,
      origin: originOf(row.facts, farmPanel.prefecture),
      facts: factsOnPage(row, farmPanel.prefecture),
      grade: row.grade,
      storageNote: row.storageNote,
      tasteNote: row.tasteNote,
      packingNote: row.packingNote,
      seasonMonths: row.seasonMonths,
      peakMonths: row.peakMonths,
      airAllowed: row.airAllowed,
      listed: row.status === 'listed' && row.farmStatus === 'approved' && !row.lapsed,
      hidden: row.audience === 'chosen',
      farmPanel,
      newestLot: row.lot,
      days: to ? daysFor(ctx, farmPanel, to, { temperature: row.temperature, airAllowed: row.airAllowed }) : [],
      alsoFromFarm: products.filter((product) => product.id !== id).slice(0, 6),
    }
  },
)

const detailColumns = (today: JstDate) => sql`p.description, p.contents, p.allergens, p.facts, p.item_key, p.variety,
  p.grade, p.storage_note, p.taste_note, p.packing_note, p.season_months, p.peak_months, p.air_allowed, p.status, p.audience,
  f.status as farm_status, goods_lapsed(p.farm_id, p.category, p.item_key) as lapsed, ${farmColumns(today)},
  (select json_build_object('code', l.code, 'harvestedOn', l.harvested_on) from lots l
    where l.product_id = p.id order by l.harvested_on desc limit 1) as lot`

async function readRow(ctx: Ctx, id: ProductId): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${cardColumns(ctx)}, ${detailColumns(jstDateOf(ctx.now))}
      from products p join farms f on f.id = p.farm_id left join product_stock s on s.product_id = p.id
     where p.id = ${id} and ${productIsThere(ctx)}`.execute(ctx.db)
  return rows[0]
}

const keptRow = keptRows<Omit<DetailRow, 'own'>>({
  channel: 'catalogue',
  all: 'everything',
  tagsOf: ({ id, farmId }) => [`product:${id}`, `farm:${farmId}`],
  most: 3_000,
})

/**
 * The same from memory, with the viewer's own price laid over it. Only of products that are on sale to everyone: what
 * may be hidden from a viewer is never kept, and `readRow` decides.
 */
async function openRow(ctx: Ctx, id: ProductId): Promise<DetailRow | null> {
  if (!(await isKept(ctx.db))) return null
  const today = jstDateOf(ctx.now)
  const row = await keptRow.one(ctx.db, `${id} ${today}`, async () => {
    const { rows } = await sql<Omit<DetailRow, 'own'>>`
      select ${plainColumns}, ${detailColumns(today)}
        from products p join farms f on f.id = p.farm_id left join product_stock s on s.product_id = p.id
       where p.id = ${id} and p.audience = 'everybody' and p.status = 'listed' and ${isPublicFarm('f')}
         and not goods_lapsed(p.farm_id, p.category, p.item_key)`.execute(ctx.db)
    return rows[0] ?? null
  })
  return row && { ...row, own: (await ownTermsOf(ctx))(row.farmId, row.id) }
}

function factsOnPage(row: DetailRow, prefecture: string): ProductDetail['facts'] {
  const { facts, sentences } = labelFacts('page', row, [], prefecture)
  return [...facts.map(([label, value]) => ({ label, value })), ...sentences.map((value) => ({ label: '表示', value }))]
}

/** In SQL, of products p and farms f: whether the actor may see the product. */
export const productIsThere = (ctx: Ctx): RawBuilder<unknown> => sql`p.status <> 'draft' and ${existsFor(ctx, 'p')}
       and ${notPutAway(ctx, 'p')}
       and (${ctx.actor.kind !== 'visitor'} or (p.status in ('listed', 'sold_out', 'paused') and ${isPublicFarm('f')}
            and not goods_lapsed(p.farm_id, p.category, p.item_key)))`

/** One farm with its shipping rules and its products. Two queries. */
export const farmDetail = query('public', async (ctx: Ctx, id: FarmId, to: Destination | null) => {
  const { rows } = await sql<
    FarmColumns & { id: FarmId; name: string; crest: string; place: string; prefectureCode: string }
  >`
    select f.id, f.name, f.crest, f.place, f.prefecture_code, ${farmColumns(jstDateOf(ctx.now))}
      from farms f where f.id = ${id} and ${isPublicFarm('f')}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new NotFound('farm')
  const panel = toPanel({ ...row, farmId: row.id, farmName: row.name })
  return {
    ...panel,
    days: to ? daysFor(ctx, panel, to, { temperature: 'chilled', airAllowed: true }) : [],
    products: await listProducts(ctx, { farmId: id, limit: 48 }),
  }
})

function toPanel(
  row: FarmColumns & { farmId: FarmId; farmName: string; crest: string; place: string; prefectureCode: string },
): FarmPanel {
  const code = parsePrefCode(row.prefectureCode)
  if (!code) throw new RangeError(`not a prefecture: ${row.prefectureCode}`)
  const prefecture = prefectureOf(code)
  return {
    id: row.farmId,
    name: row.farmName,
    crest: row.crest,
    place: row.place,
    prefecture: prefecture.name,
    prefectureCode: code,
    city: row.city,
    representative: row.representative,
    story: row.story,
    picture: row.farmPicture,
    zone: prefecture.zone,
    policy: policyOf(row),
    freeFreightFromYen: row.freeFreightFromYen,
    minOrderYen: row.minOrderYen,
    vacations: row.vacations,
    registered: row.registered,
  }
}

const daysFor = (
  ctx: Ctx,
  farm: FarmPanel,
  to: Destination,
  goods: { temperature: ProductCard['temperature']; airAllowed: boolean },
): DeliveryDay[] =>
  deliveryDays({
    now: ctx.now,
    lead: leadDays({ from: farm.zone, to: to.zone, ...goods }),
    policy: farm.policy,
    vacations: farm.vacations,
    kitchen: to.calendar,
    isHoliday,
    maxHeldDays: defaultMaxHeldDays[goods.temperature],
    horizonDays: 10,
  })
