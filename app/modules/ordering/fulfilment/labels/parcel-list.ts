import { csvLine, csvStart } from '#kernel/csv.ts'
import { NotFound } from '#kernel/errors.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { LabelParty, Shipment } from '#modules/delivery/carrier-files/shipment.ts'
import { carrierName } from '#modules/delivery/carrier-word.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'

/** A box that has not left. `trackingNumber`: empty until its label has one. */
export type ListedParcel = { carrier: string; note: string; trackingNumber: string; shipment: Shipment }

const partyHeads = ['名', '部署', '郵便番号', '住所', '建物名', '電話番号'] as const
const partyCells = ({ name, part, postalCode, prefecture, city, street, building, phone }: LabelParty) => [
  ...[name, part, postalCode, `${prefecture}${city}${street}`, building, phone],
]

const heads = [
  ...['出荷日', 'お届け日', '時間帯', '配送会社', '注文番号', 'お客様管理番号'],
  ...['個口', '個口数', '温度帯', 'サイズ', '品名'],
  ...partyHeads.map((head) => `お届け先${head}`),
  ...partyHeads.map((head) => `ご依頼主${head}`),
  ...['備考', '送り状番号'],
]

/** One line for each parcel, for a carrier without a program of which we know the file. NotFound when there is none. */
export function parcelList(day: JstDate, parcels: readonly ListedParcel[]) {
  if (parcels.length === 0) throw new NotFound('parcels')
  const lines = parcels.map(({ carrier, note, trackingNumber, shipment: it }) =>
    csvLine([
      ...[it.shipOn, it.deliveryOn, slotWord[it.slot], carrierName(carrier), it.orderNumber, it.customerNumber],
      ...[it.at, it.of, temperatureWord[it.temperature], it.sizeClass, it.goods.join('、')],
      ...partyCells(it.to),
      ...partyCells(it.from),
      ...[note, trackingNumber],
    ]),
  )
  return {
    bytes: new TextEncoder().encode([csvStart, csvLine(heads), ...lines].join('')),
    fileName: `parcels-${day}.csv`,
    mediaType: 'text/csv; charset=utf-8',
  }
}
