import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { AnId, Count, Day } from '#api/schemas/shapes.ts'
import { carriers } from '#kernel/enums.ts'
import { CarrierName, DayIn } from '#kernel/schema.ts'
import { AnyCarrierIn } from '#modules/delivery/any-carrier.ts'
import { noticeText } from '#modules/delivery/carrier-files/label-notice.ts'
import { importLabels } from '#modules/ordering/fulfilment/labels/import-labels.server.ts'
import { labelDay, labelFileOfDay, parcelsOfDay } from '#modules/ordering/fulfilment/labels/label-day.server.ts'
import {
  chooseCarrier,
  labelSettings,
  saveLabelSettings,
} from '#modules/ordering/fulfilment/labels/label-settings.server.ts'
import { parcelList } from '#modules/ordering/fulfilment/labels/parcel-list.ts'
import { shipLabelled } from '#modules/ordering/fulfilment/labels/ship-labelled.server.ts'
import { FileOut, fileAnswer } from './file-answer.ts'

const tag = '送り状'

const Carrier = z.enum(carriers)
const AnyCarrier = z.string().describe('yamato・sagawa・japanpost、またはその他の配送会社名')

const Parcel = z.object({
  id: AnId,
  customerNumber: z.string().describe('お客様管理番号。送り状発行ソフトから番号とともに戻ります'),
  temperature: z.enum(['ambient', 'chilled', 'frozen']),
  sizeClass: Count,
  trackingNumber: z.string().nullable().describe('取り込んだ送り状番号'),
  notices: z.array(z.string()).describe('送り状の内容が注文と異なる点'),
})

