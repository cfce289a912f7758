import { z } from 'zod'
import { endpoint, refusals } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { dayAnswer } from '#api/operations/cart-answer.ts'
import { granted } from '#api/problems.server.ts'
import {
  AnId,
  Count,
  Day,
  DeliveryDay,
  Grams,
  Next,
  PriceTierOut,
  PriceWhyOut,
  StarSumOut,
  Temperature,
  Yen,
} from '#api/schemas/shapes.ts'
import { kitchenOf, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { isBuyer } from '#authorization/rules.ts'
import { linkKinds, methods, temperatures, watchKinds } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type Id, type KitchenId, parseId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, regions } from '#kernel/place.ts'
import { Category, DayIn, IdOf, KitchenChoice, Limit, Text } from '#kernel/schema.ts'
import { readCart } from '#modules/cart/cart-store.server.ts'
import type { Destination } from '#modules/products/catalog/arriving-farms.server.ts'
import type { FarmWish } from '#modules/products/catalog/farm-filter.ts'
import { farmSorts } from '#modules/products/catalog/farm-filter.ts'
import { listFarms } from '#modules/products/catalog/farm-list.server.ts'
import { farmRecord } from '#modules/products/catalog/farm-record.server.ts'
import { type Favourite, myFavourites, setFavourite } from '#modules/products/catalog/favourites.server.ts'
import {
  countFacets,
  listProducts,
  listWithFacets,
  type ProductFilter,
} from '#modules/products/catalog/product-list.server.ts'
import { farmDetail, productDetail } from '#modules/products/catalog/product-page.server.ts'
import { parseListCursor, productSorts } from '#modules/products/catalog/product-sort.ts'
import { relatedProducts } from '#modules/products/catalog/related-products.server.ts'
import { suggestions } from '#modules/products/catalog/suggestions.server.ts'
import { watchRefusalText } from '#modules/products/catalog/watch-labels.ts'
import { addWatch, myWatches, removeWatch, WatchIn } from '#modules/products/catalog/watches.server.ts'
import { publicFarm } from '#modules/products/farm-page/public-farm.server.ts'

const tag = '品をさがす'

const Method = z.enum(['conventional', 'specially_cultivated', 'jas_organic', 'natural'])

const card = {
  id: AnId,
  name: z.string(),
  category: Category,
  method: Method,
  packLabel: z.string(),
  unitLabel: z.string(),
  picture: z.string().describe('写真の名前。/pictures/{picture}-480.webp（160・480・960）'),
  temperature: Temperature,
  taxKind: z.string(),
  priceYen: Yen.nullable().describe(
    '税抜き。最少の数での、自分の店の値段。catchWeight が true なら1kgの値段。承認された店・農園でサインインしていないと null',
  ),
  listYen: Yen.nullable().describe('ふつうの値段。しぼりこみと並べ替えは、この値段でします'),
  why: PriceWhyOut,
  tiers: z.array(PriceTierOut).describe('数がふえると安くなる段。自分の値段より安いものだけ'),
  catchWeight: z.boolean().describe('不定貫：量った重さで金額が決まる'),
  netGrams: Grams.nullable(),
  pieceCount: Count.nullable(),
  tolerancePercent: Count.nullable(),
  minQty: Count,
  maxQty: Count,
  orderStep: Count,
  availableQty: Count,
  stars: StarSumOut.nullable().describe('店がつけた星の合計と件数。平均は stars ÷ reviews。まだなければ null'),
  farm: z.object({ id: AnId, name: z.string(), crest: z.string(), place: z.string(), prefectureCode: z.string() }),
}

export const ProductCard = z.object(card)

const farm = {
  id: AnId,
  name: z.string(),
  crest: z.string(),
  place: z.string(),
  prefecture: z.string(),
  prefectureCode: z.string(),
  city: z.string(),
  representative: z.string(),
  story: z.string(),
  picture: z.string(),
  policy: z.object({
    shipWeekdays: z.array(Count).describe('出荷する曜日。0 日曜〜6 土曜'),
    shipsOnHolidays: z.boolean(),
    packingMinute: Count.describe('箱づめをはじめる時刻（0時からの分）'),
    cutoffHoursBeforePacking: Count,
    answerHoursAfterCutoff: Count,
  }),
  freeFreightFromYen: Yen.nullable(),
  minOrderYen: Yen,
  vacations: z.array(z.object({ from: Day, to: Day })),
  registered: z.boolean().describe('適格請求書発行事業者'),
}

