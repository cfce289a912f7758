import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHoliday } from '#kernel/holidays.ts'
import {
  addDays,
  addHours,
  at,
  daysBetween,
  jstDate,
  jstDateOf,
  minuteOfDay,
  type Weekday,
  weekdayOf,
} from '#kernel/jst.ts'
import { defaultMaxHeldDays, deliveryDays, receivingDays, type ShippingPolicy } from './delivery-days.ts'

type Input = Parameters<typeof deliveryDays>[0]

const everyDay: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]
const exceptSunday: readonly Weekday[] = [1, 2, 3, 4, 5, 6]

/** Packs at 9:00 and needs orders by 12:00 of the day before; answers within 5 hours. */
const policy = (more: Partial<ShippingPolicy> = {}): ShippingPolicy => ({
  shipWeekdays: exceptSunday,
  shipsOnHolidays: true,
  packingMinute: minuteOfDay('9:00'),
  cutoffHoursBeforePacking: 21,
  answerHoursAfterCutoff: 5,
  ...more,
})

const kitchen = (receivingWeekdays: readonly Weekday[] = everyDay, ...closed: string[]) => ({
  receivingWeekdays,
  closedDays: new Set(closed.map(jstDate)),
})

const vacation = (from: string, to: string) => ({ from: jstDate(from), to: jstDate(to) })

/** 2026-11-27 is a Friday. */
const input = (now: string, more: Partial<Input> = {}): Input => ({
  now: at(now),
  lead: 1,
  policy: policy(),
  vacations: [],
  kitchen: kitchen(),
  isHoliday,
  maxHeldDays: defaultMaxHeldDays.chilled,
  ...more,
})

/** A day as one word: `11-28+0` is the ship day and the days held, or the reason. */
function outcome(asked: Input, deliveryOn: string): string {
  const day = deliveryDays({ ...asked, horizonDays: 40 }).find((candidate) => candidate.deliveryOn === deliveryOn)
  if (!day) return 'not listed'
  return day.possible ? `${day.shipOn.slice(5)}+${day.heldDays}` : day.reason
}

const closedOnSunday = kitchen(exceptSunday)
const newYearRest = vacation('2026-12-31', '2027-01-03')
const fromHokkaido = {
  lead: 2,
  vacations: [newYearRest],
  kitchen: kitchen(everyDay, '2027-01-01', '2027-01-02', '2027-01-03'),
}

