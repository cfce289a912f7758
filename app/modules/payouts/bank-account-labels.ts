import type { RefusalDetail } from '#kernel/result.ts'
import {
  type AccountRefusal,
  accountRefusalText,
  fieldOfAccountRefusal,
  isAccountRefusal,
} from '#modules/banking/account-refusal-text.ts'

/** How long a confirmed account waits before it is used, in milliseconds: the time in which an owner can stop it. */
export const accountWaitsMs = 72 * 3_600_000

const sentences = {
  change_waits: '確認済みの口座変更があります。先にその変更を取り消してください。',
  no_email: '確認メールの送信先がありません。先にメールアドレスを登録してください。',
  code_unusable: 'このリンクは使用できません。有効期限が切れたか、すでに使用されています。口座を入力し直してください。',
  ended: 'この口座変更は、すでに終了しているか、反映されています。',
  reason_missing: '理由を入力してください。履歴に残ります。',
  key_reused: 'ページを読み込み直して、もう一度お試しください。',
} as const

export type BankAccountRefusal = keyof typeof sentences | AccountRefusal

const text = (refusal: BankAccountRefusal, detail?: RefusalDetail): string =>
  isAccountRefusal(refusal) ? accountRefusalText(refusal, detail) : sentences[refusal]

export const bankAccountRefusals = <const R extends BankAccountRefusal>(...codes: R[]) => ({ codes, text })

/** The field at which a refusal is shown. */
export const fieldOfRefusal: Partial<Record<string, string>> = { ...fieldOfAccountRefusal, reason_missing: 'reason' }
