/**
 * The cost of this product per dish: grams on the plate, of which the yield (歩留まり) is left after trimming. Rounded to
 * the yen; a hint for the menu, not used for charging.
 *
 * 670円/kg, 120 g on the plate, 92 % left: 670 × 0.12 ÷ 0.92 = 87円.
 */
export function costPerDish(input: { yenPerKg: number; gramsOnPlate: number; yieldPercent: number }): number | null {
  const { yenPerKg, gramsOnPlate, yieldPercent } = input
  if (!(gramsOnPlate > 0) || !(yieldPercent > 0) || yieldPercent > 100) return null
  return Math.round((yenPerKg * gramsOnPlate) / (10 * yieldPercent))
}