// The examples of the delivery notes: 長野 → 東京 takes a day, 北海道 → 東京 two, 沖縄 → 東京 by ship seven.
test.each<[what: string, asked: Input, deliveryOn: string, expected: string]>([
  ['Friday 11:59 ships on Saturday for Sunday', input('2026-11-27 11:59'), '2026-11-29', '11-28+0'],
  ['Friday 12:00:00.000 is in time', input('2026-11-27 12:00'), '2026-11-29', '11-28+0'],
  ['Friday 12:00:00.001 is late', input('2026-11-27 12:00:00.001'), '2026-11-29', 'past_cutoff'],
  ['Friday 12:01 is late for Sunday', input('2026-11-27 12:01'), '2026-11-29', 'past_cutoff'],
  ['Friday 12:01 ships on Monday for Tuesday', input('2026-11-27 12:01'), '2026-12-01', '11-30+0'],
  [
    'a restaurant closed on Sunday',
    input('2026-11-27 11:59', { kitchen: closedOnSunday }),
    '2026-11-29',
    'kitchen_closed',
  ],
  [
    'chilled goods are not held for Monday',
    input('2026-11-27 11:59', { kitchen: closedOnSunday }),
    '2026-11-30',
    'farm_does_not_ship',
  ],
  [
    'chilled goods ship on Monday for Tuesday instead',
    input('2026-11-27 11:59', { kitchen: closedOnSunday }),
    '2026-12-01',
    '11-30+0',
  ],
  [
    'ambient goods ship on Saturday and are held for Monday',
    input('2026-11-27 11:59', { kitchen: closedOnSunday, maxHeldDays: defaultMaxHeldDays.ambient }),
    '2026-11-30',
    '11-28+1',
  ],
  [
    'ambient goods too take the later ship day when there is one',
    input('2026-11-27 11:59', { kitchen: closedOnSunday, maxHeldDays: defaultMaxHeldDays.ambient }),
    '2026-12-01',
    '11-30+0',
  ],
  ['held goods too have a cutoff', input('2026-11-27 12:01', { maxHeldDays: 2 }), '2026-11-30', 'past_cutoff'],
  ['Hokkaido ships on 12-29 for 12-31', input('2026-12-24 09:00', fromHokkaido), '2026-12-31', '12-29+0'],
  ['New Year: the kitchen is closed', input('2026-12-24 09:00', fromHokkaido), '2027-01-01', 'kitchen_closed'],
  ['New Year: the farm rests', input('2026-12-24 09:00', fromHokkaido), '2027-01-04', 'farm_vacation'],
  ['New Year: still nothing on 1-5', input('2026-12-24 09:00', fromHokkaido), '2027-01-05', 'farm_vacation'],
  ['New Year: the next ship day is 1-4 for 1-6', input('2026-12-24 09:00', fromHokkaido), '2027-01-06', '01-04+0'],
  [
    'New Year: two held days reach 1-2 only',
    input('2026-12-24 09:00', { ...fromHokkaido, kitchen: kitchen(), maxHeldDays: 2 }),
    '2027-01-02',
    '12-30+1',
  ],
  ['no air from Okinawa: not in six days', input('2026-11-24 09:00', { lead: 7 }), '2026-11-30', 'lead_days'],
  [
    'no air from Okinawa: tomorrow’s parcel arrives in eight',
    input('2026-11-24 09:00', { lead: 7 }),
    '2026-12-02',
    '11-25+0',
  ],
  [
    'a substitute holiday',
    input('2026-05-01 09:00', { policy: policy({ shipsOnHolidays: false }) }),
    '2026-05-07',
    'farm_holiday',
  ],
  [
    'another substitute holiday',
    input('2027-03-18 09:00', { policy: policy({ shipsOnHolidays: false }) }),
    '2027-03-23',
    'farm_holiday',
  ],
  [
    'a sandwiched holiday',
    input('2026-09-16 09:00', { policy: policy({ shipsOnHolidays: false }) }),
    '2026-09-23',
    'farm_holiday',
  ],
  ['a farm that works on holidays', input('2026-09-16 09:00'), '2026-09-23', '09-22+0'],
  [
    'carriers bring parcels on holidays (勤労感謝の日)',
    input('2026-11-20 09:00', { policy: policy({ shipsOnHolidays: false, shipWeekdays: everyDay }) }),
    '2026-11-23',
    '11-22+0',
  ],
])('%s', (_what, asked, deliveryOn, expected) => {
  expect(outcome(asked, deliveryOn)).toBe(expected)
})

test('at 23:30 in Japan the list begins with that day, although it is 14:30 in UTC', () => {
  expect(deliveryDays(input('2026-11-24 23:30'))[0]?.deliveryOn).toBe('2026-11-24')
  expect(deliveryDays(input('2026-11-25 00:00'))[0]?.deliveryOn).toBe('2026-11-25')
})

// Now is Saturday 2026-11-28, 15:00; the kitchen is closed on 11-29 and on 12-04, the farm away from 11-30 to 12-03.
test.each<[deliveryOn: string, held: number, expected: string]>([
  ['2026-11-28', 0, 'lead_days'], // today
  ['2026-11-29', 0, 'kitchen_closed'], // although also past the cutoff
  ['2026-11-30', 0, 'farm_does_not_ship'], // Sunday, although also past any cutoff
  ['2026-11-30', 1, 'past_cutoff'], // Saturday’s parcel could have been held
  ['2026-12-01', 0, 'farm_vacation'],
  ['2026-12-04', 0, 'kitchen_closed'], // although the farm rests too
  ['2026-12-05', 0, 'past_cutoff'], // ships on Friday 12-04, but its cutoff moved back to Saturday 11-28 12:00
  ['2026-12-06', 0, '12-05+0'],
])('of several reasons the one for %s with %i days held is %s', (deliveryOn, maxHeldDays, expected) => {
  const asked = input('2026-11-28 15:00', {
    kitchen: kitchen(everyDay, '2026-11-29', '2026-12-04'),
    vacations: [vacation('2026-11-30', '2026-12-03')],
    maxHeldDays,
  })
  expect(outcome(asked, deliveryOn)).toBe(expected)
})

