import type { PrefCode } from './place.ts'
import type { PostalCode } from './postal-code.ts'

/** The places of a postal code. */
export type PostalAddress = {
  postalCode: PostalCode
  prefectureCode: PrefCode
  prefecture: string
  /** 郡 and 政令市の区 included: 三戸郡新郷村, 札幌市中央区 */
  city: string
  /** None when the code covers all places without one of their own; several when towns share it. */
  towns: readonly string[]
  /** Other towns share the code and are not in the list. */
  mayBeElsewhere: boolean
  /** The code belongs to one large addressee (事業所個別番号). */
  business: { name: string; street: string } | null
}

/** The parts of an address that a postal code can fill. */
export type FilledParts = { prefectureCode: string; city: string; town: string }

/**
 * The parts to fill in for an address that was found. What the user typed is kept: a part is written only if it is
 * empty or still holds what an earlier code wrote. The town is left to the user if there may be more than one.
 */
export function partsToFill(now: FilledParts, filledBefore: FilledParts | null, found: PostalAddress): FilledParts {
  const onlyTown = found.towns.length === 1 && !found.mayBeElsewhere ? (found.towns[0] ?? '') : ''
  const offered: FilledParts = { prefectureCode: found.prefectureCode, city: found.city, town: onlyTown }
  const free = (part: keyof FilledParts) => now[part] === '' || now[part] === filledBefore?.[part]
  return {
    prefectureCode: free('prefectureCode') ? offered.prefectureCode : now.prefectureCode,
    city: free('city') ? offered.city : now.city,
    town: free('town') ? offered.town : now.town,
  }
}

/** The towns to choose from; none if there is no choice. */
export const townChoices = (found: PostalAddress): readonly string[] =>
  found.towns.length > 1 || found.mayBeElsewhere ? found.towns : []

/**
 * 町域 as Japan Post writes it, in everyday form. Empty where the row only says that a town is missing; several where one
 * row lists several; a floor (１０階) stays, because it is part of the address.
 */
export function townsOf(row: string, city: string): readonly string[] {
  const floor = /（([０-９]+階)）$/.exec(row)?.[1] ?? ''
  const plain = row.replace(/（.*$/, '').replace(/第?[０-９]+地割.*$/, '')
  if (isNoTown(plain, city)) return []
  return plain.split('、').map((town) => town + floor)
}

/** 「以下に掲載がない場合」「岡谷市の次に番地がくる場合」「利島村一円」; but 一円 in 多賀町 is a town. */
const isNoTown = (plain: string, city: string) =>
  plain === '' ||
  plain === '以下に掲載がない場合' ||
  plain.endsWith('の次に番地がくる場合') ||
  (plain.endsWith('一円') && plain !== '一円' && city.endsWith(plain.slice(0, -2)))

/** The outcome of an address look-up by postal code. */
export type AddressFinding =
  | { kind: 'found'; address: PostalAddress }
  | { kind: 'unknown' }
  | { kind: 'no_code' }
  | { kind: 'no_answer' }

/** The sentence that a screen reader announces after the look-up. */
export function addressFindingText(finding: AddressFinding): string {
  if (finding.kind === 'unknown') return '見つかりません。住所をそのまま入力してください'
  if (finding.kind === 'no_answer') return '現在、住所を検索できません。住所をそのまま入力してください'
  if (finding.kind === 'no_code') return '桁数が違います。郵便番号を7桁で入力してください（例 162-0825）'
  const { prefecture, city, towns, mayBeElsewhere } = finding.address
  if (towns.length > 1) return `${prefecture}${city}です。町域を選択してください`
  if (mayBeElsewhere) return `${prefecture}${city}です。町域を選択するか、そのまま入力してください`
  return `${prefecture}${city}${towns[0] ?? ''}です。続きを入力してください`
}
