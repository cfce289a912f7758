import { grams } from '#kernel/grams.ts'
import { type Id, parseId } from '#kernel/ids.ts'
import { type JstDate, minuteOfDay } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { yen } from '#kernel/yen.ts'
import type { CartFarm, CartLine } from '#modules/cart/quote.ts'

/**
 * Fictitious farms and products for practising: users who are not approved yet may see these prices, and no real
 * products are held while they learn. One of each typical case: boxes, weight, a minimum order, low stock.
 */

const idOf = <Of extends string>(n: number): Id<Of> => {
  const id = parseId<Of>(`0193c0de-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`)
  if (!id) throw new TypeError('not an id')
  return id
}

type DryRunGoods = CartLine & {
  /** The form field of the quantity. */
  key: string
  /** The initial quantity. */
  usual: number
}

type Told = 'key' | 'usual' | 'productId' | 'name' | 'packLabel' | 'picture' | 'listYen'

const goods = (of: Partial<DryRunGoods> & Pick<DryRunGoods, Told>): DryRunGoods => ({
  qty: 0,
  onShortage: 'ship_what_there_is',
  shortageTerms: {},
  seenPriceYen: of.listYen,
  unitLabel: '箱',
  category: 'root',
  temperature: 'ambient',
  airAllowed: true,
  taxKind: 'food',
  tiers: [],
  own: null,
  catchWeight: false,
  netGrams: grams(5_000),
  tolerancePercent: null,
  grossGrams: grams(5_400),
  sizePoints: 18,
  ownCarton: false,
  orderStep: 1,
  minQty: 1,
  maxQty: 99,
  availableQty: 50,
  heldElsewhere: 0,
  heldUntil: null,
  harvest: null,
  listed: true,
  ...of,
})

const farm = (
  of: Pick<CartFarm, 'farmId' | 'name' | 'crest'> & Partial<CartFarm>,
): Omit<DryRunFarm, 'about' | 'lines'> => ({
  place: '練習',
  zone: 'kanto',
  approved: true,
  policy: {
    shipWeekdays: [1, 2, 3, 4, 5, 6],
    shipsOnHolidays: true,
    packingMinute: minuteOfDay('14:00'),
    cutoffHoursBeforePacking: 26,
    answerHoursAfterCutoff: 2,
  },
  vacations: [],
  freight: { tables: [], carriers: [] },
  ways: [],
  chosenWay: null,
  freeFreightFromYen: null,
  minOrderYen: yen(0),
  autoAccept: false,
  chosenDay: null,
  chosenSlot: null,
  note: '',
  open: [],
  lateCancelPercent: 0,
  ...of,
})

export type DryRunFarm = Omit<CartFarm, 'lines'> & { about: string; lines: DryRunGoods[] }

export const dryRunMarket: readonly DryRunFarm[] = [
  {
    ...farm({ farmId: idOf<'farm'>(1), name: '練習畑', crest: '畑', freeFreightFromYen: yen(5_000) }),
    about: '5,000円から送料無料です',
    lines: [
      goods({
        key: 'carrot',
        usual: 2,
        productId: idOf<'product'>(11),
        name: 'にんじん',
        packLabel: '5kg箱',
        picture: 'carrot',
        listYen: yen(1_800),
      }),
      goods({
        key: 'greens',
        usual: 1,
        productId: idOf<'product'>(12),
        name: 'こまつな',
        packLabel: '20束',
        picture: 'komatsuna',
        listYen: yen(2_400),
        category: 'leaf',
      }),
    ],
  },
  {
    ...farm({ farmId: idOf<'farm'>(2), name: '練習鶏舎', crest: '鶏', lateCancelPercent: 30 }),
    about: '計量後に価格が決まります。締切後の取消料は、商品代の30％です',
    lines: [
      goods({
        key: 'bird',
        usual: 2,
        productId: idOf<'product'>(21),
        name: '地鶏 丸',
        packLabel: '約1.8kg',
        unitLabel: '羽',
        picture: 'chicken',
        listYen: yen(2_400),
        category: 'meat',
        temperature: 'chilled',
        catchWeight: true,
        netGrams: grams(1_800),
        tolerancePercent: 10,
        grossGrams: grams(2_000),
        sizePoints: 10,
      }),
    ],
  },
  {
    ...farm({ farmId: idOf<'farm'>(3), name: '練習園', crest: '園', minOrderYen: yen(4_000) }),
    about: '最低注文金額は4,000円です。在庫は3箱です',
    lines: [
      goods({
        key: 'apple',
        usual: 2,
        productId: idOf<'product'>(31),
        name: 'りんご',
        packLabel: '3kg箱',
        picture: 'apple',
        listYen: yen(2_200),
        category: 'fruit',
        netGrams: grams(3_000),
        grossGrams: grams(3_400),
        availableQty: 3,
      }),
    ],
  },
]

export type DryRunWish = { amounts: Readonly<Record<string, number>>; wishedOn: JstDate | null }

/** The quantities in an address; missing ones get the initial value. */
export function readAmounts(asked: URLSearchParams): Record<string, number> {
  const all = dryRunMarket.flatMap(({ lines }) => lines)
  return Object.fromEntries(
    all.map(({ key, usual, maxQty }) => {
      const said = asked.get(key)
      const count = said === null ? usual : (parseWholeNumber(said) ?? 0)
      return [key, Math.min(Math.max(count, 0), maxQty)]
    }),
  )
}

/** The farms with something in the cart, as input of a quote. */
export const dryRunCart = (amounts: DryRunWish['amounts']): CartFarm[] =>
  dryRunMarket.flatMap(({ about: _, lines, ...farm }) => {
    const inCart = lines.flatMap(({ key, usual: _usual, ...line }) => {
      const qty = amounts[key] ?? 0
      return qty > 0 ? [{ ...line, qty }] : []
    })
    return inCart.length > 0 ? [{ ...farm, lines: inCart }] : []
  })
