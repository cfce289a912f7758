import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId, ProductId, RequestAnswerId } from '#kernel/ids.ts'
import { yen, zeroYen } from '#kernel/yen.ts'
import { zoneOfPrefecture } from '#modules/cart/cart-store.server.ts'
import { openOrdersOf } from '#modules/cart/open-orders.server.ts'
import {
  type CartFarm,
  type CartKitchen,
  type CartLine,
  type FarmProblem,
  type QuotedFarm,
  quoteCart,
} from '#modules/cart/quote.ts'
import { freightOfFarms, noFreight } from '#modules/delivery/freight-of-farms.server.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { termsForActor } from '#modules/products/catalog/price-terms.server.ts'
import { policyColumns, policyOf, vacationsOf } from '#modules/products/catalog/shipping-rules.server.ts'
import { kitchenThatAsks } from './farms-to-ask.server.ts'
import { type Offer, oneOffGoods } from './one-off-goods.ts'
import type { RequestRefusal } from './refusal-text.ts'
import type { AnswerRow, RequestRow } from './request-store.server.ts'

/** An answer with an offer. */
export type OfferedAnswer = Pick<AnswerRow, 'id' | 'farmId' | 'words' | 'version'> & { offer: Offer }

export function offerOf(row: AnswerRow): Offer | null {
  const { priceYen, qty, deliveryOn, method, temperature, boxSize } = row
  if (row.state !== 'offered') return null
  if (priceYen === null || qty === null || deliveryOn === null) return null
  if (method === null || temperature === null || boxSize === null) return null
  return { priceYen: priceYen, qty, deliveryOn: deliveryOn, method, temperature, boxSize: boxSize }
}

export const askedFor = (request: RequestRow) => ({
  id: request.id,
  words: request.words,
  itemKey: request.itemKey,
  category: request.category,
  unitLabel: request.unitLabel,
})

/**
 * What each answer would cost and when it would arrive if it were accepted now, by the engine of the cart; six
 * queries.
 */
export async function quoteAnswers(
  ctx: Ctx,
  request: RequestRow,
  answers: readonly OfferedAnswer[],
): Promise<Map<RequestAnswerId, QuotedFarm>> {
  if (answers.length === 0) return new Map()
  const kitchen = await kitchenThatAsks(ctx, request.kitchenId)
  const farms = await farmsOf(ctx, { request, kitchen }, [...new Set(answers.map(({ farmId }) => farmId))])
  const rates = await taxRates(ctx)
  return new Map(
    answers.flatMap(({ id, farmId, offer }) => {
      const found = farms.get(farmId)
      if (!found) return []
      const { farm, own } = found
      const line: CartLine = { ...lineOf(request, offer), own, listed: farm.approved && !found.lapsed }
      const chosen = { ...farm, chosenDay: offer.deliveryOn, lines: [line] }
      const [quoted] = quoteCart({ now: ctx.now, kitchen, wishedOn: null, farms: [chosen], taxRates: rates }).farms
      return quoted ? [[id, quoted] as const] : []
    }),
  )
}

/** The product of an offer as it would be in the cart. */
function lineOf(request: RequestRow, offer: Offer): Omit<CartLine, 'own' | 'listed'> {
  const goods = oneOffGoods(askedFor(request), offer)
  return {
    // there is no product before it is accepted
    productId: request.id as string as ProductId,
    qty: goods.qty,
    onShortage: 'ship_what_there_is',
    shortageTerms: {},
    seenPriceYen: goods.priceYen,
    name: goods.name,
    packLabel: goods.packLabel,
    unitLabel: goods.unitLabel,
    picture: goods.picture,
    category: goods.category,
    temperature: goods.temperature,
    airAllowed: true,
    taxKind: goods.taxKind,
    listYen: goods.priceYen,
    tiers: [],
    catchWeight: false,
    netGrams: null,
    tolerancePercent: null,
    grossGrams: goods.grossGrams,
    sizePoints: goods.sizePoints,
    ownCarton: false,
    orderStep: 1,
    minQty: 1,
    maxQty: goods.qty,
    availableQty: goods.qty,
    heldElsewhere: 0,
    heldUntil: null,
    harvest: null,
  }
}

/** The farms as the cart reads them, with what they have agreed with this restaurant for all of their products. */
type Asking = { request: RequestRow; kitchen: CartKitchen }

async function farmsOf(ctx: Ctx, { request, kitchen }: Asking, farmIds: readonly FarmId[]) {
  const terms = termsForActor(ctx, 'p')
  const rows = await ctx.db
    .selectFrom('farms')
    .innerJoinLateral(sql<{ id: ProductId }>`(select null::uuid as id, farms.id as farm_id)`.as('p'), (join) =>
      join.onTrue(),
    )
    .select([
      'farms.id',
      'farms.name',
      'farms.crest',
      'farms.place',
      'farms.prefectureCode',
      'farms.status',
      'farms.freeFreightFromYen',
      'farms.minOrderYen',
      'farms.autoAccept',
      'farms.lateCancelPercent',
      ...policyColumns,
    ])
    .select([
      terms.own.as('own'),
      sql<boolean>`goods_lapsed(farms.id, ${request.category}, ${request.itemKey ?? ''})`.as('lapsed'),
    ])
    .where('farms.id', 'in', farmIds)
    .execute()
  const vacations = await vacationsOf(ctx, farmIds)
  const open = await openOrdersOf(ctx, request.kitchenId, farmIds)
  const places = rows.map((row) => ({ farmId: row.id, zone: zoneOfPrefecture(row.prefectureCode) }))
  const freight = await freightOfFarms(ctx.db, places, kitchen)
  return new Map(
    rows.map((row) => {
      const farm: Omit<CartFarm, 'lines'> = {
        farmId: row.id,
        name: row.name,
        crest: row.crest,
        place: row.place,
        zone: zoneOfPrefecture(row.prefectureCode),
        approved: row.status === 'approved',
        policy: policyOf(row),
        vacations: vacations.get(row.id) ?? [],
        freight: freight.get(row.id) ?? noFreight,
        // what is asked for is quoted with the freight of parcels
        ways: [],
        chosenWay: null,
        freeFreightFromYen: row.freeFreightFromYen,
        minOrderYen: row.minOrderYen,
        autoAccept: row.autoAccept,
        chosenDay: null,
        chosenSlot: null,
        note: '',
        open: open.get(row.id) ?? [],
        lateCancelPercent: row.lateCancelPercent,
      }
      return [row.id, { farm, own: row.own, lapsed: row.lapsed }] as const
    }),
  )
}

const ofFarm = {
  farm_closed: 'farm_closed',
  no_day: 'day_over',
  day_impossible: 'day_over',
  answer_first: 'farm_asks_first',
  below_min_order: 'below_farm_minimum',
  too_big_to_ship: 'too_big_to_ship',
  no_freight: 'farm_closed',
  way_gone: 'farm_closed',
} as const satisfies Record<FarmProblem, RequestRefusal>

/** Why it cannot be ordered as it is; null: it can. */
export function blockersOfOrdering(farm: QuotedFarm) {
  if (farm.problem) return ofFarm[farm.problem]
  return farm.lines.some(({ problem }) => problem !== null) ? ('farm_closed' as const) : null
}

/** Its cost, with freight and tax. */
export const totalOf = (farm: QuotedFarm | undefined) => farm?.tax.totalIncYen ?? zeroYen

/** Of all its units, without tax. */
export const goodsYenOf = (offer: Offer) => yen(offer.priceYen * offer.qty)
