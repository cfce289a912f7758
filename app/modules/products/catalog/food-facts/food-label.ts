import type { Category, Method, StatedAllergen } from '#kernel/enums.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { allergenWord } from '../catalog-labels.ts'
import type { PrintedOn } from './fact.ts'
import { factRules, type ProductFacts } from './food-facts.ts'
import { foodKindOf, isNumberedBeef } from './food-kind.ts'
import type { LotFact, LotFacts } from './lot-facts.ts'
import { infantWarning, originOf, type PrintedFact, printedFacts, riceStatement } from './printed-facts.ts'

/** What is known of a product that its label may have to say. */
export type FoodLabel = {
  name: string
  category: Category
  itemKey: string
  method: Method
  facts: ProductFacts
  storageNote: string
  allergens: readonly StatedAllergen[]
}

/** What is known of a harvest in the box. */
export type LabelledLot = { facts: LotFacts; bestBeforeOn: JstDate | null }

/** アレルゲン 小麦・乳, なし. */
export const allergenFact = (allergens: readonly StatedAllergen[]): PrintedFact[] =>
  allergens.length === 0 ? [] : [['アレルゲン', allergens.map((it) => allergenWord[it]).join('・')]]

/**
 * What stands on a paper or a page beside the name, the origin and the lot: the facts of the kind of food, how it is
 * stored where that has to be said, until when it is good, its allergens, and the sentences of other laws.
 */
export function labelFacts(on: PrintedOn, label: FoodLabel, lots: readonly LabelledLot[], prefecture: string) {
  const kind = foodKindOf(label)
  const dates = [...new Set(lots.flatMap(({ bestBeforeOn }) => bestBeforeOn ?? []))].toSorted()
  const facts: PrintedFact[] = [
    ...printedFacts(
      on,
      label.facts,
      lots.map((lot) => lot.facts),
    ),
    ...(dates.length > 0
      ? [[label.facts.dateKind ?? '期限', dates.map(formatDayWithYear).join('、')] satisfies PrintedFact]
      : []),
    ...(on !== 'page' && label.storageNote && factRules[kind].required.includes('storageNote')
      ? [['保存方法', label.storageNote] satisfies PrintedFact]
      : []),
    ...(on === 'page' ? [] : allergenFact(label.allergens)),
  ]
  const sentences = [
    label.method === 'specially_cultivated' ? '農林水産省新ガイドラインによる表示　特別栽培農産物' : null,
    riceStatement(kind, originOf(label.facts, prefecture)),
    infantWarning(label.itemKey, label.name),
  ].filter((sentence) => sentence !== null)
  return { facts, sentences }
}

/** What a harvest has to say before it is on a box and does not: the number of domestic beef, of wild abalone. */
export function missingLotFacts(label: FoodLabel, lot: LotFacts): LotFact[] {
  const { name, facts } = label
  return factRules[foodKindOf(label)].lotRequired.filter((fact) => {
    if (lot[fact]) return false
    if (fact === 'cattleNumber')
      return isNumberedBeef({ part: `${facts.animalPart ?? ''} ${name}`, origin: facts.origin ?? '' })
    return fact !== 'catchNumber' || facts.farmed !== '養殖'
  })
}
