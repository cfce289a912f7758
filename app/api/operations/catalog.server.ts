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
import {
  countFacets,
  listProducts,
  listWithFacets,
  type ProductFilter,
} from '#modules/products/catalog/product-list.server.ts'
import { productDetail } from '#modules/products/catalog/product-page.server.ts'
import { parseListCursor, productSorts } from '#modules/products/catalog/product-sort.ts'
import { relatedProducts } from '#modules/products/catalog/related-products.server.ts'
import { suggestions } from '#modules/products/catalog/suggestions.server.ts'
import { panelAnswer } from './farms.server.ts'

const tag = '品をさがす'

/** Enum values, separated by commas: `jas_organic,natural`. */
const Several = <Word extends string>(known: (text: string) => Word | null | undefined) =>
  z.string().transform((text, issue): Word[] => {
    const words = text.split(',').map((word) => known(word.trim()))
    if (words.every((word) => word !== null && word !== undefined)) return words.filter((word) => word !== null)
    issue.addIssue({ code: 'custom', message: '知らないことばがあります。' })
    return z.NEVER
  })

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
      const product = await productDetail(ctx, input.params.id, await deliveryKitchen(ctx, input.query.kitchenId))
      const beside = await relatedProducts(ctx, input.params.id)
      return { ...product, ...beside, farmPanel: panelAnswer(product.farmPanel), days: product.days.map(dayAnswer) }
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
}
