import { slotCodes, temperatureCodes } from './codes.ts'
import { goodsWord } from './goods-word.ts'
import { linesOf, linesWithin, takeWidth, widthOf } from './jis-text.ts'
import { type Cells, joined, type Notices, orderWord, writtenParty } from './label-row.ts'
import type { LabelParty, Shipment } from './shipment.ts'

/** Half-width columns of the fields, as the layout states them. */
const [addressWidth, streetWidth, buildingWidth, companyWidth, nameWidth, goodsWidth] = [64, 32, 32, 50, 32, 50]

/** A row of B2クラウド: 発払い, one label a parcel (decisions/0078). */
export function yamatoCells(shipment: Shipment, told: Notices): Cells {
  const to = writtenParty(shipment.to, 'お届け先', told)
  const from = writtenParty(shipment.from, 'ご依頼主', told)
  const receiver = receiverOf(to, told)
  const sender = addressOf(from)
  const [senderBuilding, senderLost] = takeWidth(sender.building, buildingWidth)
  told.cut('ご依頼主の住所', senderLost)
  const [senderName, nameLost] = takeWidth(from.name, nameWidth)
  told.cut('ご依頼主の名称', nameLost)
  if (shipment.customerCode === '') told.add({ kind: 'no_code' })
  return {
    お客様管理番号: shipment.customerNumber,
    送り状種類: '0',
    クール区分: temperatureCodes.yamato[shipment.temperature],
    出荷予定日: shipment.shipOn.replaceAll('-', '/'),
    お届け予定日: shipment.deliveryOn < shipment.shipOn ? '' : shipment.deliveryOn.replaceAll('-', '/'),
    配達時間帯: slotCodes.yamato[shipment.slot] ?? '',
    お届け先電話番号: to.phone,
    お届け先郵便番号: to.postalCode,
    ...receiver,
    敬称: '御中',
    ご依頼主電話番号: from.phone,
    ご依頼主郵便番号: from.postalCode,
    ご依頼主住所: sender.address,
    ご依頼主アパートマンション: senderBuilding,
    ご依頼主名: senderName,
    品名１: goodsWord(
      shipment.goods.map((name) => told.jis('品名', name)),
      goodsWidth,
    ),
    荷扱い１: shipment.temperature === 'ambient' ? '' : 'ナマモノ',
    記事: orderWord(shipment),
    発行枚数: '1',
    請求先顧客コード: shipment.customerCode,
    運賃管理番号: shipment.freightCode,
  }
}

/**
 * B2 reads the address as prefecture, municipality and 16 full-width letters of town and number; what is longer begins the
 * field of the building.
 */
function addressOf({ prefecture, city, street, building }: LabelParty): { address: string; building: string } {
  const before = prefecture + city
  const [head, rest] = takeWidth(street, Math.max(0, Math.min(streetWidth, addressWidth - widthOf(before))))
  return { address: before + head, building: joined(rest, building) }
}

/**
 * Name and company: the restaurant's name where it fits, beside it the kitchen. What is left of a long building comes before
 * them in the two lines for company and department, so that nothing is lost while there is room.
 */
function receiverOf(to: LabelParty, told: Notices): Cells {
  const { address, building } = addressOf(to)
  const [first, more] = takeWidth(building, buildingWidth)
  const { name, company } = nameOf(to)
  let lines = [...linesOf(more, companyWidth), ...linesOf(company, companyWidth)]
  if (lines.length > 2) lines = linesWithin(joined(more, company), companyWidth, 2)
  told.cut('お届け先の住所・名称', lines.slice(2).join(''))
  return {
    お届け先住所: address,
    お届け先アパートマンション名: first,
    'お届け先会社・部門１': lines[0] ?? '',
    'お届け先会社・部門２': lines[1] ?? '',
    お届け先名: name,
  }
}

function nameOf({ name, part }: LabelParty): { name: string; company: string } {
  const both = joined(name, part)
  if (widthOf(both) <= nameWidth) return { name: both, company: '' }
  if (widthOf(name) <= nameWidth) return { name, company: part }
  if (part !== '' && widthOf(part) <= nameWidth) return { name: part, company: name }
  // the whole name is in the lines for the company
  return { name: takeWidth(name, nameWidth)[0], company: both }
}
