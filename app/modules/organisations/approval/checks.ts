import type { GoodsKind, PartyType, Side } from '#kernel/enums.ts'
import { formatDayWithYear, formatPostalCode } from '#kernel/format.ts'
import { hasCheckDigit, readInvoiceNumber } from '#kernel/invoice-number.ts'
import { addDays, daysBetween, type JstDate } from '#kernel/jst.ts'
import { toKatakana } from '#kernel/kana.ts'
import type { PostalAddress } from '#kernel/postal-address.ts'
import type { DocumentFacts } from '../documents/document.ts'
import { type Asked, requirementsOf, standsFor } from './requirements.ts'
import { type Screening, screeningResultWord } from './screening.ts'

/** `fine` is green; `look` needs a person's attention; `wrong` is an error for the applicant to correct. */
export type CheckState = 'fine' | 'look' | 'wrong'
export type Check = { key: string; state: CheckState; word: string; said: string; source?: string }

/** What an organisation has stated about itself, as the checks need it. */
export type Applicant = {
  side: Side
  partyType: PartyType
  name: string
  legalName: string
  representative: string
  representativeKana: string
  /** Of the applicant's account. */
  personName: string
  personKana: string
  registrationNumber: string | null
  postalCode: string
  prefectureCode: string
  city: string
  street: string
  building: string
  phone: string
  goodsKinds: readonly GoodsKind[]
}

export type CheckFacts = {
  applicant: Applicant
  documents: readonly DocumentFacts[]
  /** The address of the postal code; null if it is unknown. */
  postal: PostalAddress | null
  /** When staff reached them at their current number; null if they have not yet. */
  phoned: { at: Date; by: string; said: string } | null
  /** The last search for 反社会的勢力 under their current names; null if there was none. */
  screened: Screening | null
  today: JstDate
}

/** Days before a permit expires: request, reminder, urgent. */
export const expiryDays = [60, 30, 7] as const

/** Every check of an application, in the order in which staff go through them. Pure. */
export function checksOf(facts: CheckFacts): Check[] {
  return [
    registrationCheck(facts.applicant),
    nameCheck(facts.applicant),
    addressCheck(facts),
    ...requirementsOf(facts.applicant.side, facts.applicant.goodsKinds).map((asked) => requirementCheck(asked, facts)),
    ...holderCheck(facts),
    ...expiryCheck(facts),
    phoneCheck(facts),
    screeningCheck(facts),
  ]
}

export const allGreen = (checks: readonly Check[]): boolean => checks.every(({ state }) => state === 'fine')

function registrationCheck({ registrationNumber, partyType }: Applicant): Check {
  const it = { key: 'registration', word: '適格請求書発行事業者' }
  if (registrationNumber === null || registrationNumber === '')
    return { ...it, state: 'fine', said: '登録番号なし（免税事業者として扱います）' }
  const read = readInvoiceNumber(registrationNumber)
  if (!read.ok) return { ...it, state: 'wrong', said: `${registrationNumber}：Tと13桁の数字ではありません` }
  const shown = read.value.replace(/^(T\d)(\d{4})(\d{4})(\d{4})$/, '$1 $2 $3 $4')
  if (hasCheckDigit(read.value)) return { ...it, state: 'fine', said: `${shown}・検査用数字が一致` }
  if (partyType === 'corporation') return { ...it, state: 'wrong', said: `${shown}・検査用数字が不一致` }
  return { ...it, state: 'look', said: `${shown}・検査用数字が不一致（個人は公表サイトで確認）` }
}

function nameCheck({ partyType, representative, representativeKana, personName, personKana }: Applicant): Check {
  const it = { key: 'name', word: '代表者と申込者の氏名' }
  const sameName = plainName(representative) === plainName(personName)
  const kana = [representativeKana, personKana].map((text) => plainName(toKatakana(text)))
  const kanaDiffer = kana.every((text) => text !== '') && kana[0] !== kana[1]
  if (sameName && !kanaDiffer) return { ...it, state: 'fine', said: `${representative}・一致` }
  if (sameName) return { ...it, state: 'wrong', said: `フリガナが不一致：${representativeKana}／${personKana}` }
  const said = `代表者 ${representative}／申込者 ${personName}`
  return { ...it, state: partyType === 'corporation' ? 'look' : 'wrong', said }
}

function addressCheck({ applicant, postal }: CheckFacts): Check {
  const it = { key: 'address', word: '住所と郵便番号' }
  const code = applicant.postalCode === '' ? '' : formatPostalCode(applicant.postalCode)
  if (applicant.postalCode === '' || applicant.city === '' || applicant.street === '')
    return { ...it, state: 'wrong', said: '住所に未入力の項目があります' }
  if (!postal) return { ...it, state: 'look', said: `${code}・未登録の郵便番号（新しい番号の可能性があります）` }
  if (postal.prefectureCode !== applicant.prefectureCode || !sameCity(postal.city, applicant.city))
    return { ...it, state: 'wrong', said: `${code}は${postal.prefecture}${postal.city}` }
  return { ...it, state: 'fine', said: `${code}・${postal.prefecture}${postal.city}と一致` }
}

