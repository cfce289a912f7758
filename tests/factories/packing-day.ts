import type { Temperature } from '../../app/kernel/enums.ts'
import { grams } from '../../app/kernel/grams.ts'
import { newId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import type { DayOrders, PaperBox, PaperLine, PaperOrder } from '../../app/modules/packing-papers/day-orders.server.ts'

/** Forty characters, as many as a name may have. */
export const longestKitchen = '日本料理髙﨑亭別館・季節の野菜と炭火焼き東京駅八重洲口地下一番街店本店厨房第二'.slice(
  0,
  40,
)

export const aPaperLine = (over: Partial<PaperLine> = {}): PaperLine => ({
  id: newId<'orderLine'>(),
  productId: newId<'product'>(),
  name: '大玉トマト 桃太郎',
  packLabel: '4kg箱・秀品',
  unit: '箱',
  qty: 3,
  pieces: 10,
  pieceUnit: '袋',
  grams: grams(12_000),
  catchWeight: false,
  temperature: 'chilled',
  lots: ['261123'],
  origin: '熊本県産',
  facts: '',
  ...over,
})

export const aPaperBox = (temperature: Temperature, over: Partial<PaperBox> = {}): PaperBox => ({
  ...{ temperature, name: '', contents: [] },
  ...over,
})

export const aPaperOrder = (over: Partial<PaperOrder> = {}): PaperOrder => ({
  id: newId<'order'>(),
  number: '261122-00012-1',
  restaurantId: newId<'restaurant'>(),
  state: 'preparing',
  turn: 1,
  kitchen: 'ビストロ 灯 本店厨房',
  place: '東京・神楽坂',
  shipTo: {
    restaurant: 'ビストロ 灯',
    kitchen: '本店厨房',
    postalCode: '1620825',
    prefectureCode: '13',
    city: '新宿区',
    street: '神楽坂4-2-7',
    building: '',
    place: '神楽坂',
    phone: '03-1234-5678',
  },
  shipOn: jstDate('2026-11-23'),
  deliveryOn: jstDate('2026-11-24'),
  slot: 'am',
  note: '',
  receivingNote: '',
  boxes: [aPaperBox('chilled')],
  lines: [aPaperLine()],
  ...over,
})

/** The longest name, twelve products of all temperatures, twelve boxes. */
export const theLargestOrder = (): PaperOrder =>
  aPaperOrder({
    kitchen: longestKitchen,
    place: '鹿児島・指宿市山川成川温泉街',
    note: '裏口から搬入をお願いします。',
    boxes: Array.from({ length: 12 }, (_, index) => aPaperBox(kinds[index % 3] ?? 'chilled')),
    lines: Array.from({ length: 12 }, (_, index) =>
      aPaperLine({
        name: `とても長い名前の季節の特別な野菜の詰め合わせ第${index + 1}番 十勝産メークイン`.slice(0, 40),
        qty: 120 + index,
        temperature: kinds[index % 3] ?? 'chilled',
        lots: [`2611${10 + index}`, `2611${10 + index}-B`],
        ...(index === 4 && { catchWeight: true, grams: null, pieces: null }),
      }),
    ),
  })

const kinds: readonly Temperature[] = ['ambient', 'chilled', 'frozen']

export function aPackingDay(orders: readonly PaperOrder[] = [aPaperOrder(), theLargestOrder()]): DayOrders {
  return {
    day: jstDate('2026-11-23'),
    farm: { name: '佐藤農園', prefecture: '熊本県' },
    orders: orders.map((order, index) => ({ ...order, turn: index + 1 })),
    missing: [],
  }
}
