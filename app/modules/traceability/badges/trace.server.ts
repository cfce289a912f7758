import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Category } from '#kernel/enums.ts'
import type { FarmId } from '#kernel/ids.ts'
import { type JstDate, momentOf } from '#kernel/jst.ts'
import { photoPictureName } from '#kernel/picture-name.ts'
import { type PrefCode, parsePrefCode } from '#kernel/place.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { ShareCard } from '#modules/products/catalog/share-card.server.ts'
import type { BadgeRule, FarmProof, ShopBadge } from './badge.ts'
import { cameToSomething, isInSeason, organicCertificates } from './badge-inputs.server.ts'
import type { OrganicCertificate } from './prove-badges.ts'
import { badgeAtAddress } from './shop-badges.server.ts'
import { guestWords } from './trace/labels.ts'
import { produceName } from './trace/produce-names.ts'
import { goodsName, withoutPrices } from './trace/without-prices.ts'

/**
 * A kind of product that a restaurant received from a farm. Contains no price and no quantity, so none can be shown.
 */
export type TracedGoods = {
  name: string
  itemKey: string
  category: Category
  picture: string
  seasonMonths: number[]
  peakMonths: number[]
  /** Of the lot that came last, and the day on which it came. */
  harvestedOn: JstDate
  deliveredOn: JstDate
}

export type TracedFarm = Pick<FarmProof, 'farmId' | 'name' | 'crest' | 'deliveries' | 'firstOn' | 'lastOn'> & {
  kana: string
  prefecture: PrefCode | null
  /** 八代: as the farm writes it, in Japanese. */
  place: string
  story: string
  /** Its newest photo, or the farm's drawing. */
  picture: string
  caption: string
  /** Latest delivery first. */
  goods: TracedGoods[]
}

export type TracePage =
  | {
      state: 'valid'
      token: string
      rule: BadgeRule
      shop: string
      from: JstDate
      until: JstDate
      /** The day stated on the printed badge (badge.ts). */
      wholeUntil: JstDate
      percent: number | null
      farms: TracedFarm[]
    }
  | { state: 'ended'; token: string; rule: BadgeRule; shop: string; from: JstDate; until: JstDate }

/**
 * What a guest reads about a badge: the badge, and for each farm that it shows what the kitchen received. Only products
 * with a known lot that count for the rule, so that the page says nothing that the badge does not prove. Products that
 * the farm shows to chosen kitchens only are left out, because the page is public. null: no such address. One query
 * besides the badge's, and one for the 有機JAS documents.
 */
export const tracePage = query('public', async (ctx: Ctx, token: string): Promise<TracePage | null> => {
  const found = await badgeAtAddress(ctx, token)
  if (!found || found.state === 'ended') return found
  const { rule, shop, from, until, wholeUntil, percent } = found.badge
  const farms = await tracedFarms(ctx, found.badge)
  return { state: 'valid', token: found.badge.token, rule, shop, from, until, wholeUntil, percent, farms }
})

type ProductRow = TracedGoods & { productId: string; organic: boolean; local: boolean }
type FarmRow = Pick<TracedFarm, 'kana' | 'place' | 'story' | 'picture'> & {
  id: FarmId
  prefecture: string
  photoKey: string | null
  hues: string | null
  caption: string | null
  goods: ProductRow[]
}

/**
 * The farms that a badge shows, in its order. Of each product the newest delivery of every month in the badge's window,
 * because whether it was in season depends on the month; the same lines count as in badge-inputs.server.ts.
 */
