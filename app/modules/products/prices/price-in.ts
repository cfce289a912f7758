import { Whole } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { mostYen } from '../price-bounds.ts'

/** A price that a farm states, in whole yen. */
export const PriceIn = Whole({ min: 1, max: mostYen }).transform(yen)
