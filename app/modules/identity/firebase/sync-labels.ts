import { tooManyTries } from '../too-many-labels.ts'

/** Why a sign-in at the provider opens no session here: the word, its status, and the sentence. */
export const syncRefusals = {
  TOO_MANY_TRIES: [429, tooManyTries],
  TOKEN_REFUSED: [401, 'サインイン情報を確認できませんでした。最初からやり直してください。'],
  TOKEN_REPLAYED: [401, 'このサインインは使用済みです。最初からやり直してください。'],
  REAUTH_REQUIRED: [401, 'サインインから時間が経過しました。もう一度サインインしてください。'],
  TOKEN_REVOKED: [401, 'このサインインは取り消されています。もう一度サインインしてください。'],
  ACCOUNT_DISABLED: [403, 'このアカウントは現在利用できません。お心当たりがない場合は、お問い合わせください。'],
  USE_FIRST_WAY: [409, 'このメールアドレスは、すでに登録されています。これまでの方法でサインインしてください。'],
} as const satisfies Record<string, readonly [number, string]>

export type SyncRefusal = keyof typeof syncRefusals

/** The provider does not answer. */
export const unavailableText = '現在サインインをご利用いただけません。しばらくしてからお試しください。'
