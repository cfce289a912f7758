import { sagawaCoolSeals, sagawaSlotSeals, slotCodes, temperatureCodes } from './codes.ts'
import { goodsWord } from './goods-word.ts'
import { linesOf, linesWithin, takeWidth, toFullWidth, widthOf } from './jis-text.ts'
import { type Cells, inFull, joined, type Notices, orderWord, writtenParty } from './label-row.ts'
import type { LabelParty, Shipment } from './shipment.ts'

/** Each line has 16 full-width letters. */
const lineWidth = 32

/** A row of e飛伝Ⅲ, 標準_飛脚宅配便_CSV_ヘッダ有り. Text is in full-width letters, as it counts them. */
export function sagawaCells(shipment: Shipment, told: Notices): Cells {
  const to = inFull(writtenParty(shipment.to, 'お届け先', told))
  const from = inFull(writtenParty(shipment.from, 'ご依頼主', told))
  const receiver = linesOfParty(to, 3, 'お届け先', told)
  const sender = linesOfParty(from, 2, 'ご依頼主', told)
  const day = shipment.deliveryOn < shipment.shipOn ? '' : shipment.deliveryOn.replaceAll('-', '')
  const slotSeal = sagawaSlotSeals[shipment.slot]
  return {
    お届け先電話番号: to.phone,
    お届け先郵便番号: to.postalCode,
    お届け先住所１: receiver.address[0] ?? '',
    お届け先住所２: receiver.address[1] ?? '',
    お届け先住所３: receiver.address[2] ?? '',
    お届け先名称１: receiver.name[0] ?? '',
    お届け先名称２: receiver.name[1] ?? '',
    お客様管理番号: shipment.customerNumber,
    お客様コード: shipment.customerCode,
    荷送人電話番号: from.phone,
    ご依頼主電話番号: from.phone,
    ご依頼主郵便番号: from.postalCode,
    ご依頼主住所１: sender.address[0] ?? '',
    ご依頼主住所２: sender.address[1] ?? '',
    ご依頼主名称１: sender.name[0] ?? '',
    ご依頼主名称２: sender.name[1] ?? '',
    荷姿: '001',
    品名１: goodsWord(
      shipment.goods.map((name) => toFullWidth(told.jis('品名', name))),
      lineWidth,
    ),
    品名２: takeWidth(orderWord(shipment), lineWidth)[0],
    出荷個数: '1',
    スピード指定: '000',
    クール便指定: temperatureCodes.sagawa[shipment.temperature],
    配達日: day,
    配達指定時間帯: slotCodes.sagawa[shipment.slot] ?? '',
    指定シール１: sagawaCoolSeals[shipment.temperature],
    // the seals of a day and of a time exclude each other
    指定シール２: slotSeal === '' && day !== '' ? '005' : slotSeal,
    営業所受取: '0',
    SRC区分: '0',
    元着区分: '1',
    出荷日: shipment.shipOn.replaceAll('-', '/'),
  }
}

/**
 * The building begins a line of its own where there is one; what does not fit the lines of the address goes into the second
 * line of the name if that is free.
 */
function linesOfParty(party: LabelParty, most: number, whose: string, told: Notices) {
  const place = party.prefecture + party.city + party.street
  let address = [...linesOf(place, lineWidth), ...linesOf(party.building, lineWidth)]
  let name = widthOf(party.name) <= lineWidth ? [party.name, ...linesOf(party.part, lineWidth)] : []
  if (name.length === 0 || name.length > 2) name = linesWithin(joined(party.name, party.part), lineWidth, 2)
  const free = name.length === 1 ? 1 : 0
  if (address.length > most) address = linesWithin(joined(place, party.building), lineWidth, most + free)
  const over = address.slice(most)
  if (free > 0 && over[0] !== undefined) name = [...name, over.shift() ?? '']
  told.cut(`${whose}の住所`, over.join(''))
  told.cut(`${whose}の名称`, name.slice(2).join(''))
  return { address: address.slice(0, most), name: name.slice(0, 2) }
}