async function tracedFarms(ctx: Ctx, badge: ShopBadge): Promise<TracedFarm[]> {
  const shown = badge.farms.filter((farm) => farm.shown)
  if (shown.length === 0) return []
  const { rows } = await sql<FarmRow>`
    select f.id, f.kana, f.prefecture_code as prefecture, f.place, f.story, f.picture,
           newest.photo_key as "photoKey", newest.hues, newest.caption, received.goods
      from farms f
      left join lateral (
        select fp.photo_key, fp.caption, p.hues from farm_photos fp join photos p on p.key = fp.photo_key
         where fp.of = f.id and p.shown_at is not null and p.hues is not null
         order by p.created_at desc, fp.ordinal limit 1) newest on true
     cross join lateral (
        select coalesce(json_agg(g order by g."deliveredOn" desc, g.name), '[]') as goods from (
          select distinct on (l.product_id, l.method, date_trunc('month', here.day))
                 l.product_id as "productId", l.name, l.item_key as "itemKey", l.category, l.picture,
                 p.season_months as "seasonMonths", p.peak_months as "peakMonths",
                 lots.harvested_on as "harvestedOn", here.day as "deliveredOn",
                 l.method = 'jas_organic' as organic, f.prefecture_code = k.prefecture_code as local
            from orders o
           cross join lateral (select (o.delivered_at at time zone 'Asia/Tokyo')::date as day) here
            join kitchens k on k.id = o.kitchen_id
            join order_lines l on l.order_id = o.id
            join products p on p.id = l.product_id
            join line_lots on line_lots.order_line_id = l.id
            join lots on lots.id = line_lots.lot_id
           where o.restaurant_id = ${badge.restaurantId} and o.farm_id = f.id and o.state in ('inspected', 'finalized')
             and o.delivered_at >= ${momentOf(badge.from, 0)}
             and l.received_qty > 0 and coalesce(l.received_grams, 1) > 0 and not l.free and p.audience = 'everybody'
             and ${cameToSomething}
             and not exists (select from claims c where c.order_id = o.id and (c.whole_order or (c.order_line_id = l.id
                                and c.state in ('opened', 'answered', 'escalated', 'decided'))))
           order by l.product_id, l.method, date_trunc('month', here.day), o.delivered_at desc, lots.harvested_on desc
        ) g) received
     where f.id = any (${shown.map(({ farmId }) => farmId)}::uuid[])`.execute(ctx.db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const papers = badge.rule === 'organic' ? await organicCertificates(ctx.db, [...byId.keys()]) : []
  return shown.flatMap(({ farmId, name, crest, deliveries, firstOn, lastOn }) => {
    const row = byId.get(farmId)
    return row
      ? [{ farmId, name, crest, deliveries, firstOn, lastOn, ...factsOf(row), goods: goodsOf(row, badge.rule, papers) }]
      : []
  })
}

const factsOf = ({ kana, prefecture, place, story, picture, photoKey, hues, caption }: FarmRow) => ({
  kana,
  prefecture: parsePrefCode(prefecture),
  place,
  story: withoutPrices(story),
  picture: photoKey && hues ? photoPictureName(photoKey, hues) : picture,
  caption: withoutPrices(caption ?? ''),
})

/** What counts for the rule, each product once, with its latest delivery. */
function goodsOf(
  { id, goods, prefecture }: FarmRow,
  rule: BadgeRule,
  papers: readonly OrganicCertificate[],
): TracedGoods[] {
  const own = papers.filter(({ farmId }) => farmId === id)
  const counting = goods.filter((one) => counts[rule](one, prefecture, own))
  const firstOf = new Map(counting.toReversed().map((one) => [one.productId, one]))
  return counting.filter((one) => firstOf.get(one.productId) === one).map(onlyShown)
}

type Counts = (goods: ProductRow, prefecture: string, papers: readonly OrganicCertificate[]) => boolean
const counts: Record<BadgeRule, Counts> = {
  farms: () => true,
  organic: ({ organic, deliveredOn }, _, papers) =>
    organic && papers.some(({ from, until }) => from <= deliveredOn && deliveredOn <= until),
  prefecture: ({ local }) => local,
  season: ({ itemKey, deliveredOn }, prefecture) => isInSeason(itemKey, prefecture, deliveredOn),
}

const onlyShown = (row: ProductRow): TracedGoods => ({
  name: goodsName(row.name, produceName(row.itemKey, 'ja') ?? ''),
  itemKey: row.itemKey,
  category: row.category,
  picture: row.picture,
  seasonMonths: row.seasonMonths,
  peakMonths: row.peakMonths,
  harvestedOn: row.harvestedOn,
  deliveredOn: row.deliveredOn,
})

/** The badge as a picture for sharing its page; null if it is not valid. Four queries. */
export const traceShareCard = query('public', async (ctx: Ctx, token: string): Promise<ShareCard | null> => {
  const page = await tracePage(ctx, token)
  if (page?.state !== 'valid') return null
  const { before, figure, after } = guestWords.ja.claim(page.rule, page.percent ?? page.farms.length)
  const [first] = page.farms
  return {
    title: page.shop,
    lines: [`${before}${figure}${after}`, page.farms.map(({ name }) => name).join('・')].filter(Boolean),
    crest: first?.crest ?? '畝',
    picture: `${first?.picture ?? 'farm-01'}-1600`,
    category: first?.goods[0]?.category ?? null,
  }
})
