import type { Category, Method } from '#kernel/enums.ts'
import { findItem } from '../produce.ts'
import { missingFacts, type NeededField, neededWord, type ProductFacts } from './food-facts.ts'
import { foodKindOf } from './food-kind.ts'

type Labelled = {
  category: Category
  itemKey: string
  name: string
  method: Method
  facts: ProductFacts
  storageNote: string
  allergens: readonly string[]
}

/**
 * What a product lacks to be put on sale. `origin`: the prefecture of a farm that sells its own harvest alone, where a
 * product without an origin is from; null for a farm that also resells. A known fish has its standard name.
 */
export function missingOfProduct(product: Labelled, origin: string | null): NeededField[] {
  const { facts, method, storageNote, allergens } = product
  const item = findItem(product.itemKey)
  return missingFacts(foodKindOf(product), method, {
    ...(origin !== null && { origin }),
    ...(item && { standardName: item.baseName }),
    ...facts,
    storageNote,
    allergens,
  })
}

/** 部位、加工者. */
export const neededWords = (fields: readonly NeededField[]): string => fields.map(neededWord).join('、')
