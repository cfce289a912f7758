import { decode, encode } from 'iconv-lite'
import { expect, test } from 'vitest'
import { type Carrier, carriers } from '#kernel/enums.ts'
import { jstDate } from '#kernel/jst.ts'
import { layouts } from './layouts.ts'
import { customerNumberOf, type LabelParty, type Shipment } from './shipment.ts'
import { labelFile, labelRow } from './write-labels.ts'

/**
 * Orders that label programs are known to stumble over. What every cell must say is written here by hand from the layouts, and
 * not by the program that is tested, as the bytes in golden/ were.
 */

const farm: LabelParty = {
  name: '㈲髙﨑農園',
  part: '',
  postalCode: '869-1234',
  prefecture: '熊本県',
  city: '菊池郡大津町',
  street: '大字引水１２３−４',
  building: '',
  phone: '096-293-0000',
}
const kitchen: LabelParty = {
  name: '食堂みほん',
  part: '',
  postalCode: '6008001',
  prefecture: '京都府',
  city: '京都市下京区',
  street: '四条通麩屋町西入立売東町12番地の3',
  building: '',
  phone: '０７５−２２１−００００',
}
const shipment = (to: Partial<LabelParty> = {}, said: Partial<Shipment> = {}): Shipment => ({
  customerNumber: 'U00012-3-1',
  orderNumber: '261124-00012-3',
  ...{ at: 1, of: 1, temperature: 'chilled', sizeClass: 100, slot: '14-16' },
  shipOn: jstDate('2026-12-30'),
  deliveryOn: jstDate('2027-01-04'),
  to: { ...kitchen, ...to },
  from: farm,
  goods: ['黒毛和牛ランプ'],
  ...{ customerCode: '096293000000', freightCode: '01', stated: { chilled: '1', frozen: '2', evening: '' } },
  ...said,
})

/** The cells of a row that say anything, by the name of their column. */
const said = (carrier: Carrier, it: Shipment) => {
  const { cells } = labelRow(carrier, it)
  return Object.fromEntries(
    layouts[carrier].columns.flatMap(({ name }, index) => (cells[index] ? [[name, cells[index]]] : [])),
  )
}

test('ヤマト: a chilled parcel over the new year from Kumamoto to a long address in Kyoto, cell by cell', () => {
  expect(said('yamato', shipment())).toEqual({
    お客様管理番号: 'U00012-3-1',
    送り状種類: '0',
    クール区分: '2',
    出荷予定日: '2026/12/30',
    お届け予定日: '2027/01/04',
    配達時間帯: '1416',
    お届け先電話番号: '075-221-0000',
    お届け先郵便番号: '600-8001',
    // the town and its number have 16 letters; the number begins the next field whole
    お届け先住所: '京都府京都市下京区四条通麩屋町西入立売東町',
    お届け先アパートマンション名: '12番地の3',
    お届け先名: '食堂みほん',
    敬称: '御中',
    ご依頼主電話番号: '096-293-0000',
    ご依頼主郵便番号: '869-1234',
    ご依頼主住所: '熊本県菊池郡大津町大字引水１２３－４',
    ご依頼主名: '（有）高崎農園',
    品名１: '黒毛和牛ランプ',
    荷扱い１: 'ナマモノ',
    記事: '注文261124-00012-3',
    発行枚数: '1',
    請求先顧客コード: '096293000000',
    運賃管理番号: '01',
  })
})

test('佐川: the same parcel', () => {
  expect(said('sagawa', shipment())).toEqual({
    お届け先電話番号: '075-221-0000',
    お届け先郵便番号: '600-8001',
    お届け先住所１: '京都府京都市下京区四条通麩屋町西',
    お届け先住所２: '入立売東町１２番地の３',
    お届け先名称１: '食堂みほん',
    お客様管理番号: 'U00012-3-1',
    お客様コード: '096293000000',
    荷送人電話番号: '096-293-0000',
    ご依頼主電話番号: '096-293-0000',
    ご依頼主郵便番号: '869-1234',
    ご依頼主住所１: '熊本県菊池郡大津町大字引水',
    ご依頼主住所２: '１２３－４',
    ご依頼主名称１: '（有）高崎農園',
    荷姿: '001',
    品名１: '黒毛和牛ランプ',
    品名２: '注文261124-00012-3',
    出荷個数: '1',
    スピード指定: '000',
    クール便指定: '002',
    配達日: '20270104',
    配達指定時間帯: '14',
    指定シール１: '001',
    指定シール２: '023',
    営業所受取: '0',
    SRC区分: '0',
    元着区分: '1',
    出荷日: '2026/12/30',
  })
})

