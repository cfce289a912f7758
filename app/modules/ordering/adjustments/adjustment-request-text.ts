import { formatGrams, formatYen } from '#kernel/format.ts'
import type { OrderLine } from '../order.ts'
import type { AdjustmentRequestState, RequestedChange } from './adjustment-request.ts'

/** 重さ 2.5kg → 2.3kg; 返品 1箱. */
export function changeText(line: Pick<OrderLine, 'unitLabel' | 'quantities'>, change: RequestedChange): string {
  if (change.kind === 'weight') {
    const before = line.quantities.shipped?.grams
    return `重さ ${before === null || before === undefined ? '' : `${formatGrams(before)} → `}${formatGrams(change.grams)}`
  }
  return `返品 ${change.qty}${line.unitLabel}${change.grams === null ? '' : `（${formatGrams(change.grams)}）`}`
}

/** −¥1,080 or ＋¥540, without tax. */
export const effectText = (effect: number): string => `${effect > 0 ? '+' : ''}${formatYen(effect)}`

export const requestStateWord: Record<AdjustmentRequestState, string> = {
  asked: '飲食店の回答待ち',
  agreed: '同意済み（金額の確定時に修正します）',
  done: '同意済み・修正済み',
  declined: '同意されませんでした',
  withdrawn: '取り下げ済み',
  lapsed: '期限切れ（変更なし）',
}
