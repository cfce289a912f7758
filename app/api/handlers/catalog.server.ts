import { api, kitchenOf } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { isBuyer } from '#authorization/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import { type Id, type KitchenId, parseId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode } from '#kernel/place.ts'
import { readCart } from '#modules/cart/cart-store.server.ts'
import type { Destination } from '#modules/products/catalog/arriving-farms.server.ts'
import type { FarmWish } from '#modules/products/catalog/farm-filter.ts'
import { listFarms } from '#modules/products/catalog/farm-list.server.ts'
import { farmRecord } from '#modules/products/catalog/farm-record.server.ts'
import { myFavourites, setFavourite } from '#modules/products/catalog/favourites.server.ts'
import {
  countFacets,
  listProducts,
  listWithFacets,
  type ProductFilter,
} from '#modules/products/catalog/product-list.server.ts'
import { farmDetail, productDetail } from '#modules/products/catalog/product-page.server.ts'
import { parseListCursor } from '#modules/products/catalog/product-sort.ts'
import { relatedProducts } from '#modules/products/catalog/related-products.server.ts'
import { suggestions } from '#modules/products/catalog/suggestions.server.ts'
import { watchRefusalText } from '#modules/products/catalog/watch-labels.ts'
import { addWatch, myWatches, removeWatch } from '#modules/products/catalog/watches.server.ts'
import { publicFarm } from '#modules/products/farm-page/public-farm.server.ts'
import { dayAnswer } from './cart-answer.ts'

export const catalogHandlers = {
  products: api.catalog.products.handler(async ({ context: { ctx }, input: { query } }) => {
    const at = isBuyer(ctx.actor) ? await kitchen(ctx, query) : null
    if (query.arrivesOn && !at) requireBuyer(ctx.actor)
    const near = parsePrefCode(at?.prefectureCode)
    const sort = query.sort === 'distance' && !near ? 'newest' : (query.sort ?? 'newest')
    const filter: ProductFilter = {
      q: query.q,
      sort,
      near: near ?? undefined,
      category: query.category,
      farmId: query.farmId,
      item: query.item,
      prefectures: query.prefecture,
      methods: query.method,
      temperatures: query.temperature,
      perKg: { from: query.perKgFrom ?? null, to: query.perKgTo ?? null },
      perUnit: { from: query.perUnitFrom ?? null, to: query.perUnitTo ?? null },
      harvestedSince:
        query.harvestedWithinDays === undefined
          ? undefined
          : addDays(jstDateOf(ctx.now), 1 - query.harvestedWithinDays),
      inSeason: query.inSeason === 'true',
      favouriteFarms: query.favouriteFarms === 'true',
      freeFreight: query.freeFreight === 'true',
      catchWeight: query.catchWeight === 'true',
      isNew: query.isNew === 'true',
      arrives: query.arrivesOn && at ? { on: query.arrivesOn, at } : undefined,
      after: parseListCursor(query.after, sort) ?? undefined,
      limit: query.limit,
    }
    if (query.facets !== 'true') return { ...(await listProducts(ctx, filter)), facets: null }
    const found = await listWithFacets(ctx, filter)
    return { ...found, facets: found.facets ?? (await countFacets(ctx, filter)).facets }
  }),
  product: api.catalog.product.handler(async ({ context: { ctx }, input }) => {
    const product = await productDetail(ctx, input.params.id, await destinationOfBuyer(ctx, input.query.kitchenId))
    const beside = await relatedProducts(ctx, input.params.id)
    return { ...product, ...beside, farmPanel: panelAnswer(product.farmPanel), days: product.days.map(dayAnswer) }
  }),
  farm: api.catalog.farm.handler(async ({ context: { ctx }, input }) => {
    const farm = await farmDetail(ctx, input.params.id, await destinationOfBuyer(ctx, input.query.kitchenId))
    const record = await farmRecord(ctx, input.params.id)
    const { photos, links } = await publicFarm(ctx, input.params.id)
    return {
      ...panelAnswer(farm),
      days: farm.days.map(dayAnswer),
      products: farm.products,
      record,
      photos: photos.map(({ name, caption }) => ({ name, caption })),
      links,
    }
  }),
  farms: api.catalog.farms.handler(async ({ context: { ctx }, input: { query } }) => {
    const to = query.arrivesOn
      ? await destination(ctx, query.kitchenId)
      : await destinationOfBuyer(ctx, query.kitchenId)
    const wish: FarmWish = {
      region: query.region ?? null,
      prefecture: parsePrefCode(query.prefecture),
      category: query.category ?? null,
      method: query.method ?? null,
      on: query.arrivesOn ?? null,
      favourites: query.favourites === 'true',
      sort: query.sort ?? 'name',
      after: query.after ?? null,
    }
    return listFarms(ctx, wish, to)
  }),
  suggestions: api.catalog.suggestions.handler(async ({ context: { ctx }, input: { query } }) => ({
    suggestions: await suggestions(ctx, query.q),
  })),
  favourites: api.catalog.favourites.handler(async ({ context: { ctx } }) => ({
    ...(await myFavourites(ctx)),
    watches: (await myWatches(ctx)).map(({ id, kind, what }) => ({ id, kind, what })),
  })),
  keepProduct: api.catalog.keepProduct.handler(({ context: { ctx }, input: { params } }) =>
    setFavourite(ctx, { productId: idOr404(params.id) }, true),
  ),
  letProductGo: api.catalog.letProductGo.handler(({ context: { ctx }, input: { params } }) =>
    setFavourite(ctx, { productId: idOr404(params.id) }, false),
  ),
  keepFarm: api.catalog.keepFarm.handler(({ context: { ctx }, input: { params } }) =>
    setFavourite(ctx, { farmId: idOr404(params.id) }, true),
  ),
  letFarmGo: api.catalog.letFarmGo.handler(({ context: { ctx }, input: { params } }) =>
    setFavourite(ctx, { farmId: idOr404(params.id) }, false),
  ),
  watch: api.catalog.watch.handler(async ({ context: { ctx }, input: { body } }) => {
    granted(await addWatch(ctx, body), (refusal) => watchRefusalText[refusal])
  }),
  unwatch: api.catalog.unwatch.handler(({ context: { ctx }, input: { params } }) =>
    removeWatch(ctx, { id: params.id }),
  ),
}

function idOr404<Of extends string>(text: string): Id<Of> {
  const id = parseId<Of>(text)
  if (!id) throw new NotFound('favourite')
  return id
}

const kitchen = async (ctx: Ctx, { kitchenId }: { kitchenId?: KitchenId | undefined }) =>
  isBuyer(ctx.actor) && (kitchenId || ctx.actor.kitchenIds.length > 0)
    ? (await readCart(ctx, requireBuyer(ctx.actor), kitchenOf(ctx.actor, kitchenId))).kitchen
    : null

async function destination(ctx: Ctx, named: KitchenId | undefined): Promise<Destination> {
  return (await readCart(ctx, requireBuyer(ctx.actor), kitchenOf(ctx.actor, named))).kitchen
}

/** Delivery days are given to callers who have a kitchen. */
const destinationOfBuyer = async (ctx: Ctx, named: KitchenId | undefined) =>
  isBuyer(ctx.actor) && (named || ctx.actor.kitchenIds.length > 0) ? destination(ctx, named) : null

type Panel = Awaited<ReturnType<typeof productDetail>>['farmPanel']

const panelAnswer = <P extends Panel>(panel: P) => ({
  ...panel,
  policy: { ...panel.policy, shipWeekdays: [...panel.policy.shipWeekdays] },
})
