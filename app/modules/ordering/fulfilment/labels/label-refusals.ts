import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

export type LabelRefusal =
  | 'changed_meanwhile'
  | 'wrong_state'
  | 'unreadable'
  | 'columns_unknown'
  | 'same_column'
  | IdempotencyRefusal

const sentence: Record<LabelRefusal, string | ((detail: RefusalDetail) => string)> = {
  changed_meanwhile: '表示中に、送り状の設定が変更されました。最新の内容を確認し、もう一度操作してください。',
  wrong_state: 'この注文はすでに出荷済み、またはキャンセルされているため、配送会社を変更できません。',
  unreadable: ({ sentence }) => String(sentence ?? 'ファイルを読み取れません。'),
  columns_unknown: '列を特定できません。お客様管理番号と送り状番号の列を選択してください。',
  same_column: 'お客様管理番号と送り状番号には、別の列を選択してください。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

function labelRefusalText(refusal: LabelRefusal, detail: RefusalDetail = {}): string {
  const text = sentence[refusal]
  return typeof text === 'string' ? text : text(detail)
}

/** How a use case about labels may refuse (audit-log/use-case.server.ts). */
export const labelRefusals = <R extends LabelRefusal>(...codes: R[]) => ({ codes, text: labelRefusalText })
