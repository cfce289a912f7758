import type { RefusalDetail } from '#kernel/result.ts'
import { type BankKanaRefusal, bankKanaRefusalText } from '#modules/banking/account-kana.ts'
import type { AccountType } from '#modules/banking/yucho.ts'

/** How long a confirmed account waits before it is used, in milliseconds: the time in which an owner can stop it. */
export const accountWaitsMs = 72 * 3_600_000

export const accountTypeWord: Record<AccountType, string> = { '1': '普通', '2': '当座', '4': '貯蓄' }

export type HiddenAccount = { bankName: string; branchName: string; type: AccountType; lastDigits: string }

/** みずほ 新宿 普通 ****567 */
export const accountText = ({ bankName, branchName, type, lastDigits }: HiddenAccount): string =>
  `${bankName} ${branchName} ${accountTypeWord[type]} ****${lastDigits}`

const sentences = {
  bank_unknown: '金融機関が見つかりません。検索して選択してください。',
  branch_unknown: '支店が見つかりません。検索して選択してください。',
  bad_number: '口座番号を7桁以内の数字で入力してください。7桁に満たない場合は、先頭に0を補います。',
  bad_symbol: '記号を、1または0で始まり0で終わる5桁の数字で入力してください（例 10170）。',
  bad_yucho_number: '番号を確認してください。通帳の番号は、8桁以内で末尾が1です（例 12345671）。',
  change_waits: '確認済みの口座変更があります。先にその変更を取り消してください。',
  no_email: '確認メールの送信先がありません。先にメールアドレスを登録してください。',
  code_unusable: 'このリンクは使用できません。有効期限が切れたか、すでに使用されています。口座を入力し直してください。',
  ended: 'この口座変更は、すでに終了しているか、反映されています。',
  reason_missing: '理由を入力してください。履歴に残ります。',
  key_reused: 'ページを読み込み直して、もう一度お試しください。',
} as const

export type BankAccountRefusal = keyof typeof sentences | BankKanaRefusal

const kanaRefusals = ['empty', 'kanji', 'bad_letters', 'too_long'] as const satisfies readonly BankKanaRefusal[]
const isOfKana = (refusal: BankAccountRefusal): refusal is BankKanaRefusal =>
  kanaRefusals.some((known) => known === refusal)

const text = (refusal: BankAccountRefusal, detail?: RefusalDetail): string =>
  isOfKana(refusal) ? bankKanaRefusalText(refusal, detail?.letters) : sentences[refusal]

export const bankAccountRefusals = <const R extends BankAccountRefusal>(...codes: R[]) => ({ codes, text })

/** The field at which a refusal is shown. */
export const fieldOfRefusal: Partial<Record<string, string>> = {
  bank_unknown: 'bankCode',
  branch_unknown: 'branchCode',
  bad_number: 'number',
  bad_symbol: 'symbol',
  bad_yucho_number: 'number',
  empty: 'holder',
  kanji: 'holder',
  bad_letters: 'holder',
  too_long: 'holder',
  reason_missing: 'reason',
}
