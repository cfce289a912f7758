import { slotCodes, temperatureCodes } from './codes.ts'
import { goodsWord } from './goods-word.ts'
import { type Cells, type Notices, orderWord, writtenParty } from './label-row.ts'
import type { Shipment } from './shipment.ts'

const goodsWidth = 50

/**
 * A row of ゆうプリR. The layout has no column for the customer number: it stands as the department of the sender, which is what
 * shops do, and is printed. The lengths of its fields are not published, so nothing is cut.
 */
export function japanpostCells(shipment: Shipment, told: Notices): Cells {
  const to = writtenParty(shipment.to, 'お届け先', told)
  const from = writtenParty(shipment.from, 'ご依頼主', told)
  const { stated, temperature } = shipment
  const slot = slotCodes.japanpost[shipment.slot] ?? (stated.evening || null)
  if (slot === null) told.add({ kind: 'slot' })
  const cool = temperature === 'ambient' ? '' : stated[temperature]
  if (temperature !== 'ambient' && cool === '') told.add({ kind: 'cool_code' })
  const day = shipment.deliveryOn < shipment.shipOn ? '' : shipment.deliveryOn.replaceAll('-', '')
  return {
    商品: '1',
    '着払/代引': '0',
    作成数: '1',
    お届け先のお名前: to.name,
    お届け先の敬称: '御中',
    お届け先の郵便番号: to.postalCode,
    お届け先の都道府県: to.prefecture,
    お届け先の市区町村郡: to.city,
    お届け先の丁目番地号: to.street,
    'お届け先の建物名・部屋番号など': to.building,
    お届け先の電話番号: to.phone,
    お届け先の部署名: to.part,
    ご依頼主のお名前: from.name,
    ご依頼主の郵便番号: from.postalCode,
    ご依頼主の都道府県: from.prefecture,
    ご依頼主の市区町村郡: from.city,
    ご依頼主の丁目番地号: from.street,
    'ご依頼主の建物名・部屋番号など': from.building,
    ご依頼主の電話番号: from.phone,
    ご依頼主の部署名: shipment.customerNumber,
    品名: goodsWord(
      shipment.goods.map((name) => told.jis('品名', name)),
      goodsWidth,
    ),
    個数: '1',
    発送予定日: shipment.shipOn.replaceAll('-', '/'),
    発送予定時間帯: '0',
    セキュリティ: '0',
    保冷: cool || temperatureCodes.japanpost[temperature],
    差出予定時間帯: '0',
    配達希望日: day,
    配達希望時間帯: slot ?? slotCodes.japanpost.none ?? '',
    お支払方法: '0',
    '摘要/記事': orderWord(shipment),
    サイズ: String(shipment.sizeClass).padStart(3, '0'),
    差出方法: '0',
    割引: '0',
    '配達予定日通知（お届け先）': '0',
    '配達完了通知（お届け先）': '0',
    '不在持戻り通知（お届け先）': '0',
    '郵便局留通知（お届け先）': '0',
    '配達完了通知（依頼主）': '0',
  }
}
