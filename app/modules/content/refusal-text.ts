import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'
import type { PeriodRefusal } from './announcement.ts'
import type { DraftRefusal } from './page-draft.ts'

export type AnnounceRefusal = PeriodRefusal | IdempotencyRefusal
export type ChangeAnnouncementRefusal = AnnounceRefusal | 'changed_meanwhile' | 'shown_already'
export type WithdrawAnnouncementRefusal = 'changed_meanwhile' | 'over_already' | IdempotencyRefusal
export type PublishPageRefusal = DraftRefusal | 'newer_version' | IdempotencyRefusal
export type ContentRefusal = ChangeAnnouncementRefusal | WithdrawAnnouncementRefusal | PublishPageRefusal

/** One Japanese sentence for every refusal: the cause, then what can be done. */
const sentence: Record<ContentRefusal, string> = {
  start_missing: '開始日を選択してください。',
  start_past: '開始日時が過去になっています。今後の日時か、「すぐに」を選択してください。',
  end_past: '終了日時が過去になっています。今後の日時を選択してください。',
  end_before_start: '終了日時は、開始日時より後にしてください。',
  changed_meanwhile:
    '他の担当者が先に変更しました。入力内容は残っています。現在の内容を別の画面で開いて比較してください。',
  shown_already: 'すでに会員に表示されているため、変更できません。取り下げて、新しいお知らせを作成してください。',
  over_already: 'すでに終了したか、取り下げられたお知らせです。',
  newer_version:
    '他の担当者が先に新しい版を公開しました。入力内容は残っています。その版との差分を確認し、必要な場合はもう一度公開してください。',
  unknown_placeholder: '使用できない {{…}} があります。下の一覧にある名前のみ使用できます。',
  day_past: '発効日は、今日以降の日付にしてください。',
  day_before_newest: '発効日が最新の版より前になっています。同日以降の日付にしてください。',
  notice_short:
    '会員の同意が必要な変更は、効力の生じる日の30日前までに予告してください。法令の改正などで待てない場合は、その欄を選択してください。',
  nothing_new: '最新の版と同じ内容です。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

export function contentRefusalText(refusal: ContentRefusal, detail?: RefusalDetail): string {
  const names = detail?.names
  const which = Array.isArray(names) ? `（${names.map((name) => `{{${name}}}`).join('、')}）` : ''
  return sentence[refusal] + which
}

/** How a use case about pages and announcements may refuse (audit-log/use-case.server.ts). */
export const contentRefusals = <R extends ContentRefusal>(...codes: R[]) => ({ codes, text: contentRefusalText })