test('ゆうパック: the same parcel', () => {
  expect(said('japanpost', shipment())).toEqual({
    商品: '1',
    '着払/代引': '0',
    作成数: '1',
    お届け先のお名前: '食堂みほん',
    お届け先の敬称: '御中',
    お届け先の郵便番号: '600-8001',
    お届け先の都道府県: '京都府',
    お届け先の市区町村郡: '京都市下京区',
    お届け先の丁目番地号: '四条通麩屋町西入立売東町12番地の3',
    お届け先の電話番号: '075-221-0000',
    ご依頼主のお名前: '（有）高崎農園',
    ご依頼主の郵便番号: '869-1234',
    ご依頼主の都道府県: '熊本県',
    ご依頼主の市区町村郡: '菊池郡大津町',
    ご依頼主の丁目番地号: '大字引水１２３－４',
    ご依頼主の電話番号: '096-293-0000',
    ご依頼主の部署名: 'U00012-3-1',
    品名: '黒毛和牛ランプ',
    個数: '1',
    発送予定日: '2026/12/30',
    発送予定時間帯: '0',
    セキュリティ: '0',
    保冷: '1',
    差出予定時間帯: '0',
    配達希望日: '20270104',
    配達希望時間帯: '53',
    お支払方法: '0',
    '摘要/記事': '注文261124-00012-3',
    サイズ: '100',
    差出方法: '0',
    割引: '0',
    '配達予定日通知（お届け先）': '0',
    '配達完了通知（お届け先）': '0',
    '不在持戻り通知（お届け先）': '0',
    '郵便局留通知（お届け先）': '0',
    '配達完了通知（依頼主）': '0',
  })
})

const forty = 'グランフロント髙﨑ステーションタワーレジデンスノースウイング地下一階飲食店街三番'

test('a building of 40 letters stands whole on the labels of ヤマト and ゆうパック, and on that of 佐川 where the address is short', () => {
  expect([...forty]).toHaveLength(40)
  const it = shipment({ building: forty, city: '千代田区', prefecture: '東京都', street: '千代田1-1' })
  const written = forty.replace('髙﨑', '高崎')
  const lines: Record<Carrier, string[]> = {
    yamato: ['お届け先アパートマンション名', 'お届け先会社・部門１', 'お届け先会社・部門２'],
    sagawa: ['お届け先住所２', 'お届け先住所３', 'お届け先名称２'],
    japanpost: ['お届け先の建物名・部屋番号など'],
  }
  for (const carrier of carriers) {
    const cells = said(carrier, it)
    expect(lines[carrier].map((name) => cells[name] ?? '').join(''), carrier).toBe(written)
    expect(labelRow(carrier, it).notices.filter(({ kind }) => kind === 'cut')).toEqual([])
  }
})

test.each([
  ['沖縄', { prefecture: '沖縄県', city: '国頭郡本部町', street: '字石川424', postalCode: '9050206' }],
  [
    'a far island of Okinawa',
    { prefecture: '沖縄県', city: '宮古郡多良間村', street: '仲筋99-2', postalCode: '9060692' },
  ],
  ['an island of Nagasaki', { prefecture: '長崎県', city: '対馬市', street: '厳原町国分1441', postalCode: '8170022' }],
  ['an island of Tokyo', { prefecture: '東京都', city: '小笠原村', street: '父島字西町', postalCode: '1002101' }],
] satisfies [string, Partial<LabelParty>][])('%s is an address like any other', (_, to) => {
  const it = shipment(to, { temperature: 'ambient', slot: 'none' })
  const postal = `${to.postalCode.slice(0, 3)}-${to.postalCode.slice(3)}`
  expect(said('yamato', it)).toMatchObject({
    お届け先住所: to.prefecture + to.city + to.street,
    お届け先郵便番号: postal,
    クール区分: '0',
  })
  expect(said('yamato', it)).not.toHaveProperty('配達時間帯')
  expect(said('japanpost', it)).toMatchObject({
    お届け先の都道府県: to.prefecture,
    お届け先の市区町村郡: to.city,
    お届け先の丁目番地号: to.street,
    お届け先の郵便番号: postal,
    配達希望時間帯: '00',
  })
  const sagawa = said('sagawa', it)
  expect(`${sagawa.お届け先住所１}${sagawa.お届け先住所２ ?? ''}`.normalize('NFKC')).toBe(
    to.prefecture + to.city + to.street,
  )
  // without a time the seal of the day
  expect(sagawa).toMatchObject({ クール便指定: '001', 指定シール２: '005' })
  for (const carrier of carriers) expect(labelRow(carrier, { ...it, from: kitchen }).notices, carrier).toEqual([])
})