const FarmPanel = z.object(farm)

const Photo = z.object({
  name: z
    .string()
    .describe('写真の名前。photo-{key}-{色}。大きさは /media/{key}-160・480・960.webp と /media/{key}.webp'),
  caption: z.string(),
})

export const Product = z.object({
  ...card,
  description: z.string(),
  grade: z.string(),
  storageNote: z.string(),
  tasteNote: z.string(),
  packingNote: z.string(),
  seasonMonths: z.array(Count),
  peakMonths: z.array(Count),
  listed: z.boolean(),
  hidden: z.boolean().describe('えらばれた店だけに見えている品'),
  farmPanel: FarmPanel,
  newestLot: z.object({ code: z.string(), harvestedOn: Day }).nullable(),
  days: z.array(DeliveryDay).describe('この店に届けられる日と、届けられない日の理由。店を選べない人には空'),
  alsoFromFarm: z.array(ProductCard),
  photos: z.array(Photo),
  lots: z
    .array(z.object({ code: z.string(), harvestedOn: Day, bestBeforeOn: Day.nullable() }))
    .describe('新しい収穫から5つまで'),
  packs: z.array(ProductCard).describe('同じ農園の、同じ品の別の箱'),
  similar: z.array(ProductCard).describe('ほかの農園の、同じ品'),
  together: z.array(ProductCard).describe('2店以上が同じ注文でいっしょに買った品'),
})

/** Enum values, separated by commas: `jas_organic,natural`. */
const Several = <Word extends string>(known: (text: string) => Word | null | undefined) =>
  z.string().transform((text, issue): Word[] => {
    const words = text.split(',').map((word) => known(word.trim()))
    if (words.every((word) => word !== null && word !== undefined)) return words.filter((word) => word !== null)
    issue.addIssue({ code: 'custom', message: '知らないことばがあります。' })
    return z.NEVER
  })

const OnlyIf = z.enum(['true', 'false'], { error: 'true か false を入れてください。' }).optional()

const YenIn = z.coerce
  .number({ error: '円の整数で入力してください。' })
  .int('円の整数で入力してください。')
  .min(0, '0以上の円で入力してください。')
  .max(10_000_000, '10,000,000円までです。')
  .optional()

const Cursor = z
  .string()
  .max(200, 'after には前の答えの next をそのまま入れてください。')
  .refine(
    (text) => productSorts.some((sort) => parseListCursor(text, sort) !== null),
    'after には前の答えの next をそのまま入れてください。',
  )

const Named = z.object({ key: z.string(), name: z.string(), count: Count })

const CountBy = z.record(z.string(), Count)

const Facets = z
  .object({
    category: CountBy,
    item: z.array(Named).describe('品目。多い順に40まで'),
    place: CountBy.describe('都道府県コードごと'),
    method: CountBy,
    temperature: CountBy,
    farm: z.array(z.object({ id: AnId, name: z.string(), count: Count })).describe('農園。多い順に20まで'),
    fresh: CountBy.describe('1・2・3・7日以内に収穫した品'),
    season: Count,
    favourites: Count,
    freight: Count,
    weighed: Count,
    isNew: Count,
    perKg: z
      .array(Count)
      .nullable()
      .describe('1kgの値段 0・300・600・1,000・2,000・5,000円からの帯ごと。値段を見られない人には null'),
  })
  .describe('さらにしぼりこむと何品になるか。その条件そのものは外して数えます')

const ProductPage = z.object({
  products: z.array(ProductCard),
  count: Count.describe('見つかった数。20,000（ことばでさがすと3,000）で数えるのをやめる'),
  capped: z.boolean(),
  next: Next,
})

const FavouriteFarm = z.object({
  id: AnId,
  name: z.string(),
  crest: z.string(),
  place: z.string(),
  prefectureCode: z.string(),
  picture: z.string(),
  goods: Count,
})

const ListedFarm = FavouriteFarm.extend({
  methods: z.array(Method),
  some: z.array(z.object({ id: AnId, name: z.string(), picture: z.string() })).describe('農園の品から3つまで'),
  fillPercent: Count.nullable(),
  stars: StarSumOut.nullable().describe('店がつけた星の合計と件数'),
  firstDay: Day.nullable().describe('冷蔵の品がいちばん早く届く日。店を持たない人には null'),
})

const WatchKindOut = z.enum(watchKinds)

