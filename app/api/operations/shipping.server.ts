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
  shipWeekdays: z.array(Count).describe('発送する曜日。0 日曜〜6 土曜'),
  shipsOnHolidays: z.boolean().describe('祝日も発送する'),
  packingHour: Count.describe('箱づめをはじめる時（5〜20）'),
  cutoffHoursBeforePacking: Count.describe('箱づめの何時間前に、注文をしめきるか'),
  answerHoursAfterCutoff: Count.describe('しめきりのあと、何時間で答えるか'),
  freeFreightFromYen: Yen.nullable().describe('この金額から送料なし。null は送料をいただく'),
  minOrderYen: Yen.describe('いちばん少ない注文の金額。0 は決めない'),
  autoAccept: z.boolean().describe('在庫のある注文を、自動で受ける'),
  prefecture: z.string().describe('ここから発送する'),
  version: Count,
})

const Arrival = z.object({
  place: z.string().describe('東京・大阪・札幌・福岡'),
  day: DeliveryDay.options[0].nullable().describe('いちばん早く届く日。null は、3週間のうちに届かない'),
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
    summary: '発送の決まり',
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
    summary: '発送の決まりを変える',
    description:
      '発送しなくなる曜日・祝日に出す注文があるときは 409 OPEN_ORDERS と注文の一覧が返り、何も変わりません。orders で1件ずつ、約束どおり出す（ship）か、ことわる（decline、まだ受けていない注文だけ）かを入れて、もう一度送ってください。ほかの注文の日は変わりません。',
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
    output: z.object({ changed: z.boolean(), declined: Count.describe('ことわった注文の数'), version: Count }),
    // not the current state: another request may have changed it since, and this client has not seen that
    answer: (_, { version }, done) => ({ ...done, version: version + (done.changed ? 1 : 0) }),
  }),
  simulate: endpoint('members', {
    method: 'GET',
    path: '/farm/shipping/simulation',
    tag,
    scope,
    summary: 'いま注文すると → 届くのは',
    description:
      '保存した決まりで、いま注文が入ったときに4つの町へいつ届くか。決まりを入れると、保存する前にためせます。',
  })
    .input(
      z.object({
        query: z.object({
          temperature: Temperature.default('chilled'),
          shipWeekdays: Text(0, 20).optional().describe('発送する曜日をコンマで。例 1,2,4,5'),
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
