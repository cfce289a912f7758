import { allergens, categories, methods } from '#kernel/enums.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { allergenWord } from '#modules/products/catalog/catalog-labels.ts'
import { mandatoryOn, transitionUntil } from '#modules/products/catalog/food-facts/allergen-list.ts'
import { isFreeText } from '#modules/products/catalog/food-facts/fact-formats.ts'
import {
  factsAskedOf,
  neededFacts,
  type ProductFact,
  productFacts,
} from '#modules/products/catalog/food-facts/food-facts.ts'
import { foodKindOf } from '#modules/products/catalog/food-facts/food-kind.ts'
import { categoryOf } from '#modules/products/catalog/produce.ts'
import { findProduce } from './find-produce.ts'
import type { ProductValues } from './product.ts'
import { knownAllergens } from './set-contents.ts'
import type { AskedFact, AskedFacts } from './ui/fact-fields.tsx'

/** What the form asks about the label of a product, as far as it is known what it is. */
export function askedFacts(values: ProductValues, origin: string | null, today: JstDate): AskedFacts {
  const item = findProduce(String(values.item ?? ''))
  const category = categories.find((it) => it === values.category) ?? (item ? categoryOf(item) : null)
  if (!category) return { asked: [], required: [], origin, warnings: [] }
  const kind = foodKindOf({ category, itemKey: item?.id ?? 'other', name: `${values.item ?? ''}${values.name ?? ''}` })
  const method = methods.find((it) => it === values.method) ?? 'conventional'
  return {
    asked: factsAskedOf(kind, method).map(askedFact),
    required: neededFacts(kind, method).required,
    origin,
    warnings: allergenWarnings(values, today),
  }
}

function askedFact(name: ProductFact): AskedFact {
  const { label, help, format } = productFacts[name]
  return {
    name,
    label,
    help,
    choices: typeof format === 'object' ? format.choices : null,
    isFreeText: isFreeText(format),
  }
}

/**
 * Ingredients by whose name an allergen is contained that is not stated: a warning, because カシューナッツ風味 contains none.
 */
export function allergenWarnings({ ingredients, allergens: said }: ProductValues, today: JstDate): string[] {
  const stated: readonly unknown[] = Array.isArray(said) ? said : []
  const found = knownAllergens([{ name: String(ingredients ?? ''), amount: '', grams: null, item: null }])
  const mandatory = mandatoryOn(today)
  return allergens
    .filter((it) => mandatory.includes(it) && !stated.includes(it) && found.some(({ allergen }) => allergen === it))
    .map((it) => {
      const until = transitionUntil[it]
      const grace = until && today <= until.day ? `（経過措置は${formatDayWithYear(until.day)}までの見込みです）` : ''
      return `原材料名に「${allergenWord[it]}」があります。含まれる場合は、アレルゲンで選択してください${grace}。`
    })
}