test('a day that is too near is so for lead days, also when the farm rests today', () => {
  const asked = input('2026-11-28 08:00', { lead: 3, vacations: [vacation('2026-11-20', '2026-11-28')] })
  expect(outcome(asked, '2026-11-30')).toBe('lead_days')
  expect(outcome(asked, '2026-12-01')).toBe('farm_vacation')
})

test('a holiday in a vacation on a closed weekday is a vacation; a holiday on a closed weekday is a holiday', () => {
  const restsOnMonday = policy({ shipsOnHolidays: false, shipWeekdays: [0, 2, 3, 4, 5, 6] })
  // Monday 2026-11-23 is 勤労感謝の日
  const holiday = input('2026-11-18 09:00', { policy: restsOnMonday })
  expect(outcome(holiday, '2026-11-24')).toBe('farm_holiday')
  expect(outcome({ ...holiday, vacations: [vacation('2026-11-23', '2026-11-23')] }, '2026-11-24')).toBe('farm_vacation')
  expect(outcome({ ...holiday, policy: { ...restsOnMonday, shipsOnHolidays: true } }, '2026-11-24')).toBe(
    'farm_does_not_ship',
  )
})

/** The cutoff and the answer for a parcel that ships on the day before `deliveryOn`. */
function times(deliveryOn: string, more: Partial<ShippingPolicy>, rest: Partial<Input> = {}) {
  const days = deliveryDays(input('2026-11-23 00:00', { policy: policy(more), ...rest }))
  const day = days.find((candidate) => candidate.deliveryOn === deliveryOn)
  return day?.possible ? { cutoffAt: day.cutoffAt, answerDueAt: day.answerDueAt, packAt: day.packAt } : day?.reason
}

test('cutoff and answer lie before packing', () => {
  expect(times('2026-11-28', {})).toEqual({
    cutoffAt: at('2026-11-26 12:00'),
    answerDueAt: at('2026-11-26 17:00'),
    packAt: at('2026-11-27 09:00'),
  })
})

test('a cutoff on a day without shipping moves back and keeps its time of day', () => {
  // packed on Monday 11-30; Sunday is a day off, and with a vacation Saturday too
  expect(times('2026-12-01', {})).toMatchObject({
    cutoffAt: at('2026-11-28 12:00'),
    answerDueAt: at('2026-11-28 17:00'),
  })
  const away = { vacations: [vacation('2026-11-28', '2026-11-28')] }
  expect(times('2026-12-01', {}, away)).toMatchObject({ cutoffAt: at('2026-11-27 12:00') })
})

test('midnight belongs to the evening before it', () => {
  // 9 hours before 9:00 on Monday is Monday 0:00, which is Sunday’s midnight: back to Saturday’s
  expect(times('2026-12-01', { cutoffHoursBeforePacking: 9 })).toMatchObject({ cutoffAt: at('2026-11-29 00:00') })
  // a minute less, and it is Monday morning
  expect(times('2026-12-01', { cutoffHoursBeforePacking: 9 - 1 / 60 })).toMatchObject({
    cutoffAt: at('2026-11-30 00:01'),
  })
})

test('an answer is never due after packing starts', () => {
  expect(times('2026-11-28', { cutoffHoursBeforePacking: 2 })).toMatchObject({
    cutoffAt: at('2026-11-27 07:00'),
    answerDueAt: at('2026-11-27 09:00'),
  })
})

