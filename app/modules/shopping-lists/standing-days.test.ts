import { expect, test } from 'vitest'
import { isHoliday } from '#kernel/holidays.ts'
import { addHours, at, type JstDate, jstDate, type MinuteOfDay, type Weekday } from '#kernel/jst.ts'
import {
  deliveryDays,
  type KitchenCalendar,
  type ShippingPolicy,
  type Vacation,
} from '#modules/delivery/delivery-days.ts'
import { lookAgainAt, nextDue, standingDays } from './standing-days.ts'

const everyDay: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]
const policy: ShippingPolicy = {
  shipWeekdays: [1, 2, 3, 4, 5, 6],
  shipsOnHolidays: false,
  packingMinute: (10 * 60) as MinuteOfDay,
  cutoffHoursBeforePacking: 10,
  answerHoursAfterCutoff: 2,
}
type Asked = {
  now?: string
  weekdays?: readonly Weekday[]
  skipped?: JstDate[]
  vacations?: Vacation[]
  closed?: JstDate[]
  policy?: Partial<ShippingPolicy>
  lead?: number
}
const farm = (name: string, { now = '2026-11-21 12:00', vacations = [], closed = [], lead = 1, ...it }: Asked) => {
  const kitchen: KitchenCalendar = { receivingWeekdays: everyDay, closedDays: new Set(closed) }
  const question = {
    now: at(now),
    lead,
    policy: { ...policy, ...it.policy },
    vacations,
    kitchen,
    isHoliday,
    maxHeldDays: 0,
  }
  return { name, days: deliveryDays({ ...question, horizonDays: 28 }) }
}
const days = (asked: Asked, farms = [farm('佐藤農園', asked)]) =>
  standingDays({
    now: at(asked.now ?? '2026-11-21 12:00'),
    weekdays: asked.weekdays ?? [2],
    skipped: new Set(asked.skipped),
    farms,
    horizonDays: 28,
  })
const short = (asked: Asked, farms?: ReturnType<typeof farm>[]) =>
  days(asked, farms).map(
    (day) => `${day.deliveryOn.slice(5)} ${day.state}${day.state === 'impossible' ? ` ${day.reason}` : ''}`,
  )

// 2026-11-21 is a Saturday; 11-23 (Mon) is a holiday, so what would arrive on 11-24 (Tue) cannot leave
test.each<[string, Asked, string[]]>([
  [
    'Tuesdays; the one after a holiday cannot be made',
    {},
    ['11-24 impossible farm_holiday', '12-01 planned', '12-08 planned', '12-15 planned'],
  ],
  [
    'a farm that ships on holidays',
    { policy: { shipsOnHolidays: true } },
    ['11-24 planned', '12-01 planned', '12-08 planned', '12-15 planned'],
  ],
  [
    'a skipped day stands there, skipped',
    { skipped: [jstDate('2026-12-08')] },
    ['11-24 impossible farm_holiday', '12-01 planned', '12-08 skipped', '12-15 planned'],
  ],
  [
    'the farm rests',
    { vacations: [{ from: jstDate('2026-11-30'), to: jstDate('2026-12-07') }] },
    [
      '11-24 impossible farm_holiday',
      '12-01 impossible farm_vacation',
      '12-08 impossible farm_vacation',
      '12-15 planned',
    ],
  ],
  [
    'the kitchen is closed',
    { closed: [jstDate('2026-12-01')] },
    ['11-24 impossible farm_holiday', '12-01 impossible kitchen_closed', '12-08 planned', '12-15 planned'],
  ],
  [
    'two weekdays',
    { weekdays: [5, 2] },
    [
      '11-24 impossible farm_holiday',
      '11-27 planned',
      '12-01 planned',
      '12-04 planned',
      '12-08 planned',
      '12-11 planned',
      '12-15 planned',
      '12-18 planned',
    ],
  ],
  [
    'past the 締切 of its day',
    { now: '2026-12-06 00:01', weekdays: [2] },
    ['12-15 planned', '12-22 planned', '12-29 planned'],
  ],
  [
    'the last moment',
    { now: '2026-12-06 00:00', weekdays: [2] },
    ['12-08 planned', '12-15 planned', '12-22 planned', '12-29 planned'],
  ],
  [
    'a farm that ships on no such day',
    { policy: { shipWeekdays: [3] } },
    [
      '11-24 impossible farm_holiday',
      '12-01 impossible farm_does_not_ship',
      '12-08 impossible farm_does_not_ship',
      '12-15 impossible farm_does_not_ship',
    ],
  ],
])('%s', (_, asked, expected) => {
  expect(short(asked)).toEqual(expected)
})

test('it orders three hours before the first 締切 of its farms, and says so at 18:00 of the day before', () => {
  const asked: Asked = { weekdays: [4] }
  // one packs at 10:00 with a cutoff at midnight, the other with a cutoff at 16:00 of the day before that
  const two = [farm('佐藤農園', asked), farm('海の畑', { ...asked, policy: { cutoffHoursBeforePacking: 18 } })]
  expect(days(asked, two)[0]).toEqual({
    deliveryOn: '2026-11-26',
    state: 'planned',
    farms: ['佐藤農園', '海の畑'],
    cutoffAt: at('2026-11-24 16:00'),
    orderAt: at('2026-11-24 13:00'),
    noticeAt: at('2026-11-23 18:00'),
  })
})

test('a farm that rests is left out, and the other sets the hour', () => {
  const asked: Asked = { weekdays: [4] }
  const resting = { ...asked, vacations: [{ from: jstDate('2026-11-24'), to: jstDate('2026-11-25') }] }
  const [first] = days(asked, [farm('佐藤農園', resting), farm('海の畑', asked)])
  expect(first).toMatchObject({ farms: ['海の畑'], cutoffAt: at('2026-11-25 00:00'), orderAt: at('2026-11-24 21:00') })
})

test('without farms there are no days', () => {
  expect(days({}, [])).toEqual([])
})

test('first it says so, then it orders, then comes the next day', () => {
  const planned = days({ weekdays: [4, 5] })
  const [thursday, friday] = [jstDate('2026-11-26'), jstDate('2026-11-27')]
  const due = (...done: Parameters<typeof nextDue>[1]) => nextDue(planned, done)
  expect(due()).toEqual({ what: 'notice', deliveryOn: thursday, at: at('2026-11-23 18:00') })
  const told = { deliveryOn: thursday, noticed: true, ran: false }
  expect(due(told)).toEqual({ what: 'notice', deliveryOn: friday, at: at('2026-11-24 18:00') })
  expect(due(told, { deliveryOn: friday, noticed: true, ran: false })).toEqual({
    what: 'order',
    deliveryOn: thursday,
    at: at('2026-11-24 21:00'),
  })
  expect(due({ ...told, ran: true })).toEqual({ what: 'notice', deliveryOn: friday, at: at('2026-11-24 18:00') })
})

test('the next check is at most an hour away', () => {
  const now = at('2026-11-21 12:00')
  expect(lookAgainAt(now, null)).toEqual(addHours(now, 1))
  expect(lookAgainAt(now, { at: addHours(now, 5) })).toEqual(addHours(now, 1))
  expect(lookAgainAt(now, { at: at('2026-11-21 12:20') })).toEqual(at('2026-11-21 12:20'))
})