/** 郡 is often omitted, and so may be the ward of a large city. */
const sameCity = (known: string, written: string) => {
  const [a, b] = [known, written].map((city) => plainName(city).replace(/^.{1,5}郡/, ''))
  return a !== undefined && b !== undefined && b !== '' && (a.startsWith(b) || b.startsWith(a))
}

function requirementCheck({ key, requirement, goods }: Asked, { documents, today }: CheckFacts): Check {
  const it = { key, word: requirement.word, source: requirement.source }
  const fitting = documents.filter((document) =>
    goods ? standsFor(document, goods) : requirement.documents.includes(document.kind),
  )
  const valid = fitting.filter(({ expiresOn }) => expiresOn === null || expiresOn >= today)
  if (valid.some(({ checkedAt }) => checkedAt !== null)) return { ...it, state: 'fine', said: '書類を確認済み' }
  if (valid.length > 0) return { ...it, state: 'look', said: `書類が未確認。${requirement.ask}` }
  if (requirement.ownIsFree || requirement.documents.length === 0)
    return { ...it, state: 'look', said: requirement.ask }
  return {
    ...it,
    state: 'wrong',
    said: `${fitting.length > 0 ? '期限切れの書類のみ' : '書類なし'}。${requirement.ask}`,
  }
}

/** Whether the documents are theirs, as far as staff have recorded the holder. */
function holderCheck({ applicant, documents }: CheckFacts): Check[] {
  const theirs = [applicant.name, applicant.legalName, applicant.representative].map(plainName).filter(Boolean)
  const held = documents.filter(({ holder }) => holder !== '')
  if (held.length === 0) return []
  const strange = held.find(({ holder }) => !theirs.some((name) => plainName(holder).includes(name)))
  const it = { key: 'holder', word: '書類の名義' }
  return [
    strange
      ? { ...it, state: 'wrong', said: `「${strange.fileName}」の名義は${strange.holder}` }
      : { ...it, state: 'fine', said: '店名・名義・代表者のいずれかと一致' },
  ]
}

function expiryCheck({ documents, today }: CheckFacts): Check[] {
  const soonest = documents.flatMap(({ expiresOn }) => expiresOn ?? []).sort()[0]
  if (soonest === undefined) return []
  const it = { key: 'expiry', word: '書類の期限' }
  const said = expiryText(soonest, today)
  if (soonest < today) return [{ ...it, state: 'wrong', said }]
  return [{ ...it, state: soonest <= addDays(today, expiryDays[0]) ? 'look' : 'fine', said }]
}

/** 「2027年3月31日(水)まで」, with how soon that is. */
export function expiryText(expiresOn: JstDate, today: JstDate): string {
  const left = daysBetween(today, expiresOn)
  if (left < 0) return `${formatDayWithYear(expiresOn)}に期限切れ`
  const until = `${formatDayWithYear(expiresOn)}まで`
  return left <= expiryDays[0] ? `${until}（あと${left}日）` : until
}

/** How urgent it is: 7, 30 or 60 days and less, or not yet; past is the most urgent. */
export function expiryStage(expiresOn: JstDate, today: JstDate): 'past' | 7 | 30 | 60 | null {
  const left = daysBetween(today, expiresOn)
  if (left < 0) return 'past'
  return expiryDays.findLast((days) => left <= days) ?? null
}

function phoneCheck({ applicant, phoned }: CheckFacts): Check {
  const it = { key: 'phone', word: '電話での本人確認' }
  if (phoned) return { ...it, state: 'fine', said: `${phoned.said} ${phoned.by}` }
  return { ...it, state: 'look', said: applicant.phone === '' ? '電話番号なし' : '電話未実施' }
}

function screeningCheck({ screened }: CheckFacts): Check {
  const it = { key: 'screening', word: '反社会的勢力の照会' }
  if (screened === null) return { ...it, state: 'look', said: '照会の記録なし', source: '利用規約 第19条' }
  const { result, source, checkedOn, by } = screened
  const said = `${screeningResultWord[result]}・${source}・${formatDayWithYear(checkedOn)} ${by}`
  return { ...it, state: result === 'clear' ? 'fine' : 'wrong', said }
}

/** Names normalised for comparison: without blanks, one width, and without the legal form. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s・･]/g, '')
    .replace(/株式会社|有限会社|合同会社|農事組合法人|\((株|有|同)\)/g, '')
