import type { OrderState, ShipTo } from '#kernel/enums.ts'
import type { OrderLineId } from '#kernel/ids.ts'
import type { OrderLine } from '#modules/ordering/order.ts'

/** Why a paper of an order cannot be printed, or not with everything that it should say. */
export type Missing = 'answer' | 'preparation' | 'rest' | 'weight' | 'lot' | 'facts' | 'address'

export const missingText: Record<Missing, string> = {
  answer: '回答待ちのため、印刷されません',
  preparation: '箱詰めの開始前です（納品書は発行できません）',
  rest: '一部出荷済みです（納品書は残りの出荷後に発行されます）',
  weight: '重量が未入力です（納品書は発行できません）',
  lot: 'ロットが未選択です（納品書は発行できません）',
  facts: '食品表示（個体識別番号・漁獲番号）が収穫記録に未入力です',
  address: 'お届け先の住所または電話番号がありません',
}

type Order = { state: OrderState; shipTo: ShipTo; lines: readonly OrderLine[] }
type Lots = { get(id: OrderLineId): readonly { qty: number }[] | undefined }

export function missingOf({ state, shipTo, lines }: Order, lots: Lots): Missing[] {
  if (state === 'placed') return ['answer']
  return [...ofPacking(state, lines, lots), ...(isWhole(shipTo) ? [] : ['address' as const])]
}

/** The same as the guards of shipping ask for (ordering/order-guards.ts), for every line at once. */
function ofPacking(state: OrderState, lines: readonly OrderLine[], lots: Lots): Missing[] {
  if (state === 'accepted') return ['preparation']
  if (state === 'partly_shipped') return ['rest']
  if (state !== 'preparing') return []
  const going = lines.flatMap((line) => {
    const qty = (line.quantities.shipped ?? line.quantities.confirmed)?.qty ?? 0
    return qty > 0 ? [{ line, qty }] : []
  })
  const named = (id: OrderLineId) => (lots.get(id) ?? []).reduce((sum, lot) => sum + lot.qty, 0)
  return [
    ...(going.some(({ line }) => line.catchWeight && !line.quantities.shipped) ? ['weight' as const] : []),
    ...(going.some(({ line, qty }) => named(line.id) !== qty) ? ['lot' as const] : []),
  ]
}

const isWhole = ({ postalCode, prefectureCode, city, street, phone }: ShipTo): boolean =>
  [postalCode, prefectureCode, city, street, phone].every((part) => part?.trim())
