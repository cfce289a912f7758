import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { Count, Day, Moment } from '#api/schemas/shapes.ts'
import { formatMinute } from '#kernel/format.ts'
import { DayIn } from '#kernel/schema.ts'
import {
  bookPickup,
  cancelPickup,
  type PickupOfCarrier,
  pickupsOfDay,
} from '#modules/ordering/fulfilment/pickup/book-pickup.server.ts'
import { type PickupSettings, savePickupSettings } from '#modules/ordering/fulfilment/pickup/pickup-settings.server.ts'

const tag = '送り状'

const Carrier = z.string().describe('yamato・sagawa・japanpost、またはその他の配送会社名')
const Parcels = z.array(
  z.object({ sizeClass: Count, temperature: z.enum(['ambient', 'chilled', 'frozen']), count: Count }),
)
const Settings = z.object({
  carrier: Carrier,
  cutoff: z.string().describe('当日の受付時刻。日曜・祝日・12月は前日のこの時刻'),
  depotEmail: z.string(),
  depotPhone: z.string(),
  regular: z.boolean().describe('定期集荷'),
  version: Count,
})

const settingsAnswer = ({ cutoffMinute, ...settings }: PickupSettings) => ({
  ...settings,
  cutoff: formatMinute(cutoffMinute),
})

const pickupAnswer = ({ carrier, until, parcels, booked }: PickupOfCarrier) => ({
  carrier,
  until,
  parcels,
  booked: booked && { at: booked.at, mailed: booked.mailed, parcels: booked.parcels, same: booked.same },
})

/** Who fetches a farm's parcels. */
export const pickupOperations = {
  day: endpoint('members', {
    method: 'GET',
    path: '/farm/pickups',
    tag,
    scope: 'orders.read',
    summary: '集荷の状況を取得する（農園）',
  })
    .input(z.object({ query: z.object({ day: DayIn.optional().describe('集荷日。省略時は、箱がある最初の日') }) }))
    .output(
      z.object({
        day: Day,
        pickups: z.array(
          z.object({
            carrier: Carrier,
            until: Moment.describe('この時刻まで依頼できる（この時刻を含む）'),
            parcels: Parcels.describe('現在の荷物'),
            booked: z
              .object({
                at: Moment,
                mailed: z.boolean().describe('営業所にメールを送信した'),
                parcels: Parcels.describe('依頼した荷物'),
                same: z.boolean().describe('現在の荷物と一致する'),
              })
              .nullable(),
          }),
        ),
        settings: z.array(Settings),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const { day, pickups, settings } = await pickupsOfDay(ctx, query.day ?? null)
      return { day, pickups: pickups.map(pickupAnswer), settings: settings.map(settingsAnswer) }
    }),
  book: operation(bookPickup, {
    path: '/farm/pickups',
    tag,
    scope: 'shipments.write',
    summary: '集荷を依頼する（農園）',
    description:
      '営業所のメールアドレスが登録されている場合は、メールを送信します。荷物が変わった後に再度依頼すると、変更として送信します。同じ内容の場合は何も変わりません。',
    example: { body: { day: '2026-11-25', carrier: 'yamato' } },
    output: z.object({ mailed: z.boolean(), again: z.boolean().describe('同じ内容で依頼済み') }),
    answer: (_context, _given, done) => done,
  }),
  cancel: operation(cancelPickup, {
    path: '/farm/pickups/cancellation',
    tag,
    scope: 'shipments.write',
    summary: '集荷を取り消す（農園）',
    example: { body: { day: '2026-11-25', carrier: 'yamato' } },
    output: z.object({ mailed: z.boolean() }),
    answer: (_context, _given, { mailed }) => ({ mailed }),
  }),
  saveSettings: operation(savePickupSettings, {
    method: 'PUT',
    path: '/farm/pickups/settings',
    tag,
    scope: 'none',
    summary: '集荷の設定を変更する（農園）',
    example: {
      body: {
        carrier: 'yamato',
        cutoff: '17:00',
        depotEmail: '',
        depotPhone: '0267-12-3456',
        regular: false,
        version: 0,
      },
    },
    output: z.object({ version: Count }),
    answer: (_context, _given, done) => done,
  }),
}
