import type { Category } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import { daysBetween, type JstDate, parseJstDate } from '#kernel/jst.ts'
import { parseKilograms } from '#kernel/text.ts'
import { factRefusal, longestEggDays, needsTunaPapers, readFact } from './fact-formats.ts'
import { factRules } from './food-facts.ts'
import { type FoodKind, foodKindOf } from './food-kind.ts'
import { type LotFact, type LotFacts, lotFactNames, lotFacts } from './lot-facts.ts'

type Of = { category: Category; itemKey: string; name: string }
type Days = { harvestedOn: JstDate; bestBeforeOn: JstDate | null }
type Fields = Partial<Record<LotFact | 'bestBeforeOn', string>>

/** What is typed about a harvest of this product: what can be stored, or a sentence for each field. */
export function readLotFacts(
  product: Of,
  typed: Readonly<Partial<Record<LotFact, string | undefined>>>,
  days: Days,
): { ok: true; facts: LotFacts } | { ok: false; fields: Fields } {
  const kind = foodKindOf(product)
  const { lotRequired, lotRecommended } = factRules[kind]
  const asked: readonly LotFact[] = [...lotRequired, ...lotRecommended]
  const facts: Partial<Record<LotFact, string>> = {}
  const fields: Fields = {}
  for (const name of lotFactNames) {
    const value = readFact(lotFacts[name].format, typed[name] ?? '')
    if (value === '') continue
    const refused = asked.includes(name)
      ? factRefusal(lotFacts[name].format, value)
      : `この商品では${lotFacts[name].label}を使用しません。空欄にしてください`
    if (refused) fields[name] = refused
    else facts[name] = value
  }
  Object.assign(fields, together(kind, facts, days))
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, facts }
}

/** What several facts have to say together. */
function together(kind: FoodKind, facts: LotFacts, { harvestedOn, bestBeforeOn }: Days): Fields {
  const laidOn = kind === 'egg' ? (parseJstDate(facts.laidOn) ?? harvestedOn) : null
  if (laidOn && bestBeforeOn && daysBetween(laidOn, bestBeforeOn) > longestEggDays(laidOn))
    return { bestBeforeOn: `生食用の卵の賞味期限は、採卵日から${longestEggDays(laidOn)}日以内です` }
  const kg = kind === 'tuna' ? parseKilograms(facts.fishKg ?? '') : null
  if (kg !== null && needsTunaPapers(grams(kg), parseJstDate(facts.landedOn) ?? harvestedOn))
    return {
      ...(!facts.vessel && { vessel: '30kg以上のクロマグロは、船名または定置網名が必要です' }),
      ...(!facts.landedOn && { landedOn: '30kg以上のクロマグロは、水揚げ日が必要です' }),
    }
  return {}
}
