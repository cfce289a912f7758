import type { Category, Method, StatedAllergen } from '#kernel/enums.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { allergenWord } from '../catalog-labels.ts'
import type { PrintedOn } from './fact.ts'
import { factRules, neededWord, type ProductFacts, productFacts } from './food-facts.ts'
import { type FoodKind, foodKindOf, isNumberedBeef } from './food-kind.ts'
import type { LotFact, LotFacts } from './lot-facts.ts'
import { infantWarning, originOf, type PrintedFact, printedFacts, riceStatement } from './printed-facts.ts'

/** What is known of a product that its label may have to say. */
export type FoodLabel = {
  name: string
  category: Category
  itemKey: string
  /** コシヒカリ; empty: not stated. */
  variety: string
  method: Method
  facts: ProductFacts
  storageNote: string
  allergens: readonly StatedAllergen[]
}

/** What is known of a harvest in the box. */
export type LabelledLot = { facts: LotFacts; harvestedOn: JstDate; bestBeforeOn: JstDate | null }

/** アレルゲン 小麦・乳, なし. */
export const allergenFact = (allergens: readonly StatedAllergen[]): PrintedFact[] =>
  allergens.length === 0 ? [] : [['アレルゲン', allergens.map((it) => allergenWord[it]).join('・')]]

/**
 * What stands on a paper or a page beside the name, the origin and the lot: the facts of the kind of food, how it is
 * stored where that has to be said, until when it is good, its allergens, and the sentences of other laws.
 */
export function labelFacts(on: PrintedOn, label: FoodLabel, lots: readonly LabelledLot[], prefecture: string) {
  const kind = foodKindOf(label)
  const facts: PrintedFact[] = [
    ...(kind === 'rice' && label.variety ? [['品種', label.variety] satisfies PrintedFact] : []),
    ...printedFacts(
      on,
      label.facts,
      lots.map((lot) => lot.facts),
    ),
    ...(on === 'slip' && isHarvested(kind)
      ? daysFact(
          '収穫日',
          lots.map(({ harvestedOn }) => harvestedOn),
        )
      : []),
    ...daysFact(
      label.facts.dateKind ?? '期限',
      lots.flatMap(({ bestBeforeOn }) => bestBeforeOn ?? []),
    ),
    ...(on !== 'page' && label.storageNote && (on === 'slip' || factRules[kind].required.includes('storageNote'))
      ? [['保存方法', label.storageNote] satisfies PrintedFact]
      : []),
    ...(on === 'page' ? [] : allergenFact(label.allergens)),
  ]
  const sentences = [
    label.method === 'specially_cultivated' ? '農林水産省新ガイドラインによる表示　特別栽培農産物' : null,
    riceStatement(kind, originOf(label.facts, prefecture)),
    infantWarning(label.itemKey, label.name),
  ].filter((sentence) => sentence !== null)
  return { facts: on === 'label' ? urgentFirst(facts) : facts, sentences }
}

/** A small label is cut where it is full: until when, how it is kept and the allergens come before ingredients and the rest. */
const urgentFirst = (facts: readonly PrintedFact[]): PrintedFact[] => {
  const rank = ([word]: PrintedFact) => {
    const at = urgentWords.indexOf(word)
    return at < 0 ? urgentWords.length : at
  }
  return facts.toSorted((one, other) => rank(one) - rank(other))
}

const urgentWords: readonly string[] = [
  '期限',
  ...productFacts.dateKind.format.choices,
  neededWord('storageNote'),
  neededWord('allergens'),
  productFacts.otherAllergens.label,
]

/** Fresh from the field: of other kinds the day of a lot is that of slaughter, of laying or of packing, and has its own fact. */
const isHarvested = (kind: FoodKind): boolean => kind === 'produce' || kind === 'mushroom' || kind === 'shiitake'

/** Each day once, the earliest first. */
function daysFact(word: string, days: readonly JstDate[]): PrintedFact[] {
  const distinct = [...new Set(days)].toSorted()
  return distinct.length > 0 ? [[word, distinct.map(formatDayWithYear).join('、')]] : []
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
