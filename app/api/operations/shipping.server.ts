import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { endpoint, refusals } from '#api/endpoint.server.ts'
import { granted, wrongFields } from '#api/problems.server.ts'
import { Count, DeliveryDay, Moment, Temperature, Yen } from '#api/schemas/shapes.ts'
import { Body, IdOf, Text } from '#kernel/schema.ts'
import { farmShipping, ownRests, saveShipping, simulateShipping } from '#modules/products/farm-shipping.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { readShipping, type TypedShipping } from '#modules/products/shipping-fields.ts'
import { typedShippingOf } from '#modules/products/shipping-labels.ts'

const tag = '農園のページ'

const scope = 'none'

const weekdays = '発送する曜日。0 日曜〜6 土曜'

const cutoff = '締切は、箱づめの1時間より前にしてください。前の日の時刻をえらぶと安心です'

const packing = '箱づめをはじめる時刻をえらんでください'

const rules = {
  shipWeekdays: z.array(Count).describe(weekdays),
  shipsOnHolidays: z.boolean().describe('祝日も発送する'),
  packingHour: Count.describe('箱づめをはじめる時（5〜20）'),
  cutoffHoursBeforePacking: Count.describe('箱づめの何時間前に、注文をしめきるか'),
  answerHoursAfterCutoff: Count.describe('しめきりのあと、何時間で答えるか'),
  freeFreightFromYen: Yen.nullable().describe('この金額から送料なし。null は送料をいただく'),
  minOrderYen: Yen.describe('いちばん少ない注文の金額。0 は決めない'),
  autoAccept: z.boolean().describe('在庫のある注文を、自動で受ける'),
}

const Rules = z.object({
  ...rules,
  prefecture: z.string().describe('ここから発送する'),
  version: Count,
})

const Whole = z.int('整数で入力してください')

const RulesIn = Body({
  version: z.int().min(1).describe('読んだときの version。あとで変わっていたら 409 CHANGED_MEANWHILE'),
  shipWeekdays: z.array(z.int().min(0).max(6), '発送する曜日を1つ以上えらんでください').max(7).describe(weekdays),
  shipsOnHolidays: z.boolean(),
  packingHour: z.int(packing),
  cutoffHoursBeforePacking: z.int(cutoff),
  answerHoursAfterCutoff: Whole,
  freeFreightFromYen: Whole.nullable(),
  minOrderYen: Whole,
  autoAccept: z.boolean(),
  orders: z
    .array(Body({ id: IdOf<'order'>('注文'), fate: z.enum(['ship', 'decline']) }))
    .max(500)
    .default([])
    .describe('OPEN_ORDERS で返った注文を、1件ずつどうするか'),
})

const Arrival = z.object({
  place: z.string().describe('東京・大阪・札幌・福岡'),
  day: DeliveryDay.options[0].nullable().describe('いちばん早く届く日。null は、3週間のうちに届かない'),
})

/** The fields whose names differ between the API and the page. */
const names: Readonly<Record<string, string>> = {
  cutoff: 'cutoffHoursBeforePacking',
  answerHours: 'answerHoursAfterCutoff',
  freeFreight: 'freeFreightFromYen',
  minOrder: 'minOrderYen',
}
const nameOf = (field: string) => names[field] ?? field
const on = (said: boolean) => (said ? 'on' : '')

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
  save: endpoint('members', {
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
  })
    .errors(refusals(['changed_meanwhile', 'open_orders'] as const, goodsRefusalText))
    .input(z.object({ body: RulesIn }))
    .output(z.object({ changed: z.boolean(), declined: Count.describe('ことわった注文の数'), version: Count }))
    .handler(async ({ context: { ctx }, input: { body } }) => {
      const typed: TypedShipping = {
        shipWeekdays: body.shipWeekdays.join(','),
        shipsOnHolidays: on(body.shipsOnHolidays),
        packingHour: String(body.packingHour),
        cutoffHours: String(body.cutoffHoursBeforePacking),
        answerHours: String(body.answerHoursAfterCutoff),
        freeFreight: String(body.freeFreightFromYen ?? ''),
        minOrder: String(body.minOrderYen),
        autoAccept: on(body.autoAccept),
      }
      const fates = new Map(body.orders.map(({ id, fate }) => [id, fate]))
      const saved = await saveShipping(ctx, { typed, version: body.version, fates })
      if (!saved.ok && saved.refusal === 'fields') throw wrongFields(saved.fields, nameOf)
      if (!saved.ok && saved.refusal === 'orders_hit')
        throw new ORPCError('OPEN_ORDERS', {
          status: 409,
          message: goodsRefusalText('open_orders'),
          data: { orders: saved.hit },
        })
      const done = granted(saved, goodsRefusalText)
      // not the current state: another request may have changed it since, and this client has not seen that
      return { ...done, version: body.version + (done.changed ? 1 : 0) }
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
      const read = readShipping({
        ...typedShippingOf(own),
        ...(query.shipWeekdays !== undefined && { shipWeekdays: query.shipWeekdays }),
        ...(query.shipsOnHolidays !== undefined && { shipsOnHolidays: on(query.shipsOnHolidays === 'true') }),
        ...(query.packingHour !== undefined && { packingHour: query.packingHour }),
        ...(query.cutoffHoursBeforePacking !== undefined && { cutoffHours: query.cutoffHoursBeforePacking }),
        ...(query.answerHoursAfterCutoff !== undefined && { answerHours: query.answerHoursAfterCutoff }),
      })
      if (!read.ok) throw wrongFields(read.fields, nameOf)
      const rules = { ...read.shipping, zone: own.zone }
      const simulated = simulateShipping(ctx.now, rules, await ownRests(ctx))
      const arrivals = simulated.map(({ place, days }) => ({ place, day: days[query.temperature] }))
      return { at: ctx.now, temperature: query.temperature, arrivals }
    }),
}
