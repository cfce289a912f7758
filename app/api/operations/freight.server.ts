import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { Count, Day, Moment, Temperature, Yen } from '#api/schemas/shapes.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { cityOfPostalCode } from '#infra/postal-codes.server.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { prefCodes } from '#kernel/place.ts'
import { choice, DayIn, Text } from '#kernel/schema.ts'
import { farmWaysTo } from '#modules/delivery/farm-ways.server.ts'
import { freightSizes, usualCarrier } from '#modules/delivery/freight-rates.ts'
import { freightTables } from '#modules/delivery/freight-tables.server.ts'
import { simulateFreight } from '#modules/delivery/simulate-freight.server.ts'
import { wayKinds } from '#modules/delivery/ways.ts'

const tag = '農園のページ'

const scope = 'none'

const Table = z.object({
  id: z.string(),
  carrier: z.string().describe('yamato・sagawa・japanpost、または配送会社名'),
  number: Count.describe('配送会社ごとの版'),
  validFrom: Day,
  when: z.enum(['in_force', 'coming', 'past']).describe('適用中・適用前・終了'),
  createdAt: Moment,
})

const Price = z.object({
  freightYen: Yen.describe('運賃。離島の加算を含む。税抜'),
  islandYen: Yen.describe('そのうち離島の加算'),
  coolYen: Yen.describe('冷蔵・冷凍の加算。税抜'),
  carrier: z.string(),
  ownTable: z.boolean().describe('自分の送料表。false は運営の送料表'),
  tableNumber: Count,
  validFrom: Day,
  destination: z.string().describe('適用した行の着地。地域、または都道府県コード'),
})

const Way = z.object({
  kind: choice(wayKinds).describe('own_van 自社配送・pickup 引き取り・market 市場便'),
  name: z.string(),
  feeYen: Yen.describe('税抜。市場便は1個口、他は1注文'),
  km: Count.nullable().describe('距離別の送料の場合、農園が登録した距離'),
})

export const freightOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/farm/shipping/freight-tables',
    tag,
    scope,
    summary: '自分の送料表の一覧',
    description: '新しい順。登録は「送料」の画面で行います。空の場合は、運営の送料表が適用されます。',
  })
    .output(z.object({ tables: z.array(Table) }))
    .handler(async ({ context: { ctx } }) => ({
      tables: (await freightTables(ctx)).map(({ id, carrier, number, validFrom, when, createdAt }) => ({
        ...{ id, carrier, number, validFrom, when, createdAt },
      })),
    })),
  price: endpoint('members', {
    method: 'GET',
    path: '/farm/shipping/freight',
    tag,
    scope,
    summary: '1個口の送料と、届け先で選択できるお届け方法の試算',
    description:
      '出荷日に適用される送料表による金額です。発送できない場合と、送料表がない場合、price は null です。距離別の送料には postalCode が必要です。',
  })
    .input(
      z.object({
        query: z.object({
          to: choice(prefCodes).describe('届け先の都道府県コード。例 13'),
          postalCode: Text(0, 8).default('').describe('届け先の郵便番号。離島の加算と距離別の送料に使用'),
          size: choice(['60', '80', '100', '120', '140', '160']),
          temperature: Temperature.default('ambient'),
          on: DayIn.optional().describe('出荷日。省略すると今日'),
        }),
      }),
    )
    .output(z.object({ price: Price.nullable(), ways: z.array(Way) }))
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const simulated = await simulateFreight(ctx, {
        ...query,
        postalCode: query.postalCode.replaceAll('-', ''),
        size: freightSizes.find((size) => String(size) === query.size) ?? 60,
        on: query.on ?? jstDateOf(ctx.now),
        // a farm's parcels leave at the farm, with the carrier that it has chosen
        ...{ from: query.to, carrier: usualCarrier },
      })
      const ways = await waysTo(ctx, query)
      if (!simulated) return { price: null, ways }
      const { rates, ...yen } = simulated
      const { carrier, own: ownTable, number: tableNumber, validFrom } = rates
      return { price: { ...yen, carrier, ownTable, tableNumber, validFrom, destination: rates.lane.destination }, ways }
    }),
}

type Asked = { to: string; postalCode: string; temperature: z.infer<typeof Temperature> }

async function waysTo(ctx: Ctx, { to, postalCode, temperature }: Asked) {
  const place = { prefectureCode: to, postalCode, city: await cityOfPostalCode(postalCode) }
  const ways = await farmWaysTo(ctx, place, temperature)
  return ways.flatMap(({ kind, name, feeYen, km = null }) => (kind === 'shared' ? [] : [{ kind, name, feeYen, km }]))
}
