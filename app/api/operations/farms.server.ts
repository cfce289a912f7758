import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { dayAnswer } from '#api/operations/cart-answer.ts'
import { CountBy, FavouriteFarm, farm, Method, OnlyIf, Photo, ProductPage } from '#api/schemas/products.ts'
import { AnId, Count, Day, DeliveryDay, Next, StarSumOut } from '#api/schemas/shapes.ts'
import { kitchenOf, requireBuyer } from '#authorization/authorize.ts'
import { linkKinds } from '#kernel/enums.ts'
import { parsePrefCode, regions } from '#kernel/place.ts'
import { Category, DayIn, IdOf, KitchenChoice } from '#kernel/schema.ts'
import { deliveryKitchen } from '#modules/cart/cart-queries.server.ts'
import type { FarmWish } from '#modules/products/catalog/farm-filter.ts'
import { farmSorts } from '#modules/products/catalog/farm-filter.ts'
import { listFarms } from '#modules/products/catalog/farm-list.server.ts'
import { farmRecord } from '#modules/products/catalog/farm-record.server.ts'
import { farmDetail, type productDetail } from '#modules/products/catalog/product-page.server.ts'
import { publicFarm } from '#modules/products/farm-page/public-farm.server.ts'

const tag = '商品の検索'

const ListedFarm = FavouriteFarm.extend({
  methods: z.array(Method),
  some: z.array(z.object({ id: AnId, name: z.string(), picture: z.string() })).describe('農園の商品から3点まで'),
  fillPercent: Count.nullable(),
  stars: StarSumOut.nullable().describe('飲食店が付けた星の合計と件数'),
  firstDay: Day.nullable().describe('冷蔵商品の最短のお届け日。店舗を持たない人には null'),
})

type Panel = Awaited<ReturnType<typeof productDetail>>['farmPanel']

export const panelAnswer = <P extends Panel>(panel: P) => ({
  ...panel,
  policy: { ...panel.policy, shipWeekdays: [...panel.policy.shipWeekdays] },
})

export const farmsOperations = {
  farm: endpoint('anyone', {
    method: 'GET',
    path: '/farms/{id}',
    tag,
    scope: 'catalog.read',
    summary: '農園を見る',
    description: '農園の出荷条件と、現在販売中の商品。',
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
          answerPercent: Count.nullable().describe('直近90日に回答した注文の割合。注文が10件より少なければ null'),
          fillPercent: Count.nullable().describe('注文どおりに出荷した数量の割合'),
          orders: Count,
          asked: Count.describe('うち、回答の対象だった注文'),
          verifiedLots: Count.nullable().describe(
            '書類を運営が確認した農園から、直近90日に飲食店が受け取ったロットの数。どちらかがなければ null',
          ),
          methods: z.array(z.object({ method: Method, goods: Count })),
          certificates: z.array(
            z.object({
              number: z.string(),
              authority: z.string(),
              expiresOn: Day.nullable(),
              method: Method.nullable().describe('この認証が示す栽培方法'),
            }),
          ),
        }),
      }),
    )
    .handler(async ({ context: { ctx }, input }) => {
      const farm = await farmDetail(ctx, input.params.id, await deliveryKitchen(ctx, input.query.kitchenId))
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
    summary: '農園を検索する',
    description: '名前順か、評価の高い順（rated。件数が少ないうちは平均に寄せた点）。',
  })
    .input(
      z.object({
        query: z.object({
          region: z.enum(regions).optional(),
          prefecture: z
            .string()
            .refine((text) => parsePrefCode(text) !== null, '都道府県コードを指定してください。')
            .optional(),
          category: Category.optional(),
          method: Method.optional(),
          arrivesOn: DayIn.optional().describe('この日にお届けできる農園のみ（飲食店のみ使用できます）'),
          kitchenId: KitchenChoice,
          favourites: OnlyIf,
          sort: z.enum(farmSorts).optional(),
          after: IdOf<'farm'>('農園').optional().describe('前回の応答の next'),
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
      const to = await deliveryKitchen(ctx, query.kitchenId)
      if (query.arrivesOn && !to) kitchenOf(requireBuyer(ctx.actor), query.kitchenId)
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
}
