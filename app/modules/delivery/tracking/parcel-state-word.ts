import type { KnownParcelState } from '#kernel/carrier-tracking.ts'

/** What both sides read. In a file of its own, because pages need nothing else of the carriers' words. */
export const parcelStateWord: Record<KnownParcelState, string> = {
  handed_over: '引受済み',
  in_transit: '輸送中',
  checking: '調査中',
  waiting: '保管中',
  out_for_delivery: '配達中',
  failed_attempt: '持戻り',
  returned: '返送',
  delivered: '配達完了',
}
