import { formatMonth } from '#kernel/format.ts'
import type { RefusalDetail } from '#kernel/result.ts'

const sentences = {
  not_readable: () => 'この会計ソフトは、選択した文字コードを読み込めません。',
  changed_meanwhile: () => '設定が別の画面で変更されました。再読み込みして、もう一度保存してください。',
  bad_months: () => '開始月は終了月以前の月を選択してください。期間は24か月までです。',
  nothing_to_export: () => 'この期間に発行された書類はありません。',
  nothing_booked: () => 'この期間の記帳はありません。',
  no_tax_name: (detail?: RefusalDetail) =>
    `${detail?.number}：税率${detail?.percent}%の税区分は、この会計ソフトの名称が未登録のため出力できません。運営にお問い合わせください。`,
  key_reused: () => 'この操作はすでに実行されています。画面を再読み込みしてください。',
} as const
export type BookRefusal = keyof typeof sentences

export const bookRefusalText = (refusal: BookRefusal, detail?: RefusalDetail): string => sentences[refusal](detail)
export const bookRefusals = <R extends BookRefusal>(...codes: R[]) => ({ codes, text: bookRefusalText })

/** 2026年10月 or 2026年10月〜2026年12月 */
export const monthsText = (from: string, to: string): string =>
  from === to ? formatMonth(from) : `${formatMonth(from)}〜${formatMonth(to)}`
