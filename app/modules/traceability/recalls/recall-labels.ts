import type { RecallAnswer, RecallHandling } from '#kernel/recall-enums.ts'
import type { RefusalDetail } from '#kernel/result.ts'

/** What is to be done, as the kitchen reads it. */
export const handlingWord: Record<RecallHandling, string> = {
  stop: '使用せず、分けて保管してください',
  discard: '使用せず、廃棄してください',
  keep: '使用せず、分けて冷蔵保管してください。引き取りについて農園からご連絡します',
  return: '使用せず、着払いで農園に返送してください',
}

export const answerWord: Record<RecallAnswer, string> = {
  unused: '未使用（分けて保管）',
  partly_used: '一部使用',
  used: 'すべて使用',
  discarded: '廃棄済み',
  none_here: '在庫なし',
}

export type RecallRefusal =
  | 'no_lots'
  | 'too_many_lots'
  | 'several_farms'
  | 'recalled_already'
  | 'reason_missing'
  | 'behalf_missing'
  | 'closed'
  | 'report_missing'
  | 'answer_missing'
  | 'key_reused'

const texts: Record<RecallRefusal, string | ((detail: RefusalDetail) => string)> = {
  no_lots: 'ロットを1つ以上選択してください。',
  too_many_lots: '一度に回収できるのは50ロットまでです。分けて開始してください。',
  several_farms: '1つの農園のロットのみを選択してください。',
  recalled_already: ({ code }) => `ロット${code ?? ''}は、すでに回収を開始しています。回収一覧を確認してください。`,
  reason_missing: '理由を入力してください。対象の飲食店に表示されます。',
  behalf_missing: '農園に代わって開始する理由を入力してください。履歴に残ります。',
  closed: 'この回収は、すでに終了しています。',
  report_missing: '終了報告を入力してください。',
  answer_missing: 'いずれか1つを選択してください。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

export function recallRefusalText(refusal: RecallRefusal, detail: RefusalDetail = {}): string {
  const text = texts[refusal]
  return typeof text === 'string' ? text : text(detail)
}

/** How a use case about recalls may refuse (audit-log/use-case.server.ts). */
export const recallRefusals = (...codes: RecallRefusal[]) => ({ codes, text: recallRefusalText })

/** The field of a form at which a refusal is shown. */
export const fieldOfRecall: Partial<Record<RecallRefusal, string>> = {
  reason_missing: 'reason',
  behalf_missing: 'behalfReason',
  report_missing: 'report',
  answer_missing: 'answer',
}

/** The unit of all of these lots, if they have one in common. */
export function commonUnit(lots: readonly { unit: string }[]): string {
  const units = new Set(lots.map(({ unit }) => unit))
  return units.size === 1 ? (lots[0]?.unit ?? '') : '個'
}

/** 回収 12号; 訓練 3号. */
export const recallName = ({ number, rehearsal }: { number: number; rehearsal: boolean }): string =>
  `${rehearsal ? '訓練' : '回収'} ${number}号`
