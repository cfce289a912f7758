import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { dayAnswer } from '#api/operations/cart-answer.ts'
import { CountBy, OnlyIf, Product, ProductPage } from '#api/schemas/products.ts'
import { AnId, Count } from '#api/schemas/shapes.ts'
import { requireBuyer } from '#authorization/authorize.ts'
import { methods, temperatures } from '#kernel/enums.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode } from '#kernel/place.ts'
import { Category, DayIn, IdOf, KitchenChoice, Limit, Text } from '#kernel/schema.ts'
import { deliveryKitchen } from '#modules/cart/cart-queries.server.ts'
import { listProducts, listWithAllFacets, type ProductFilter } from '#modules/products/catalog/product-list.server.ts'
import { productDetail } from '#modules/products/catalog/product-page.server.ts'
import { parseListCursor, productSorts } from '#modules/products/catalog/product-sort.ts'
import { relatedProducts } from '#modules/products/catalog/related-products.server.ts'
import { suggestions } from '#modules/products/catalog/suggestions.server.ts'
import { panelAnswer } from './farms.server.ts'

const tag = '商品の検索'

/** Enum values, separated by commas: `jas_organic,natural`. */
const Several = <Word extends string>(known: (text: string) => Word | null | undefined) =>
  z.string().transform((text, issue): Word[] => {
    const words = text.split(',').map((word) => known(word.trim()))
    if (words.every((word) => word !== null && word !== undefined)) return words.filter((word) => word !== null)
    issue.addIssue({ code: 'custom', message: '不明な値が含まれています。' })
    return z.NEVER
  })

const YenIn = z.coerce
  .number({ error: '円単位の整数で入力してください。' })
  .int('円単位の整数で入力してください。')
  .min(0, '0円以上で入力してください。')
  .max(10_000_000, '10,000,000円以下で入力してください。')
  .optional()

const Cursor = z
  .string()
  .max(200, 'after には前回の応答の next をそのまま指定してください。')
  .refine(
    (text) => productSorts.some((sort) => parseListCursor(text, sort) !== null),
    'after には前回の応答の next をそのまま指定してください。',
  )

const Named = z.object({ key: z.string(), name: z.string(), count: Count })

const Facets = z
  .object({
    category: CountBy,
    item: z.array(Named).describe('品目。多い順に40件まで'),
    place: CountBy.describe('都道府県コードごと'),
    method: CountBy,
    temperature: CountBy,
    farm: z.array(z.object({ id: AnId, name: z.string(), count: Count })).describe('農園。多い順に20件まで'),
    fresh: CountBy.describe('1・2・3・7日以内に収穫した商品'),
    season: Count,
    favourites: Count,
    freight: Count,
    weighed: Count,
    isNew: Count,
    perKg: z
      .array(Count)
      .nullable()
      .describe('1kgの単価 0・300・600・1,000・2,000・5,000円からの価格帯ごと。価格の閲覧権限がない場合は null'),
  })
  .describe('さらに絞り込んだ場合の商品数。その条件自体は除いて集計します')

export const catalogOperations = {
  products: endpoint('anyone', {
    method: 'GET',
    path: '/products',
    tag,
    scope: 'catalog.read',
    summary: '商品の検索',
    description:
      'sort を省略すると新しい順。q は漢字・かな・カナのいずれでも検索できます（人参＝にんじん＝ニンジン）。arrivesOn を付けると、その日に自店に届く商品のみ。価格の条件と並び順は、価格の閲覧権限がある場合のみ有効です。応答の ETag を If-None-Match で送信すると、変更がなければ304。',
  })
    .input(
      z.object({
        query: z.object({
          q: Text(0, 200).optional().describe('検索語。空白で区切ると、すべてを含む商品'),
          category: Category.optional(),
          arrivesOn: DayIn.optional().describe('この日にお届けできる商品のみ（飲食店のみ使用できます）'),
          kitchenId: KitchenChoice,
          inSeason: z.enum(['true', 'false'], { error: 'true か false を指定してください。' }).optional(),
          farmId: IdOf<'farm'>('農園').optional(),
          item: Text(0, 60).optional().describe('品目のキー。facets.item の key'),
          prefecture: Several(parsePrefCode).optional().describe('都道府県コード。コンマ区切り'),
          method: Several((text) => methods.find((known) => known === text))
            .optional()
            .describe('栽培方法。コンマ区切り'),
          temperature: Several((text) => temperatures.find((known) => known === text))
            .optional()
            .describe('温度帯。コンマ区切り'),
          perKgFrom: YenIn,
          perKgTo: YenIn,
          perUnitFrom: YenIn,
          perUnitTo: YenIn,
          harvestedWithinDays: z.coerce.number().int().min(1).max(30).optional().describe('1は本日収穫'),
          favouriteFarms: OnlyIf,
          freeFreight: OnlyIf.describe('常に送料無料の農園の商品のみ'),
          catchWeight: OnlyIf,
          isNew: OnlyIf,
          sort: z
            .enum(productSorts)
            .optional()
            .describe('per_kg は価格の閲覧権限がある人、distance は店舗を持つ人のみ'),
          facets: OnlyIf.describe('true の場合、さらに絞り込んだときの件数も返す'),
          after: Cursor.optional().describe('前回の応答の next'),
          limit: Limit.optional().describe('1〜100。省略時は24'),
        }),
      }),
    )
    .output(
      ProductPage.extend({
        facets: Facets.nullable().describe(
          'facets=true の場合。集計対象の商品が3,000点を超えると、数分以内に集計した値',
        ),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const at = await deliveryKitchen(ctx, query.kitchenId)
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
      return listWithAllFacets(ctx, filter)
    }),
  product: endpoint('anyone', {
    method: 'GET',
    path: '/products/{id}',
    tag,
    scope: 'catalog.read',
    summary: '商品の詳細を見る',
    description: '農園、最新の収穫、店舗へのお届け可能日と、お届けできない日の理由まで含みます。',
  })
    .input(
      z.object({ params: z.object({ id: IdOf<'product'>('商品') }), query: z.object({ kitchenId: KitchenChoice }) }),
    )
    .output(Product)
    .handler(async ({ context: { ctx }, input }) => {
      const product = await productDetail(ctx, input.params.id, await deliveryKitchen(ctx, input.query.kitchenId))
      const beside = await relatedProducts(ctx, input.params.id)
      return { ...product, ...beside, farmPanel: panelAnswer(product.farmPanel), days: product.days.map(dayAnswer) }
    }),
  suggestions: endpoint('anyone', {
    method: 'GET',
    path: '/suggestions',
    tag,
    scope: 'catalog.read',
    summary: '入力途中の言葉から候補を返す',
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
}
