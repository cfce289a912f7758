import { type Item, temperatureOf } from './produce.ts'

/** Litres per kilogram in a box, packaging included. */
const litresPerKg: Readonly<Record<string, number>> = {
  leaf: 6,
  stem: 4,
  brassica: 4,
  sprout: 6,
  wild: 6,
  root: 1.7,
  fruitveg: 2.2,
  bean: 3,
  mushroom: 6,
  herb: 9,
  egg: 2.6,
  dairy: 1.5,
  rice: 1.3,
  grain: 1.4,
  pulse: 1.4,
  meat: 1.4,
  fish: 2.2,
  shellfish: 2,
  crustacean: 3,
  mollusc: 2.5,
  flower: 14,
}

/** Weight and bulk of the box for an amount; never more than the largest box holds. */
export function boxed(item: Item, netGrams: number): { grossGrams: number; sizePoints: number } {
  const litres = (netGrams / 1000) * (litresPerKg[item.subcategory] ?? 2)
  const largest = temperatureOf(item) === 'chilled' ? 170 : 380
  const tare = Math.min(900, 60 + netGrams * 0.06)
  return {
    grossGrams: Math.ceil((netGrams + tare) / 10) * 10,
    sizePoints: Math.min(largest, Math.max(1, Math.ceil(litres))),
  }
}
