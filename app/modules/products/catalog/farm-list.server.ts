import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Method } from '#kernel/enums.ts'
import { isHoliday } from '#kernel/holidays.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { type PrefCode, parsePrefCode, prefectures, zoneOf } from '#kernel/place.ts'
import { ratingOfNone, type StarSum } from '#kernel/review-enums.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { defaultMaxHeldDays, deliveryDays } from '#modules/delivery/delivery-days.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import { type Destination, farmsArrivingOn, theseFarms } from './arriving-farms.server.ts'
import type { FarmWish } from './farm-filter.ts'
import type { FavouriteFarm } from './favourites.server.ts'
import { policyColumns, policyOf, vacationsOf } from './shipping-rules.server.ts'

export type ListedFarm = FavouriteFarm & {
  methods: Method[]
  /** Some of its products, as shown to all viewers; never a price. */
  some: { id: ProductId; name: string; picture: string }[]
  /** How reliably it ships what was ordered; null while unknown. */
  fillPercent: number | null
  /** Its rating by kitchens; null while there is none. */
  stars: StarSum | null
  /** The first day on which it can deliver chilled products to the kitchen. */
  firstDay: JstDate | null
}

export type FarmPage = {
  farms: ListedFarm[]
  count: number
  /** How many each prefecture has, regardless of the chosen location. */
  places: Partial<Record<PrefCode, number>>
  next: FarmId | null
}

const perPage = 24
const someGoods = 3

type Row = Omit<ListedFarm, 'firstDay'> & Parameters<typeof policyOf>[0] & { total: number; places: FarmPage['places'] }

/** Approved farms by name or by rating, filtered by products and location; two queries, two more for a delivery day. */
export const listFarms = query(
  'public',
  async (ctx: Ctx, wish: FarmWish, to: Destination | null): Promise<FarmPage> => {
    const grows = [
      ...(wish.category ? [sql`s.category = ${wish.category}`] : []),
      ...(wish.method ? [sql`s.method = ${wish.method}`] : []),
    ]
    const conditions: RawBuilder<unknown>[] = [isPublicFarm('f')]
    if (grows.length > 0)
      conditions.push(
        sql`exists (select from product_search s where s.farm_id = f.id and s.visible and ${sql.join(grows, sql` and `)})`,
      )
    if (wish.favourites)
      conditions.push(
        'personId' in ctx.actor
          ? sql`exists (select from favourites k where k.farm_id = f.id and k.person_id = ${ctx.actor.personId})`
          : sql`false`,
      )
    if (wish.on && to) {
      const arriving = await farmsArrivingOn(ctx, to, wish.on)
      conditions.push(sql`f.id in ${theseFarms([...arriving.values()])}`)
    }
    const codes = prefectures
      .filter(
        ({ code, region }) =>
          (!wish.prefecture || code === wish.prefecture) && (!wish.region || region === wish.region),
      )
      .map(({ code }) => code)
    const isRated = wish.sort === 'rated'
    const order = isRated ? sql`page.rating desc, page.id desc` : sql`page.kana, page.id`
    const behind = !wish.after
      ? sql`true`
      : isRated
        ? sql`(page.rating, page.id) < (select coalesce(max(rating), ${ratingOfNone}), ${wish.after}::uuid from farm_stars where farm_id = ${wish.after})`
        : sql`(page.kana, page.id) > (select kana, id from farms where id = ${wish.after})`
    const { rows } = await sql<Row>`
    with matching as materialized (
      select f.id, f.kana, f.prefecture_code, coalesce(t.rating, ${ratingOfNone}) as rating
        from farms f left join farm_stars t on t.farm_id = f.id where ${sql.join(conditions, sql` and `)}
    ), here as materialized (
      select id, kana, rating from matching where prefecture_code = any (${codes}::text[])
    ), page as (
      select page.* from here page
       where ${behind}
       order by ${order} limit ${perPage + 1}
    )
    select (select count(*)::int from here) as total,
           (select coalesce(json_object_agg(prefecture_code, n), '{}')
              from (select prefecture_code, count(*)::int as n from matching group by 1) it) as places,
           f.id, f.name, f.crest, f.place, f.prefecture_code as "prefectureCode", f.picture,
           ${sql.join(policyColumns.map((column) => sql.ref(`f.${column}`)))},
           (select count(*)::int from product_search s where s.farm_id = f.id and s.visible) as goods,
           (select coalesce(array_agg(distinct s.method), '{}') from product_search s
             where s.farm_id = f.id and s.visible and s.method <> 'conventional') as methods,
           (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'picture', p.picture)
                                     order by few.score desc, p.id desc), '[]')
              from (select s.product_id, s.score from product_search s where s.farm_id = f.id and s.visible
                     order by s.score desc, s.product_id desc limit ${someGoods}) few
              join products p on p.id = few.product_id) as some,
           g.fill_percent as "fillPercent",
           (select json_build_object('stars', t.stars, 'reviews', t.reviews) from farm_stars t where t.farm_id = f.id) as stars
      from (select 1) one left join page on true left join farms f on f.id = page.id
      left join farm_figures g on g.farm_id = f.id
     order by ${order}`.execute(ctx.db)
    const found = rows.filter((row) => row.id !== null)
    const shown = found.slice(0, perPage)
    const days = to ? await firstDays(ctx, shown, to) : new Map<FarmId, JstDate>()
    return {
      farms: shown.map(
        ({ id, name, crest, place, prefectureCode, picture, goods, methods, some, fillPercent, stars }) => ({
          ...{ id, name, crest, place, prefectureCode, picture, goods, methods, some, fillPercent, stars },
          firstDay: days.get(id) ?? null,
        }),
      ),
      count: rows[0]?.total ?? 0,
      places: rows[0]?.places ?? {},
      next: found.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
    }
  },
)

