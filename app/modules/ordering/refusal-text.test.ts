import { expect, test } from 'vitest'
import { orderStates } from '#kernel/enums.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import { type OrderingRefusal, refusalText } from './refusal-text.ts'

const refusals: Record<OrderingRefusal, true> = {
  wrong_state: true,
  day_impossible: true,
  growth_unanswered: true,
  reschedule_impossible: true,
  proposed_day_impossible: true,
  shared_box: true,
  handed_over_by_carrier: true,
  handed_over_when: true,
  nothing_to_hand_over: true,
  reschedule_asked_already: true,
  reschedule_not_asked: true,
  day_not_proposed: true,
  wrong_actor: true,
  too_late: true,
  too_early: true,
  reason_missing: true,
  more_than_ordered: true,
  answer_missing: true,
  nothing_to_undo: true,
  nothing_confirmed: true,
  bad_quantity: true,
  unknown_line: true,
  cart_empty: true,
  changed: true,
  not_orderable: true,
  out_of_stock: true,
  over_order_limit: true,
  over_credit_limit: true,
  credit_overdue: true,
  ordering_stopped: true,
  card_needed: true,
  answer_first: true,
  changed_since_asked: true,
  nothing_to_approve: true,
  more_than_confirmed: true,
  weight_missing: true,
  weight_not_believable: true,
  too_light: true,
  pieces_wrong: true,
  scale_missing: true,
  scale_unknown: true,
  lot_missing: true,
  lot_unknown: true,
  lot_recalled: true,
  lot_expired: true,
  tracking_missing: true,
  tracking_not_12_digits: true,
  tracking_check_digit: true,
  tracking_number_wrong: true,
  carrier_unnamed: true,
  tracking_page_wrong: true,
  tracking_twice: true,
  tracking_not_used: true,
  parcel_unsaid: true,
  nothing_to_ship: true,
  not_catch_weight: true,
  more_than_shipped: true,
  less_needs_verdict: true,
  verdict_needs_less: true,
  cancel_asked_already: true,
  cancel_not_asked: true,
  accepted_already: true,
  never_accepted: true,
  changed_meanwhile: true,
  nothing_changed: true,
  nothing_left: true,
  below_minimum: true,
  above_maximum: true,
  wrong_step: true,
  not_listed: true,
  below_min_order: true,
  below_price_step: true,
  too_big_to_ship: true,
  no_freight: true,
  run_full: true,
  nothing_to_divide: true,
  enough_for_all: true,
  all_or_nothing: true,
  photo_missing: true,
  photos_gone: true,
  not_delivered: true,
  other_way: true,
  claimed_already: true,
  nothing_claimed: true,
  bad_remedy: true,
  words_missing: true,
  inspect_first: true,
  not_again: true,
  bad_limit: true,
  rest_too_late: true,
  never_divided: true,
  no_rest: true,
  line_whole: true,
  unknown_parcel: true,
  parcel_too_large: true,
  parcel_temperature: true,
  parcel_sum: true,
  parcel_holds_goods: true,
  no_correction: true,
  more_than_billed: true,
  above_ceiling: true,
  correction_asked_already: true,
  correction_not_open: true,
  key_reused: true,
}
const all = Object.keys(refusals) as OrderingRefusal[]
const facts: RefusalDetail[] = [{}, { state: 'placed', max: 12, limit: 30_000, lowerKg: 1.62, line: 'x' }]

test.each(all)('%s is told in a Japanese sentence, with or without its facts', (refusal) => {
  for (const detail of facts) {
    const text = refusalText(refusal, detail)
    expect(text).toMatch(/[ぁ-んァ-ヶ一-龠]/)
    expect(text.endsWith('。')).toBe(true)
    expect(text).not.toMatch(/undefined|null|NaN|\[object/)
  }
  expect(refusalText(refusal)).toBe(refusalText(refusal, {}))
})

test('no two refusals have the same sentence', () => {
  expect(new Set(all.map((refusal) => refusalText(refusal))).size).toBe(all.length)
})

test.each(orderStates)('a refusal names the state %s in Japanese', (state) => {
  expect(refusalText('wrong_state', { state })).not.toContain(state)
})

test.each([
  ['more_than_ordered', { max: 12 }, '12以下'],
  ['over_order_limit', { limit: 30_000 }, '（30,000円）'],
  ['too_light', { lowerKg: 1.62 }, '1.62kg'],
  ['more_than_confirmed', { max: 3 }, '（3）'],
  ['more_than_shipped', { max: 3 }, '（3）'],
] as const)('%s names its limit', (refusal, detail, words) => {
  expect(refusalText(refusal, detail)).toContain(words)
})
