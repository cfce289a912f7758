import type { RefusalDetail } from '#kernel/result.ts'
import { type BankKanaRefusal, bankKanaRefusalText } from './account-kana.ts'

const sentences = {
  bank_unknown: '金融機関が見つかりません。検索して選択してください。',
  branch_unknown: '支店が見つかりません。検索して選択してください。',
  bad_number: '口座番号を7桁以内の数字で入力してください。7桁に満たない場合は、先頭に0を補います。',
  bad_symbol: '記号を、1または0で始まり0で終わる5桁の数字で入力してください（例 10170）。',
  bad_yucho_number: '番号を確認してください。通帳の番号は、8桁以内で末尾が1です（例 12345671）。',
} as const

const kanaRefusals = ['empty', 'kanji', 'bad_letters', 'too_long'] as const satisfies readonly BankKanaRefusal[]

/** Why a typed account, or its holder, cannot be read. */
export const accountRefusals = [
  'bank_unknown',
  'branch_unknown',
  'bad_number',
  'bad_symbol',
  'bad_yucho_number',
  ...kanaRefusals,
] as const
export type AccountRefusal = (typeof accountRefusals)[number]

export const isAccountRefusal = (refusal: string): refusal is AccountRefusal =>
  accountRefusals.some((known) => known === refusal)

export function accountRefusalText(refusal: AccountRefusal, detail?: RefusalDetail): string {
  const kana = kanaRefusals.find((known) => known === refusal)
  if (kana) return bankKanaRefusalText(kana, detail?.letters)
  return Object.entries(sentences).find(([known]) => known === refusal)?.[1] ?? ''
}

/** The field at which a refusal is shown. */
export const fieldOfAccountRefusal: Partial<Record<string, string>> = {
  bank_unknown: 'bankCode',
  branch_unknown: 'branchCode',
  bad_number: 'number',
  bad_symbol: 'symbol',
  bad_yucho_number: 'number',
  empty: 'holder',
  kanji: 'holder',
  bad_letters: 'holder',
  too_long: 'holder',
}