/** The first day on which each farm can deliver chilled products to the kitchen, within ten days. */
async function firstDays(ctx: Ctx, farms: readonly Row[], to: Destination): Promise<Map<FarmId, JstDate>> {
  const vacations = await vacationsOf(
    ctx,
    farms.map(({ id }) => id),
  )
  return new Map(
    farms.flatMap((farm) => {
      const code = parsePrefCode(farm.prefectureCode)
      const first =
        code &&
        deliveryDays({
          now: ctx.now,
          lead: leadDays({ from: zoneOf(code), to: to.zone, temperature: 'chilled', airAllowed: true }),
          policy: policyOf(farm),
          vacations: vacations.get(farm.id) ?? [],
          kitchen: to.calendar,
          isHoliday,
          maxHeldDays: defaultMaxHeldDays.chilled,
          horizonDays: 10,
        }).find((day) => day.possible)
      return first ? [[farm.id, first.deliveryOn] as const] : []
    }),
  )
}

/** A farm whose box the buyer may want to fill: from the cart, the favourites, or the last orders. */
export type NearFarm = { id: FarmId; name: string; crest: string }

const nearMost = 12
const nearDays = 90

/**
 * Farms the user buys from or has as favourites, those of the cart first; for visitors the most ordered ones. One
 * query.
 */
export async function farmsAtHand(ctx: Ctx, inCart: readonly FarmId[], asked: FarmId | null): Promise<NearFarm[]> {
  const { actor } = ctx
  const since = addDays(jstDateOf(ctx.now), -nearDays)
  const ordered =
    actor.kind === 'buyer'
      ? sql`(select count(*) from orders o where o.farm_id = f.id and o.restaurant_id = ${actor.restaurantId} and o.placed_at >= ${since}::date)`
      : sql`coalesce((select g.orders from farm_figures g where g.farm_id = f.id), 0)`
  const kept =
    'personId' in actor
      ? sql`exists (select from favourites k where k.farm_id = f.id and k.person_id = ${actor.personId})`
      : sql`false`
  const { rows } = await sql<NearFarm>`
    select id, name, crest from (
      select f.id, f.name, f.crest, f.kana, f.id = ${asked}::uuid as asked, f.id = any (${inCart}::uuid[]) as in_cart,
             ${kept} as kept, ${ordered} as times
        from farms f where ${isPublicFarm('f')}) it
     where asked or in_cart or kept or times > 0
     order by asked is true desc, in_cart desc, kept desc, times desc, kana, id limit ${nearMost}`.execute(ctx.db)
  return rows
}
