import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { minuteOfDay } from '#kernel/jst.ts'
import { zeroYen } from '#kernel/yen.ts'
import type { OrderWay } from '#modules/delivery/ways.ts'
import { wayOfOrder } from './way-of-order.ts'

const van: OrderWay = {
  id: newId<'deliveryWay'>(),
  kind: 'own_van',
  name: '県内便',
  feeYen: zeroYen,
  freeFromYen: null,
  hours: '14:00〜17:00',
  place: '',
}
const ride = { runId: newId<'run'>(), run: '東京便', place: '道の駅', untilMinute: minuteOfDay('13:00') }

test.each([
  ['parcels need no word', { way: null, ride: null }, null],
  ['a van by its name and hours', { way: van, ride: null }, '自社配送（県内便） 14:00〜17:00'],
  ['a run by its stop and time', { way: null, ride }, '共同便「東京便」 集荷 道の駅（13:00まで）'],
])('how an order leaves its farm: %s', (_, order, text) => {
  expect(wayOfOrder(order)).toBe(text)
})