test('ordering for today is possible while a farm that delivers itself has not packed', () => {
  expect(
    outcome(input('2026-11-27 06:00', { lead: 0, policy: policy({ cutoffHoursBeforePacking: 2 }) }), '2026-11-27'),
  ).toBe('11-27+0')
  expect(
    outcome(input('2026-11-27 08:00', { lead: 0, policy: policy({ cutoffHoursBeforePacking: 2 }) }), '2026-11-27'),
  ).toBe('past_cutoff')
})

test('packing at 24:00 may be ordered until that midnight', () => {
  const late = policy({ packingMinute: minuteOfDay('24:00'), cutoffHoursBeforePacking: 0 })
  expect(deliveryDays(input('2026-11-28 00:00', { policy: late }))[0]).toMatchObject({
    possible: true,
    shipOn: '2026-11-27',
  })
})

test('the carrier holds no parcel for more than seven days, whatever is asked', () => {
  // ships on Tuesdays only, so the cutoff for Tuesday 11-24 is Tuesday 11-17
  const asked = input('2026-11-17 09:00', {
    policy: policy({ shipWeekdays: [2] }),
    maxHeldDays: 30,
    vacations: [vacation('2026-12-01', '2026-12-01')],
  })
  expect(outcome(asked, '2026-12-02')).toBe('11-24+7')
  expect(outcome(asked, '2026-12-03')).toBe('farm_does_not_ship')
})

test('a farm that ships on no day at all is answered, not searched for ever', () => {
  const reasons = deliveryDays(input('2026-11-24 09:00', { policy: policy({ shipWeekdays: [] }) })).map(
    (day) => !day.possible && day.reason,
  )
  expect(new Set(reasons)).toEqual(new Set(['lead_days', 'farm_does_not_ship']))
})

const anyDay = fc.integer({ min: 0, max: 60 }).map((days) => addDays(jstDate('2026-11-20'), days))
const anyVacation = fc
  .tuple(anyDay, fc.integer({ min: 0, max: 9 }))
  .map(([from, days]) => ({ from, to: addDays(from, days) }))
const anyWeekdays = fc.subarray([...everyDay])
const anyInput: fc.Arbitrary<Input> = fc.record({
  now: fc
    .integer({ min: 0, max: 30 * 24 * 60 * 2 })
    .map((halfMinutes) => new Date(at('2026-11-20 00:00').getTime() + halfMinutes * 30_000)),
  lead: fc.integer({ min: 0, max: 7 }),
  policy: fc.record({
    shipWeekdays: anyWeekdays,
    shipsOnHolidays: fc.boolean(),
    packingMinute: fc.constantFrom('0:00', '5:30', '9:00', '17:00', '24:00').map(minuteOfDay),
    cutoffHoursBeforePacking: fc.integer({ min: 0, max: 72 }),
    answerHoursAfterCutoff: fc.integer({ min: 0, max: 24 }),
  }),
  vacations: fc.array(anyVacation, { maxLength: 3 }),
  kitchen: fc.record({
    receivingWeekdays: anyWeekdays,
    closedDays: fc.array(anyDay, { maxLength: 8 }).map((days) => new Set(days)),
  }),
  isHoliday: fc.constant(isHoliday),
  maxHeldDays: fc.integer({ min: 0, max: 7 }),
  horizonDays: fc.integer({ min: 0, max: 30 }),
})

const possibleDays = (asked: Input) => deliveryDays(asked).flatMap((day) => (day.possible ? [day] : []))
const possibleSet = (asked: Input) => new Set(possibleDays(asked).map((day) => day.deliveryOn))

test('the days follow each other from today on without a gap', () => {
  fc.assert(
    fc.property(anyInput, (asked) => {
      const today = jstDateOf(asked.now)
      const expected = Array.from({ length: asked.horizonDays ?? 14 }, (_, days) => addDays(today, days))
      expect(deliveryDays(asked).map((day) => day.deliveryOn)).toEqual(expected)
    }),
  )
  expect(deliveryDays(input('2026-11-24 09:00'))).toHaveLength(14)
})