const keeping = (method: 'PUT' | 'DELETE', of: 'products' | 'farms', summary: string) =>
  endpoint('members', {
    method,
    path: `/favourites/${of}/{id}`,
    tag,
    scope: 'favourites.write',
    summary,
    successStatus: 204,
  }).input(z.object({ params: z.object({ id: z.uuid() }) }))

export const catalogOperations = {
  products: endpoint('anyone', {
    method: 'GET',
    path: '/products',
    tag,
    scope: 'catalog.read',
    summary: '品をさがす',
    description:
      'sort を省くと新しい順。q は漢字・かな・カナのどれでも見つかります（人参＝にんじん＝ニンジン）。arrivesOn を付けると、その日に自分の店に届く品だけ。値段での条件と並び順は、値段を見られる人だけに効きます。answer の ETag を If-None-Match で送ると、変わっていなければ304。',
  })
    .input(
      z.object({
        query: z.object({
          q: Text(0, 200).optional().describe('ことば。空白で区切ると、すべてを含む品'),
          category: Category.optional(),
          arrivesOn: DayIn.optional().describe('この日に届く品だけ（店の人だけが使えます）'),
          kitchenId: KitchenChoice,
          inSeason: z.enum(['true', 'false'], { error: 'true か false を入れてください。' }).optional(),
          farmId: IdOf<'farm'>('農園').optional(),
          item: Text(0, 60).optional().describe('品目のキー。facets.item の key'),
          prefecture: Several(parsePrefCode).optional().describe('都道府県コード。コンマで区切る'),
          method: Several((text) => methods.find((known) => known === text))
            .optional()
            .describe('作り方。コンマで区切る'),
          temperature: Several((text) => temperatures.find((known) => known === text))
            .optional()
            .describe('温度帯。コンマで区切る'),
          perKgFrom: YenIn,
          perKgTo: YenIn,
          perUnitFrom: YenIn,
          perUnitTo: YenIn,
          harvestedWithinDays: z.coerce.number().int().min(1).max(30).optional().describe('1はきょう収穫'),
          favouriteFarms: OnlyIf,
          freeFreight: OnlyIf.describe('いつも送料無料の農園の品だけ'),
          catchWeight: OnlyIf,
          isNew: OnlyIf,
          sort: z.enum(productSorts).optional().describe('per_kg は値段を見られる人、distance は店を持つ人だけ'),
          facets: OnlyIf.describe('true なら、さらにしぼりこんだときの数も'),
          after: Cursor.optional().describe('前の答えの next'),
          limit: Limit.optional().describe('1〜100。省くと24'),
        }),
      }),
    )
    .output(
      ProductPage.extend({
        facets: Facets.nullable().describe('facets=true のとき。数える品が3,000をこえると、数分以内に数えた数'),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => {
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
  product: endpoint('anyone', {
    method: 'GET',
    path: '/products/{id}',
    tag,
    scope: 'catalog.read',
    summary: '品をくわしく見る',
    description: '農園、いちばん新しい収穫、店に届けられる日と、届けられない日の理由まで。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'product'>('品') }), query: z.object({ kitchenId: KitchenChoice }) }))
    .output(Product)
    .handler(async ({ context: { ctx }, input }) => {
      const product = await productDetail(ctx, input.params.id, await destinationOfBuyer(ctx, input.query.kitchenId))
      const beside = await relatedProducts(ctx, input.params.id)
      return { ...product, ...beside, farmPanel: panelAnswer(product.farmPanel), days: product.days.map(dayAnswer) }
    }),
  farm: endpoint('anyone', {
    method: 'GET',
    path: '/farms/{id}',
    tag,
    scope: 'catalog.read',
    summary: '農園を見る',
    description: '農園の出荷の決まりと、いま売っている品。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'farm'>('農園') }), query: z.object({ kitchenId: KitchenChoice }) }))
    .output(
      z.object({
        ...farm,
        days: z.array(DeliveryDay),
        products: ProductPage,
        photos: z.array(Photo),
        links: z.array(z.object({ kind: z.enum(linkKinds), url: z.string() })),
        record: z.object({
          answerPercent: Count.nullable().describe('この90日に返事をした注文の割合。注文が10件より少なければ null'),
          fillPercent: Count.nullable().describe('注文どおりに送った数の割合'),
          orders: Count,
          asked: Count.describe('そのうち、返事をするはずだった注文'),
          verifiedLots: Count.nullable().describe(
            '書類を運営が確かめた農園から、この90日に店が受け取ったロットの数。どちらかが無ければ null',
          ),
          methods: z.array(z.object({ method: Method, goods: Count })),
          certificates: z.array(
            z.object({
              number: z.string(),
              authority: z.string(),
              expiresOn: Day.nullable(),
              method: Method.nullable().describe('この認証が示す作り方'),
            }),
          ),
        }),
      }),
    )
    .handler(async ({ context: { ctx }, input }) => {
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
  farms: endpoint('anyone', {
    method: 'GET',
    path: '/farms',
    tag,
    scope: 'catalog.read',
    summary: '農園をさがす',
    description: '名前の順か、評価の高い順（rated。件数が少ないうちは平均に寄せた点）。',
  })
    .input(
      z.object({
        query: z.object({
          region: z.enum(regions).optional(),
          prefecture: z
            .string()
            .refine((text) => parsePrefCode(text) !== null, '都道府県コードを入れてください。')
            .optional(),
          category: Category.optional(),
          method: Method.optional(),
          arrivesOn: DayIn.optional().describe('この日に届けられる農園だけ（店の人だけが使えます）'),
          kitchenId: KitchenChoice,
          favourites: OnlyIf,
          sort: z.enum(farmSorts).optional(),
          after: IdOf<'farm'>('農園').optional().describe('前の答えの next'),
        }),
      }),
    )
    .output(
      z.object({
        farms: z.array(ListedFarm),
        count: Count,
        places: CountBy.describe('都道府県コードごとの農園の数'),
        next: Next,
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => {
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
  suggestions: endpoint('anyone', {
    method: 'GET',
    path: '/suggestions',
    tag,
    scope: 'catalog.read',
    summary: '打ちかけのことばから候補を出す',
  })
    .input(z.object({ query: z.object({ q: Text(0, 100) }) }))
    .output(
      z.object({
        suggestions: z.array(
          z.object({
            kind: z.enum(['word', 'category', 'product', 'farm']),
            label: z.string(),
            note: z.string(),
            to: z.string(),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => ({
      suggestions: await suggestions(ctx, query.q),
    })),
  favourites: endpoint('members', {
    method: 'GET',
    path: '/favourites',
    tag,
    scope: 'catalog.read',
    summary: 'お気に入りとお知らせを見る',
  })
    .output(
      z.object({
        products: z.array(ProductCard),
        resting: z.array(ProductCard).describe('いま出ていない品'),
        farms: z.array(FavouriteFarm),
        watches: z.array(z.object({ id: AnId, kind: WatchKindOut, what: z.string() })),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({
      ...(await myFavourites(ctx)),
      watches: (await myWatches(ctx)).map(({ id, kind, what }) => ({ id, kind, what })),
    })),
  keepProduct: keeping('PUT', 'products', '品をお気に入りに入れる').handler(({ context: { ctx }, input: { params } }) =>
    keep(ctx, { productId: idOr404(params.id) }, true),
  ),
  letProductGo: keeping('DELETE', 'products', '品をお気に入りからはずす').handler(
    ({ context: { ctx }, input: { params } }) => keep(ctx, { productId: idOr404(params.id) }, false),
  ),
  keepFarm: keeping('PUT', 'farms', '農園をお気に入りに入れる').handler(({ context: { ctx }, input: { params } }) =>
    keep(ctx, { farmId: idOr404(params.id) }, true),
  ),
  letFarmGo: keeping('DELETE', 'farms', '農園をお気に入りからはずす').handler(
    ({ context: { ctx }, input: { params } }) => keep(ctx, { farmId: idOr404(params.id) }, false),
  ),
  watch: endpoint('members', {
    method: 'PUT',
    path: '/watches',
    tag,
    scope: 'favourites.write',
    summary: 'お知らせを頼む',
    description: '同じものを二度頼んでも、お知らせは一度です。',
    successStatus: 204,
  })
    .input(
      z.object({
        body: WatchIn,
      }),
    )
    .errors(refusals(addWatch.declaration.refusals.codes, (refusal) => watchRefusalText[refusal]))
    .handler(async ({ context: { ctx }, input: { body } }) => {
      granted(await addWatch(ctx, { asked: body }), (refusal) => watchRefusalText[refusal])
    }),
  unwatch: operation(removeWatch, {
    method: 'DELETE',
    path: '/watches/{id}',
    tag,
    scope: 'favourites.write',
    summary: 'お知らせをやめる',
    successStatus: 204,
    params: { id: 'id' },
    output: z.void(),
    answer: () => undefined,
  }),
}

async function keep(ctx: Ctx, it: Favourite, kept: boolean): Promise<void> {
  await setFavourite(ctx, { it, kept })
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
