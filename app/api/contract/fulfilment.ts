import { z } from 'zod'
import { endpoint, needsKey } from './endpoint.ts'
import { Order, OrderSummary } from './order-shape.ts'
import { ofOrder, refusedBy } from './ordering.ts'
import {
  Body,
  CarrierName,
  DayIn,
  GramsIn,
  IdOf,
  KeyHeader,
  Quantity,
  ShortageReasonIn,
  Text,
  VerdictIn,
} from './shapes.ts'

const tag = '出荷と検収'
const lineId = '0193c0de-0000-7000-8000-000000000003'
const parcelId = '0193c0de-0000-7000-8000-000000000004'

const PackedLine = Body({
  lineId: IdOf<'orderLine'>('品'),
  qty: Quantity(0),
  grams: GramsIn.nullable().default(null).describe('量った重さ（風袋を引いたグラム）。不定貫の品だけ'),
  reason: ShortageReasonIn.nullable().default(null),
  lot: z
    .union([z.literal('today'), IdOf<'lot'>('ロット')], { error: 'today か、ロットのIDを入れてください。' })
    .nullable()
    .default(null)
    .describe('どの収穫分か。today はきょうの収穫'),
})

const SentParcel = z.union(
  [
    Body({
      parcelId: IdOf<'parcel'>('箱'),
      carrier: CarrierName,
      trackingNumber: Text(1, 40).describe('送り状番号12けた。ハイフンや全角でもよい'),
    }),
    Body({
      parcelId: IdOf<'parcel'>('箱'),
      unused: z.literal(true).describe('使わなかった箱。送料はかかりません'),
    }),
  ],
  { error: '箱ごとに、carrier と trackingNumber、または unused: true を入れてください。' },
)

const InspectedLine = Body({
  lineId: IdOf<'orderLine'>('品'),
  verdict: VerdictIn,
  qty: Quantity(0).describe('使える数'),
  grams: GramsIn.nullable().default(null),
  note: Text(0, 400).optional(),
})

export const fulfilmentContract = {
  farmWork: endpoint('members', {
    method: 'GET',
    path: '/farm/work',
    tag,
    scope: 'orders.read',
    summary: '農園のしごと',
    description: '答えを待っている注文と、until までに出る注文。',
  })
    .input(z.object({ query: z.object({ until: DayIn.optional().describe('この日まで。省くときょう') }) }))
    .output(z.object({ orders: z.array(OrderSummary) })),
  prepare: endpoint('members', {
    method: 'POST',
    path: '/orders/{id}/preparation',
    tag,
    scope: 'shipments.write',
    summary: '箱づめをはじめる（農園）',
    description: 'ここから先、店は取り消せません。',
  })
    .errors(needsKey)
    .errors(refusedBy('wrong_state', 'key_reused'))
    .input(z.object({ params: ofOrder, headers: KeyHeader, body: Body({}).optional() }))
    .output(Order),
  pack: endpoint('members', {
    method: 'POST',
    path: '/orders/{id}/packing',
    tag,
    scope: 'shipments.write',
    summary: '箱に入れた数・重さ・収穫分を記録する（農園）',
    description: '発送するまで何度でも言い直せます。変えたことはすべていきさつに残ります。',
    example: { body: { lines: [{ lineId, qty: 2, grams: 3_700, lot: 'today' }] } },
  })
    .errors(needsKey)
    .errors(
      refusedBy(
        'wrong_state',
        'reason_missing',
        'unknown_line',
        'more_than_confirmed',
        'weight_missing',
        'weight_not_believable',
        'too_light',
        'lot_unknown',
        'not_catch_weight',
        'key_reused',
      ),
    )
    .input(
      z.object({
        params: ofOrder,
        headers: KeyHeader,
        body: Body({ lines: z.array(PackedLine).min(1, '品を1つ以上入れてください。').max(500) }),
      }),
    )
    .output(Order),
  ship: endpoint('members', {
    method: 'POST',
    path: '/orders/{id}/shipment',
    tag,
    scope: 'shipments.write',
    summary: '発送する（農園）',
    description: 'すべての箱に、送り状番号か unused が要ります。不定貫の品は量ってから、収穫分を選んでから。',
    example: { body: { parcels: [{ parcelId, carrier: 'yamato', trackingNumber: '4444-1375-8703' }] } },
  })
    .errors(needsKey)
    .errors(
      refusedBy(
        'wrong_state',
        'weight_missing',
        'lot_missing',
        'tracking_missing',
        'tracking_not_12_digits',
        'tracking_check_digit',
        'nothing_to_ship',
        'key_reused',
      ),
    )
    .input(
      z.object({
        params: ofOrder,
        headers: KeyHeader,
        body: Body({ parcels: z.array(SentParcel).max(200) }),
      }),
    )
    .output(Order),
  receive: endpoint('members', {
    method: 'POST',
    path: '/orders/{id}/receipt',
    tag,
    scope: 'receipts.write',
    summary: '検収する（店）',
    description: '書かなかった品は、届いたとおりに受け取ったことになります。請求する金額がここで決まります。',
    example: { body: { lines: [{ lineId, verdict: 'damaged', qty: 1, note: '1箱つぶれていました' }] } },
  })
    .errors(needsKey)
    .errors(
      refusedBy(
        'wrong_state',
        'unknown_line',
        'more_than_shipped',
        'verdict_needs_less',
        'less_needs_verdict',
        'key_reused',
      ),
    )
    .input(
      z.object({
        params: ofOrder,
        headers: KeyHeader,
        body: Body({ lines: z.array(InspectedLine).max(500).default([]) }).optional(),
      }),
    )
    .output(Order),
}
