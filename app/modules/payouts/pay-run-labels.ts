import type { RefusalDetail } from '#kernel/result.ts'

export type PayRunRefusal =
  | 'not_bank_day'
  | 'day_passed'
  | 'nothing_to_pay'
  | 'changed_meanwhile'
  | 'outdated'
  | 'at_bank'
  | 'bank_unsure'
  | 'reason_missing'
  | 'own_run'
  | 'wrong_state'
  | 'too_early'
  | 'import_running'
  | 'sender_missing'
  | 'unreadable_account'
  | 'bad_settings'
  | 'key_reused'

/** One Japanese sentence for every refusal: the cause, then what can be done. */
const sentences: Record<PayRunRefusal, string | ((detail: RefusalDetail) => string)> = {
  not_bank_day: '振込日は、金融機関の営業日を指定してください。土日・祝日と12月31日から1月3日は指定できません。',
  day_passed: '振込日を過ぎています。この振込を取り消し、新しく作成してください。',
  nothing_to_pay: 'この日までに振り込む支払通知書がありません。',
  changed_meanwhile: '内容が変わりました。件数と合計を確認して、もう一度お試しください。',
  outdated: ({ farms }) =>
    `作成後に、${farms ?? '農園'}の口座、支払通知書、または確認中の金額が変わりました。この振込を取り消し、新しく作成してください。銀行に送信済みの場合は、先に銀行で取り消してください。`,
  at_bank:
    '振込データの作成後に振込日を迎えたため、取り消しや再作成はできません。銀行の結果を確認して「振込済み」にし、振り込まれなかった分は1件ずつ「組戻し」または「振込不能」を記帳してください。',
  bank_unsure:
    '振込データを作成済みです。銀行に送信していないか、銀行で取り消したことを確認し、チェックを入れてください。',
  reason_missing: '取り消しの理由を入力してください。履歴に残ります。',
  own_run: 'ご自身が作成した振込は承認できません。他の担当者に依頼してください。',
  wrong_state: 'この振込は、すでに次の段階に進んでいるか、取り消されています。',
  too_early: '振込日より前に、振込済みにはできません。',
  import_running: '銀行明細を取り込み中です。数分後にもう一度お試しください。',
  sender_missing: '振込元の口座が設定されていません。先に設定してください。',
  unreadable_account: '暗号化した口座番号を読み取れません。設定（AUTH_SECRET）を確認してください。',
  bad_settings: '入力内容を確認してください。依頼人コードは10桁、口座番号は7桁以内の数字です。',
  key_reused: 'ページを読み込み直して、もう一度お試しください。',
}

/** The field of the form of a run at which a refusal is shown; the others stand above the form. */
export const fieldOfPayRunRefusal: Partial<Record<PayRunRefusal, string>> = {
  bank_unsure: 'notAtBank',
  reason_missing: 'reason',
}

export const payRunRefusals = <const R extends PayRunRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: PayRunRefusal, detail: RefusalDetail = {}): string => {
    const sentence = sentences[refusal]
    return typeof sentence === 'string' ? sentence : sentence(detail)
  },
})

export type PayRunState = 'made' | 'released' | 'sent' | 'cancelled'

export const payRunWord: Record<PayRunState, string> = {
  made: '承認待ち',
  released: '承認済み',
  sent: '振込済み',
  cancelled: '取り消し',
}

type Moments = { releasedAt: Date | null; sentAt: Date | null; cancelledAt: Date | null }

export function payRunState({ releasedAt, sentAt, cancelledAt }: Moments): PayRunState {
  if (cancelledAt) return 'cancelled'
  if (sentAt) return 'sent'
  return releasedAt ? 'released' : 'made'
}

/** Why a statement that is due is not paid in a run. */
export const payoutObstacles = ['no_account', 'blocked', 'disputed', 'below_least', 'replaced'] as const
export type PayoutObstacle = (typeof payoutObstacles)[number]

export const obstacleWord: Record<PayoutObstacle, string> = {
  no_account: '口座の登録なし',
  blocked: '口座の確認待ち（組戻し・振込不能）',
  replaced: '支払い済みの支払通知書の訂正',
  disputed: '確認中のため留保',
  below_least: '最低支払額未満のため繰り越し',
}

/** The same for the farm, and what it can do. */
export const obstacleSentence: Record<PayoutObstacle, string> = {
  no_account: '受取口座が登録されていないため、振り込めません。口座を登録してください。',
  blocked: '受取口座に入金できなかったため、振り込めません。口座を確認し、登録し直してください。',
  replaced: '支払い済みの支払通知書を訂正したため、差額を確認しています。',
  disputed: '全額を確認しています。確認後に振り込みます。',
  below_least: '最低支払額に満たないため、次回に繰り越します。',
}