/** The labels of a farm's parcels: the files of its carriers out, their numbers in. */
export const labelOperations = {
  day: endpoint('members', {
    method: 'GET',
    path: '/farm/labels',
    tag,
    scope: 'orders.read',
    summary: '出荷日の個口と送り状（農園）',
    description: '受注済みで、まだ出荷していない個口です。出荷日を過ぎた個口は、当日に含まれます。',
  })
    .input(z.object({ query: z.object({ day: DayIn.optional().describe('出荷日。省略時は、個口がある最初の日') }) }))
    .output(
      z.object({
        day: Day,
        orders: z.array(z.object({ id: AnId, number: z.string(), carrier: AnyCarrier, parcels: z.array(Parcel) })),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const { day, orders } = await labelDay(ctx, query.day ?? null)
      return {
        day,
        orders: orders.map(({ id, number, carrier, parcels }) => ({
          id,
          number,
          carrier,
          parcels: parcels.map(({ label, notices, id, customerNumber, temperature, sizeClass }) => ({
            id,
            customerNumber,
            temperature,
            sizeClass,
            trackingNumber: label?.trackingNumber ?? null,
            notices: notices.map(noticeText),
          })),
        })),
      }
    }),
  file: endpoint('members', {
    method: 'GET',
    path: '/farm/labels/file',
    tag,
    scope: 'orders.read',
    summary: '送り状発行ソフト用のファイルを取得する（農園）',
    description:
      'B2クラウド・e飛伝Ⅲ・ゆうプリR用のCSV（シフトJIS）です。番号のない個口のみで、again を指定すると番号のある個口も含みます。1,000個口を超える場合は part で続きを取得します。該当する個口がない場合は404を返します。',
    outputStructure: 'detailed',
  })
    .input(
      z.object({
        query: z.object({
          day: DayIn.describe('出荷日'),
          carrier: CarrierName,
          part: z.coerce.number().int().min(1).max(99).optional().describe('何番目のファイルか。省略時は1'),
          again: z.enum(['true', 'false']).optional().describe('番号のある個口も含める'),
        }),
      }),
    )
    .output(FileOut)
    .handler(async ({ context: { ctx }, input: { query } }) =>
      fileAnswer(await labelFileOfDay(ctx, { ...query, again: query.again === 'true' })),
    ),
  list: endpoint('members', {
    method: 'GET',
    path: '/farm/labels/list',
    tag,
    scope: 'orders.read',
    summary: '個口の一覧を取得する（農園）',
    description:
      '出荷日の、まだ出荷していない個口のCSV（UTF-8、見出し付き）です。送り状発行ソフトのファイルがない配送会社に渡し、「送り状番号」の列に番号を入力したファイルは、番号の取り込みに使えます。carrier を省略すると、すべての配送会社の個口を含みます。該当する個口がない場合は404を返します。',
    outputStructure: 'detailed',
  })
    .input(z.object({ query: z.object({ day: DayIn.describe('出荷日'), carrier: AnyCarrierIn.optional() }) }))
    .output(FileOut)
    .handler(async ({ context: { ctx }, input: { query } }) =>
      fileAnswer(parcelList(query.day, await parcelsOfDay(ctx, query))),
    ),
  receive: operation(importLabels, {
    path: '/farm/labels',
    tag,
    scope: 'shipments.write',
    summary: '送り状番号を取り込む（農園）',
    description:
      '送り状発行ソフトが書き出したファイル、または番号を入力した個口の一覧の番号を、個口に登録します。確認が必要な行は、confirmed に行の番号を指定した場合に登録します。同じファイルを再送しても、結果は変わりません。',
    example: { body: { file: '44GK5a6i5qeY566h55CG55Wq5Y+3', fileName: 'hakko.csv', confirmed: [] } },
    output: z.object({
      written: Count.describe('登録した個口'),
      same: Count.describe('登録済みの行'),
      blank: Count.describe('番号がまだない行'),
      unknown: Count.describe('該当する個口がない行'),
      left: Count.describe('確認が必要、または番号ではないため、登録していない行'),
    }),
    answer: (_context, _given, done) => done,
  }),
  ship: operation(shipLabelled, {
    path: '/farm/labels/shipment',
    tag,
    scope: 'shipments.write',
    summary: '番号が入った注文を出荷する（農園）',
    description:
      'すべての個口に番号がある注文を、1件ずつ出荷します。出荷できない注文は refused に理由が入り、他の注文はそのまま出荷します。',
    example: { body: { day: '2026-11-25' } },
    output: z.object({
      orders: z.array(
        z.object({ orderId: AnId, number: z.string(), refused: z.string().nullable().describe('出荷できない理由') }),
      ),
    }),
    answer: (_context, _given, { orders }) => ({
      orders: orders.map(({ orderId, number, refused }) => ({ orderId, number, refused })),
    }),
  }),
  carrier: operation(chooseCarrier, {
    method: 'PUT',
    path: '/orders/{id}/carrier',
    params: { id: 'orderId' },
    tag,
    scope: 'shipments.write',
    summary: '注文の配送会社を変更する（農園）',
    example: { body: { carrier: 'sagawa' } },
    output: z.object({ carrier: AnyCarrier }),
    answer: (_context, { carrier }) => ({ carrier }),
  }),
  settings: endpoint('members', {
    method: 'GET',
    path: '/farm/labels/settings',
    tag,
    scope: 'none',
    summary: '送り状の設定を取得する（農園）',
  })
    .output(
      z.object({
        carrier: Carrier,
        yamatoCode: z.string(),
        yamatoFreightCode: z.string(),
        sagawaCode: z.string(),
        japanpostChilled: z.string(),
        japanpostFrozen: z.string(),
        japanpostEvening: z.string(),
        version: Count,
      }),
    )
    .handler(async ({ context: { ctx } }) => {
      const { carrier, contracts, version } = await labelSettings(ctx)
      return {
        carrier,
        yamatoCode: contracts.yamato.customerCode,
        yamatoFreightCode: contracts.yamato.freightCode,
        sagawaCode: contracts.sagawa.customerCode,
        japanpostChilled: contracts.japanpost.stated.chilled,
        japanpostFrozen: contracts.japanpost.stated.frozen,
        japanpostEvening: contracts.japanpost.stated.evening,
        version,
      }
    }),
  saveSettings: operation(saveLabelSettings, {
    method: 'PUT',
    path: '/farm/labels/settings',
    tag,
    scope: 'none',
    summary: '送り状の設定を変更する（農園）',
    example: {
      body: { carrier: 'yamato', yamatoCode: '012000000000', yamatoFreightCode: '01', sagawaCode: '', version: 0 },
    },
    output: z.object({ version: Count }),
    answer: (_context, _given, done) => done,
  }),
}