test('15 parcels of one order, cool and ambient, are 15 rows in their order', () => {
  const temperatures = ['chilled', 'ambient', 'frozen'] as const
  const parcels = Array.from({ length: 15 }, (_, index) =>
    shipment(
      {},
      {
        customerNumber: customerNumberOf('261124-00012-3', index + 1),
        at: index + 1,
        of: 15,
        temperature: temperatures[index % 3] ?? 'ambient',
      },
    ),
  )
  const codes: Record<Carrier, [column: string, string[]]> = {
    yamato: ['クール区分', ['2', '0', '1']],
    sagawa: ['クール便指定', ['002', '001', '003']],
    japanpost: ['保冷', ['1', '0', '2']],
  }
  const [number, count]: Record<Carrier, string>[] = [
    { yamato: 'お客様管理番号', sagawa: 'お客様管理番号', japanpost: 'ご依頼主の部署名' },
    { yamato: '記事', sagawa: '品名２', japanpost: '摘要/記事' },
  ]
  for (const carrier of carriers) {
    const lines = decode(Buffer.from(labelFile(carrier, parcels)), 'cp932').split('\r\n')
    expect(lines).toHaveLength(15 + (carrier === 'sagawa' ? 2 : 1))
    const [column, expected] = codes[carrier]
    const rows = parcels.map((it) => said(carrier, it))
    expect(rows.map((row) => row[column])).toEqual(parcels.map((_, index) => expected[index % 3]))
    expect(rows.map((row) => row[number?.[carrier] ?? ''])).toEqual(parcels.map((_, index) => `U00012-3-${index + 1}`))
    expect(rows.map((row) => row[count?.[carrier] ?? ''])).toEqual(
      parcels.map((_, index) => `注文261124-00012-3 ${index + 1}/15個口`),
    )
  }
})

/** Two bytes for each sign that Windows and Unix write differently, and the letters of level 1 and 2 for what has none. */
test.each([
  ['〜', [0x81, 0x60]],
  ['～', [0x81, 0x60]],
  ['−', [0x81, 0x7c]],
  ['－', [0x81, 0x7c]],
  ['—', [0x81, 0x5c]],
  ['‖', [0x81, 0x61]],
  ['¥', [0x81, 0x8f]],
  ['髙', encode('高', 'cp932')],
  ['﨑', encode('崎', 'cp932')],
  ['𠮷', encode('吉', 'cp932')],
  ['鷗', encode('鴎', 'cp932')],
  ['㈱', encode('（株）', 'cp932')],
  ['①', [0x31]],
  ['ｶﾞ', encode('ガ', 'cp932')],
  ['か\u3099', encode('が', 'cp932')],
  ['œ', encode('oe', 'cp932')],
  ['㐂', encode('喜', 'cp932')],
  ['🍅', encode('〓', 'cp932')],
])('%s has these bytes in each file', (letter, bytes) => {
  for (const carrier of ['yamato', 'japanpost'] as const) {
    const file = Buffer.from(labelFile(carrier, [shipment({ name: `あ${letter}い` })]))
    const name = Buffer.concat([encode('あ', 'cp932'), Buffer.from(bytes), encode('い', 'cp932')])
    expect(file.includes(name), carrier).toBe(true)
    expect(file.includes('?')).toBe(false)
  }
})

test('the header of e飛伝Ⅲ is the only one, and each file ends its lines with CRLF and has no mark at its beginning', () => {
  const first = (carrier: Carrier) => Buffer.from(labelFile(carrier, [shipment()])).subarray(0, 3)
  expect(first('yamato')).toEqual(Buffer.from('U00'))
  expect(first('japanpost')).toEqual(Buffer.from('"1"'))
  expect(first('sagawa')).toEqual(encode('お届', 'cp932').subarray(0, 3))
  for (const carrier of carriers) {
    const file = Buffer.from(labelFile(carrier, [shipment(), shipment()])).toString('latin1')
    expect(file.match(/\r\n/g)).toHaveLength(carrier === 'sagawa' ? 3 : 2)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  }
})