test('a possible day can be kept by farm, carrier and kitchen, and can still be ordered', () => {
  fc.assert(
    fc.property(anyInput, (asked) => {
      for (const day of possibleDays(asked)) {
        expect(daysBetween(day.shipOn, day.deliveryOn)).toBe(asked.lead + day.heldDays)
        expect(day.heldDays).toBeGreaterThanOrEqual(0)
        expect(day.heldDays).toBeLessThanOrEqual(asked.maxHeldDays)
        expect(asked.policy.shipWeekdays).toContain(weekdayOf(day.shipOn))
        expect(asked.policy.shipsOnHolidays || !isHoliday(day.shipOn)).toBe(true)
        expect(asked.vacations.some(({ from, to }) => from <= day.shipOn && day.shipOn <= to)).toBe(false)
        expect(asked.kitchen.receivingWeekdays).toContain(weekdayOf(day.deliveryOn))
        expect(asked.kitchen.closedDays.has(day.deliveryOn)).toBe(false)
        expect(asked.now.getTime()).toBeLessThanOrEqual(day.cutoffAt.getTime())
        expect(day.cutoffAt.getTime()).toBeLessThanOrEqual(day.answerDueAt.getTime())
        expect(day.answerDueAt.getTime()).toBeLessThanOrEqual(day.packAt.getTime())
      }
    }),
  )
})

test('the cutoff falls on a day on which the farm ships, and no later ship day was left out', () => {
  fc.assert(
    fc.property(anyInput, (asked) => {
      const ships = (day: ReturnType<typeof jstDate>) =>
        asked.policy.shipWeekdays.includes(weekdayOf(day)) &&
        (asked.policy.shipsOnHolidays || !isHoliday(day)) &&
        !asked.vacations.some(({ from, to }) => from <= day && day <= to)
      for (const day of possibleDays(asked)) {
        expect(ships(jstDateOf(new Date(day.cutoffAt.getTime() - 1)))).toBe(true)
        for (let held = 0; held < day.heldDays; held++)
          expect(ships(addDays(day.deliveryOn, -asked.lead - held))).toBe(false)
      }
    }),
  )
})

test('waiting never makes a day possible', () => {
  fc.assert(
    fc.property(anyInput, fc.integer({ min: 0, max: 15 * 24 }), (asked, hours) => {
      const early = possibleSet({ ...asked, horizonDays: 60 })
      for (const day of possibleSet({ ...asked, now: addHours(asked.now, hours), horizonDays: 30 }))
        expect(early).toContain(day)
    }),
  )
})

test('one more vacation never makes a day possible', () => {
  fc.assert(
    fc.property(anyInput, anyVacation, (asked, more) => {
      const before = possibleSet(asked)
      for (const day of possibleSet({ ...asked, vacations: [...asked.vacations, more] })) expect(before).toContain(day)
    }),
  )
})

test('whatever day chilled goods can have, ambient goods can have, with the same times', () => {
  fc.assert(
    fc.property(anyInput, (asked) => {
      const ambient = possibleDays({ ...asked, maxHeldDays: defaultMaxHeldDays.ambient })
      for (const day of possibleDays({ ...asked, maxHeldDays: defaultMaxHeldDays.chilled }))
        expect(ambient).toContainEqual(day)
    }),
  )
})

test('before there is a farm to ask, the days are those on which the kitchen receives, from tomorrow on', () => {
  const days = receivingDays(kitchen(exceptSunday, '2026-11-28'), jstDate('2026-11-26'), 4)
  expect(days).toEqual([
    { deliveryOn: '2026-11-27', possible: true },
    { deliveryOn: '2026-11-28', possible: false, reason: 'kitchen_closed' },
    { deliveryOn: '2026-11-29', possible: false, reason: 'kitchen_closed' },
    { deliveryOn: '2026-11-30', possible: true },
  ])
})
