import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { can, isBuyer } from '#authorization/rules.ts'
import type { FarmId, ProductId, RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import type { Yen } from '#kernel/yen.ts'
import type { OwnTerms } from '#modules/pricing/agreed-price.ts'
import { type CardRow, type ProductCard, plainColumns, toCard } from './product-cards.server.ts'

/** What the card of a product shows to everyone: without the price of one restaurant. */
type PlainCard = Omit<CardRow, 'own'>

const keptCard = keptRows<PlainCard>({
  channel: 'catalogue',
  all: 'everything',
  tagsOf: ({ id, farmId }) => [`product:${id}`, `farm:${farmId}`],
  most: 10_000,
})

/**
 * The cards of these products in this order, from memory as far as they are there (docs/decisions/0097); the viewer's own
 * price is laid over them. What was deleted meanwhile is missing.
 */
export async function cardsOf(ctx: Ctx, ids: readonly ProductId[]): Promise<ProductCard[]> {
  const [cards, ownOf] = await Promise.all([
    keptCard.many(ctx.db, ids, (missing) => readCards(ctx, missing)),
    ownTermsOf(ctx),
  ])
  const finished = can(ctx.actor, 'price.see', null) ? withListPrice : withoutPrice
  return ids.flatMap((id) => {
    const card = cards.get(id)
    if (!card) return []
    const own = ownOf(card.farmId, card.id)
    return [own ? toCard(ctx, { ...card, own }) : finishedOnce(finished, card, () => toCard(ctx, { ...card, own }))]
  })
}

/** Cards as all viewers have them who may see prices, or may not, as long as the row of one is kept. */
const [withListPrice, withoutPrice] = [new WeakMap<PlainCard, ProductCard>(), new WeakMap<PlainCard, ProductCard>()]

function finishedOnce(
  finished: WeakMap<PlainCard, ProductCard>,
  card: PlainCard,
  make: () => ProductCard,
): ProductCard {
  const known = finished.get(card)
  if (known) return known
  const made = make()
  finished.set(card, made)
  return made
}

async function readCards({ db }: Ctx, ids: readonly ProductId[]): Promise<ReadonlyMap<ProductId, PlainCard>> {
  const { rows } = await sql<PlainCard>`
    select ${plainColumns} from products p join farms f on f.id = p.farm_id left join product_stock s on s.product_id = p.id
     where p.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

type OwnPrice = {
  farmId: FarmId
  productId: ProductId | null
  priceYen: Yen | null
  percentOff: number | null
  fromOn: JstDate
  untilOn: JstDate | null
}

const keptOwnPrices = keptRows<{ restaurantId: RestaurantId; byFarm: ReadonlyMap<FarmId, readonly OwnPrice[]> }>({
  channel: 'catalogue',
  all: 'everything',
  tagsOf: ({ restaurantId }) => [`restaurant:${restaurantId}`],
  most: 2_000,
})

/** What farms have agreed with the viewer's restaurant as of today; the same as `termsForActor` in SQL. */
export async function ownTermsOf(ctx: Ctx): Promise<(farmId: FarmId, productId: ProductId) => OwnTerms | null> {
  const { actor } = ctx
  if (!isBuyer(actor) || !can(actor, 'price.see', null)) return () => null
  const { restaurantId } = actor
  const today = jstDateOf(ctx.now)
  const { byFarm } = await keptOwnPrices.one(ctx.db, restaurantId, async () => ({
    restaurantId,
    byFarm: Map.groupBy(await readOwnPrices(ctx, restaurantId), ({ farmId }) => farmId),
  }))
  return (farmId, productId) => {
    const held = (byFarm.get(farmId) ?? []).filter(
      (price) =>
        (price.productId === null || price.productId === productId) &&
        price.fromOn <= today &&
        (price.untilOn === null || today <= price.untilOn),
    )
    if (held.length === 0) return null
    const [price] = held.flatMap(({ priceYen }) => (priceYen === null ? [] : [priceYen])).toSorted((a, b) => a - b)
    const percents = held.flatMap(({ percentOff }) => (percentOff === null ? [] : [percentOff]))
    return {
      priceYen: price ?? null,
      percentOff: percents.length > 0 ? Math.max(...percents) : null,
    }
  }
}

const readOwnPrices = ({ db }: Ctx, restaurantId: RestaurantId): Promise<OwnPrice[]> =>
  db
    .selectFrom('ownPrices')
    .select(['farmId', 'productId', 'priceYen', 'percentOff', 'fromOn', 'untilOn'])
    .where('restaurantId', '=', restaurantId)
    .where('endedAt', 'is', null)
    .execute()

const keptFavourites = keptRows<{ personId: string; farms: string }>({
  channel: 'catalogue',
  all: 'everything',
  tagsOf: ({ personId }) => [`person:${personId}`],
  most: 5_000,
})

/** The farms that the viewer follows, as one text: what counts of favourites depend on. Empty without any. */
export async function favouriteFarmsText({ actor, db }: Ctx): Promise<string> {
  if (!('personId' in actor)) return ''
  const { personId } = actor
  const kept = await keptFavourites.one(db, personId, async () => {
    const rows = await db
      .selectFrom('favourites')
      .select('farmId')
      .where('personId', '=', personId)
      .where('farmId', 'is not', null)
      .orderBy('farmId')
      .execute()
    return { personId, farms: rows.map(({ farmId }) => farmId).join(' ') }
  })
  return kept.farms
}
