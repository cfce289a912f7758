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
  start_missing: 'はじめの日を選んでください。',
  start_past: 'はじめの日時がもうすぎています。これからの日時か、「すぐに」を選んでください。',
  end_past: 'おわりの日時がもうすぎています。これからの日時にしてください。',
  end_before_start: 'おわりは、はじめより後にしてください。',
  changed_meanwhile:
    'ほかの担当者が先に変えました。書いたものは残っています。いまの内容を別の画面で開いて見くらべてください。',
  shown_already: 'もう会員に見えているので、書きかえられません。取り下げて、新しいお知らせを出してください。',
  over_already: 'もう終わったか、取り下げたお知らせです。',
  newer_version:
    'ほかの担当者が先に新しい版を出しました。書いたものは残っています。その版との差を見て、必要ならもう一度公開してください。',
  unknown_placeholder: '使えない {{…}} があります。下の一覧にある名前だけが使えます。',
  day_past: '効力の日は、きょうか、これからの日にしてください。',
  day_before_newest: '効力の日が、いちばん新しい版より前になっています。同じ日か、後の日にしてください。',
  nothing_new: 'いちばん新しい版と同じ内容です。',
  key_reused: '前に送った内容とちがいます。画面を開き直して、もう一度お試しください。',
}

export function contentRefusalText(refusal: ContentRefusal, detail?: RefusalDetail): string {
  const names = detail?.names
  const which = Array.isArray(names) ? `（${names.map((name) => `{{${name}}}`).join('、')}）` : ''
  return sentence[refusal] + which
}

/** How a use case about pages and announcements may refuse (audit-log/use-case.server.ts). */
export const contentRefusals = <R extends ContentRefusal>(...codes: R[]) => ({ codes, text: contentRefusalText })
