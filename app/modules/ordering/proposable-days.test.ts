import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { addDays, at, daysBetween, jstDate } from '#kernel/jst.ts'
import { proposableDays } from './proposable-days.ts'

const now = at('2026-11-24 11:00')
const today = jstDate('2026-11-24')
type Asked = Parameters<typeof proposableDays>[0]
const order: Asked = { ride: null, way: null, deliveryOn: addDays(today, 2), proposedDay: null }
const ahead = (days: readonly ReturnType<typeof addDays>[]) => days.map((day) => daysBetween(today, day))

test('from tomorrow on as far as an order may be for, but not the day that it has', () => {
  expect(ahead(proposableDays(order, now))).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
})

test('nor the one that is proposed already', () => {
  const proposed: Asked = { ...order, proposedDay: { deliveryOn: addDays(today, 3) } as never }
  expect(ahead(proposableDays(proposed, now))).toEqual([1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
})

test('what comes by a run or in a shared box keeps its day', () => {
  const byRun: Asked = { ...order, ride: { runId: newId<'run'>(), run: '東京便', place: '', untilMinute: 0 } }
  const shared: Asked = { ...order, way: { kind: 'shared' } as never }
  expect([byRun, shared].map((it) => proposableDays(it, now))).toEqual([[], []])
})
