import type { OnShortage, OrderState, Slot } from '#kernel/enums.ts'
import type { PossibleDay } from '#modules/delivery/delivery-days.ts'
import { goodsYenOf, type Wanted } from '../engine.ts'
import type { SeedFarm } from '../farms.ts'
import type { SeedProduct } from '../products.ts'
import type { Random } from '../random.ts'
import type { SeedKitchen, SeedRestaurant } from '../restaurants.ts'
import type { Course } from './course.ts'

/** One purchase by the chef; it splits into one order per farm. */
export type PurchasePlan = { restaurant: SeedRestaurant; kitchen: SeedKitchen; placedAt: Date; orders: OrderPlan[] }

export type OrderPlan = {
  farm: SeedFarm
  wanted: readonly (Wanted & { onShortage: OnShortage })[]
  day: PossibleDay
  slot: Slot
  note: string
  course: Course
  /** its state; later steps are in the future or are left to the demo's user */
  upTo: OrderState
  /** when the chef added one more of the first product */
  changedAt?: Date
}

/** At most one order per farm, kitchen and delivery day: another would have been merged. */
export function deliveryKeys() {
  const taken = new Set<string>()
  return {
    claim(farm: SeedFarm, kitchen: SeedKitchen, day: PossibleDay): boolean {
      const key = `${farm.row.id} ${kitchen.row.id} ${day.deliveryOn}`
      if (taken.has(key)) return false
      taken.add(key)
      return true
    },
  }
}

export type DeliveryKeys = ReturnType<typeof deliveryKeys>

/** A realistic quantity: two or three thousand yen of each product, and at least the farm's minimum order. */
export function usualQty({ row }: SeedProduct, random: Random): number {
  const unitYen = row.catchWeight ? (row.priceYen * (row.netGrams ?? 1_000)) / 1_000 : row.priceYen
  const qty = Math.round(random.int(1_800, 5_500) / unitYen)
  return Math.min(8, row.maxQty, Math.max(row.minQty, qty))
}

export function withMinimum(farm: SeedFarm, wanted: readonly Wanted[]): Wanted[] {
  const raised = wanted.map((line) => ({ ...line }))
  const [first] = raised
  while (first && goodsYenOf(raised) < farm.row.minOrderYen) first.qty += 1
  return raised
}

export const withInstruction = (wanted: readonly Wanted[], random: Random): OrderPlan['wanted'] =>
  wanted.map((line) => ({ ...line, onShortage: instructionAt(random.next()) }))

/** The first of these products has the instruction to ask in case of a shortage. */
export const askedAbout = (wanted: OrderPlan['wanted']): OrderPlan['wanted'] =>
  wanted.map((line, index) => (index === 0 ? { ...line, onShortage: 'ask' } : line))

/** Most chefs accept what is available. */
function instructionAt(dice: number): OnShortage {
  if (dice < 0.8) return 'ship_what_there_is'
  if (dice < 0.9) return 'drop_line'
  return dice < 0.96 ? 'ask' : 'all_or_nothing'
}

const notes = [
  '',
  '',
  '',
  '',
  '',
  '',
  '小さめがあれば助かります。',
  '葉つきでお願いします。',
  '週末の貸し切りで使います。',
  'いつもありがとうございます。',
]

export const noteOf = (random: Random): string => random.pick(notes)
