import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { wrongFields } from '#api/problems.server.ts'
import { Count, DeliveryDay, Moment, Temperature, Yen } from '#api/schemas/shapes.ts'
import { Text } from '#kernel/schema.ts'
import { readNumber } from '#kernel/typed-number.ts'
import {
  farmShipping,
  ownRests,
  policyFrom,
  saveShipping,
  simulateShipping,
  timing,
} from '#modules/products/farm-shipping.server.ts'

const tag = '農園のページ'

const scope = 'none'

const Rules = z.object({
  shipWeekdays: z.array(Count).describe('出荷曜日。0 日曜〜6 土曜'),
  shipsOnHolidays: z.boolean().describe('祝日も出荷する'),
  packingHour: Count.describe('箱詰めの開始時刻（5〜20）'),
  cutoffHoursBeforePacking: Count.describe('箱詰めの何時間前に注文を締め切るか'),
  answerHoursAfterCutoff: Count.describe('締切後、何時間以内に回答するか'),
  freeFreightFromYen: Yen.nullable().describe('この金額から送料無料。null は送料が必要'),
  minOrderYen: Yen.describe('最低注文額。0 は設定なし'),
  autoAccept: z.boolean().describe('在庫のある注文を自動で受注する'),
  prefecture: z.string().describe('出荷元'),
  version: Count,
})

const Arrival = z.object({
  place: z.string().describe('東京・大阪・札幌・福岡'),
  day: DeliveryDay.options[0].nullable().describe('最短の納品日。null は3週間以内に届かない'),
})

const Timing = z.object(timing)

/** A number of the query; one that cannot be read is refused by the rule itself. */
const numberIn = (text: string) => {
  const read = readNumber(text)
  return read.ok ? read.value : Number.NaN
}

export const shippingOperations = {
  read: endpoint('members', {
    method: 'GET',
    path: '/farm/shipping',
    tag,
    scope,
    summary: '出荷条件',
  })
    .output(Rules)
    .handler(async ({ context: { ctx } }) => {
      const { zone: _, packingMinute, shipWeekdays, ...rules } = await farmShipping(ctx)
      return { ...rules, shipWeekdays: [...shipWeekdays], packingHour: Math.floor(packingMinute / 60) }
    }),
  save: operation(saveShipping, {
    method: 'PUT',
    path: '/farm/shipping',
    tag,
    scope,
    summary: '出荷条件を変更する',
    description:
      '出荷しなくなる曜日・祝日に出荷する注文がある場合は、409 OPEN_ORDERS と注文の一覧を返し、何も変更されません。orders で1件ずつ、予定どおり出荷する（ship）か、辞退する（decline、未受注の注文のみ）かを指定し、再度送信してください。他の注文の日は変わりません。',
    example: {
      body: {
        version: 4,
        shipWeekdays: [1, 2, 4, 5],
        shipsOnHolidays: false,
        packingHour: 10,
        cutoffHoursBeforePacking: 16,
        answerHoursAfterCutoff: 2,
        freeFreightFromYen: 10_000,
        minOrderYen: 3_000,
        autoAccept: false,
      },
    },
    without: ['lateCancelPercent'],
    output: z.object({ changed: z.boolean(), declined: Count.describe('辞退した注文の件数'), version: Count }),
    // not the current state: another request may have changed it since, and this client has not seen that
    answer: (_, { version }, done) => ({ ...done, version: version + (done.changed ? 1 : 0) }),
  }),
  simulate: endpoint('members', {
    method: 'GET',
    path: '/farm/shipping/simulation',
    tag,
    scope,
    summary: '今注文された場合の納品日',
    description:
      '保存済みの出荷条件で、現時点で注文が入った場合に4都市へいつ届くかを返します。出荷条件を指定すると、保存前に試算できます。',
  })
    .input(
      z.object({
        query: z.object({
          temperature: Temperature.default('chilled'),
          shipWeekdays: Text(0, 20).optional().describe('出荷曜日をコンマ区切りで指定。例 1,2,4,5'),
          shipsOnHolidays: z.enum(['true', 'false']).optional(),
          packingHour: Text(0, 4).optional(),
          cutoffHoursBeforePacking: Text(0, 4).optional(),
          answerHoursAfterCutoff: Text(0, 4).optional(),
        }),
      }),
    )
    .output(z.object({ at: Moment, temperature: Temperature, arrivals: z.array(Arrival) }))
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const own = await farmShipping(ctx)
      const { shipWeekdays, shipsOnHolidays, packingHour, cutoffHoursBeforePacking, answerHoursAfterCutoff } = query
      const tried = Timing.safeParse({
        ...own,
        packingHour: packingHour === undefined ? Math.floor(own.packingMinute / 60) : numberIn(packingHour),
        ...(shipWeekdays !== undefined && { shipWeekdays: shipWeekdays.split(',').filter(Boolean).map(numberIn) }),
        ...(shipsOnHolidays !== undefined && { shipsOnHolidays: shipsOnHolidays === 'true' }),
        ...(cutoffHoursBeforePacking !== undefined && { cutoffHoursBeforePacking: numberIn(cutoffHoursBeforePacking) }),
        ...(answerHoursAfterCutoff !== undefined && { answerHoursAfterCutoff: numberIn(answerHoursAfterCutoff) }),
      })
      if (!tried.success)
        throw wrongFields(Object.fromEntries(tried.error.issues.map(({ path, message }) => [String(path[0]), message])))
      const simulated = simulateShipping({ ...policyFrom(tried.data), zone: own.zone }, await ownRests(ctx), ctx.now)
      const arrivals = simulated.map(({ place, days }) => ({ place, day: days[query.temperature] }))
      return { at: ctx.now, temperature: query.temperature, arrivals }
    }),
}
