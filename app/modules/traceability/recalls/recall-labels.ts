import type { RecallAnswer, RecallHandling } from '#kernel/recall-enums.ts'
import type { RefusalDetail } from '#kernel/result.ts'

/** What is to be done, as the kitchen reads it. */
export const handlingWord: Record<RecallHandling, string> = {
  stop: '使わずに、分けておいてください',
  discard: '使わずに、捨ててください',
  keep: '使わずに、冷蔵で分けておいてください。引き取りについて農園から連絡します',
  return: '使わずに、着払いで農園に返してください',
}

export const answerWord: Record<RecallAnswer, string> = {
  unused: '使っていない（分けた）',
  partly_used: '一部を使った',
  used: 'ぜんぶ使った',
  discarded: '捨てた',
  none_here: '店にない',
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
  no_lots: 'ロットを1つ以上えらんでください。',
  too_many_lots: '一度に回収できるのは50ロットまでです。分けてはじめてください。',
  several_farms: 'ひとつの農園のロットだけをえらんでください。',
  recalled_already: ({ code }) => `ロット${code ?? ''}は、もう回収しています。回収の一覧をごらんください。`,
  reason_missing: '理由を書いてください。届いた店が読みます。',
  behalf_missing: '農園のかわりにはじめる理由を書いてください。履歴に残ります。',
  closed: 'この回収は、もう終わっています。',
  report_missing: '終わりの報告を書いてください。',
  answer_missing: 'どれかひとつをえらんでください。',
  key_reused: '前に送った内容とちがいます。画面を開き直して、もう一度お試しください。',
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
