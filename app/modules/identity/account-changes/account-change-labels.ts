import type { AccountChangeKind, IdentityProof } from '#kernel/enums.ts'
import { formatDay, formatTime } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'

const hour = 3_600_000
/** How long a request waits for the second administrator, in milliseconds. */
export const requestWaitsMs = 24 * hour
/** How long a confirmed change waits, so that the owner of the account can stop it, in milliseconds. */
export const changeWaitsMs = 72 * hour

export type AccountChangeRefusal =
  | 'proof_missing'
  | 'reason_missing'
  | 'bad_email'
  | 'same_email'
  | 'email_taken'
  | 'nothing_to_reset'
  | 'not_active'
  | 'asked_already'
  | 'own_account'
  | 'own_request'
  | 'changed_meanwhile'
  | 'ended'

const accountChangeRefusalText: Record<AccountChangeRefusal, string> = {
  proof_missing: '本人確認の方法を選択してください。',
  reason_missing: '理由を入力してください。履歴に残ります。',
  bad_email: '新しいメールアドレスの形式を確認してください。',
  same_email: '現在のメールアドレスと同じです。新しいメールアドレスを入力してください。',
  email_taken: 'このメールアドレスは、別のアカウントで使用されています。',
  nothing_to_reset: '二段階認証もパスキーも使用していない会員です。パスワードの再設定を案内してください。',
  not_active: '停止中、無効、または退会済みのアカウントです。',
  asked_already: 'このアカウントには、進行中の変更依頼があります。先に確認するか、取り消してください。',
  own_account: 'ご自身のアカウントやメールアドレスに関わる変更はできません。他の担当者に依頼してください。',
  own_request: 'ご自身が依頼した変更は確認できません。他の担当者に確認を依頼してください。',
  changed_meanwhile: '依頼後にメールアドレスが変更されました。依頼を取り消し、もう一度依頼してください。',
  ended: 'この依頼は、すでに終了しています。',
}

/** How a change of an account by staff may refuse (audit-log/use-case.server.ts). */
export const accountChangeRefusals = <R extends AccountChangeRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: AccountChangeRefusal): string => accountChangeRefusalText[refusal],
})

export const accountChangeWord: Record<AccountChangeKind, string> = {
  email: 'メールアドレスの変更',
  factors: '二段階認証のリセット',
}

/** 11月27日(金) 10:00 */
export const effectMoment = (at: Date): string => `${formatDay(jstDateOf(at))} ${formatTime(at)}`

export const proofWord: Record<IdentityProof, string> = {
  called_back: '登録の電話番号にかけ直して確認',
  papers: '本人確認書類の原本を確認',
  in_person: '対面で確認',
}
