import { describe, expect, it } from 'vitest'
import { isHoliday } from '#kernel/holidays.ts'
import { newId } from '#kernel/ids.ts'
import { at, jstDate, minuteOfDay } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { deliveryDays } from './delivery-days.ts'
import { askedByWay, type DeliveryWay, freightBy, orderWay, waysTo } from './ways.ts'

const way = (more: Partial<DeliveryWay> = {}): DeliveryWay => ({
  id: newId<'deliveryWay'>(),
  kind: 'own_van',
  name: '東京便',
  prefectures: ['13'],
  postalCodes: [],
  weekdays: [2, 5],
  temperatures: ['ambient', 'chilled'],
  feeYen: yen(800),
  distanceFees: null,
  freeFromYen: null,
  leadDays: 0,
  cutoffHours: 4,
  hours: '10:00〜12:00',
  place: '',
  ...more,
})

const shinjuku = { prefectureCode: '13', postalCode: '160-0022', city: '新宿区' }

describe('a way goes to a kitchen', () => {
  it.each([
    ['of its prefecture', {}, shinjuku, ['chilled'], true],
    ['of another one', {}, { prefectureCode: '14', postalCode: '231-0001', city: '横浜市中区' }, ['chilled'], false],
    [
      'everywhere, if it names no prefecture',
      { prefectures: [] },
      { ...shinjuku, prefectureCode: '47' },
      ['ambient'],
      true,
    ],
    ['whose postal code begins so, hyphen or not', { postalCodes: ['1600', '150'] }, shinjuku, ['ambient'], true],
    ['whose postal code begins otherwise', { postalCodes: ['150'] }, shinjuku, ['ambient'], false],
    ['with all temperatures of the cart', {}, shinjuku, ['ambient', 'chilled'], true],
    ['not with frozen goods among them', {}, shinjuku, ['chilled', 'frozen'], false],
  ] as const)('%s', (_, more, kitchen, temperatures, goes) => {
    expect(waysTo([way(more)], kitchen, temperatures)).toHaveLength(goes ? 1 : 0)
  })
})

it('of a fee by distance keeps the fee and the kilometres of the kitchen', () => {
  const bands = [
    { upToKm: 10, feeYen: yen(500) },
    { upToKm: 30, feeYen: yen(900) },
  ]
  const van = way({ distanceFees: { bands, distances: [{ place: '新宿区', km: 12 }] } })
  const [to] = waysTo([van], shinjuku, ['ambient'])
  expect(to && orderWay(to)).toMatchObject({ feeYen: 900, km: 12 })
  expect(waysTo([van], { ...shinjuku, city: '渋谷区' }, ['ambient'])).toEqual([])
})

describe('its freight', () => {
  const parcels = [
    { size: 100, temperature: 'chilled' },
    { size: 60, temperature: 'ambient' },
    { size: 60, temperature: 'ambient' },
  ] as const
  it.each([
    ['of a van is one for the order, on the first parcel', 'own_van', [800, 0, 0]],
    ['of a pick-up is one for the order, on the first parcel', 'pickup', [800, 0, 0]],
    ['of a market is for each parcel', 'market', [800, 800, 800]],
  ] as const)('%s', (_, kind, each) => {
    const freight = freightBy(parcels, { way: way({ kind }), rates: null })
    expect(freight?.lines.map(({ freightYen }) => freightYen)).toEqual(each)
    expect(freight?.lines.every(({ coolYen }) => coolYen === 0)).toBe(true)
    expect(freight?.totalYen).toBe(each.reduce((sum: number, one) => sum + one, 0))
  })
  it('is unknown where there is neither a way nor a table', () => {
    expect(freightBy(parcels, { way: null, rates: null })).toBeNull()
  })
})

/** 2026-11-23 is a Monday. The farm's parcels leave from Monday to Saturday and take a day. */
const question = (now: string) => ({
  now: at(now),
  lead: 1,
  policy: {
    shipWeekdays: [1, 2, 3, 4, 5, 6] as const,
    shipsOnHolidays: true,
    packingMinute: minuteOfDay('9:00'),
    cutoffHoursBeforePacking: 21,
    answerHoursAfterCutoff: 5,
  },
  vacations: [],
  kitchen: { receivingWeekdays: [0, 1, 2, 3, 4, 5, 6] as const, closedDays: new Set([jstDate('2026-11-27')]) },
  isHoliday,
  maxHeldDays: 7,
})
const daysOf = (now: string, by: DeliveryWay | null) =>
  deliveryDays({ ...askedByWay(question(now), by), horizonDays: 8 }).flatMap((day) =>
    day.possible ? [day.deliveryOn] : [],
  )

describe('its days', () => {
  it('are its own, on the day it leaves, without those on which the kitchen is closed', () => {
    expect(daysOf('2026-11-23T10:00', way())).toEqual(['2026-11-24'])
    expect(daysOf('2026-11-23T10:00', null)).not.toEqual(['2026-11-24'])
  })
  it('have its own cutoff: four hours before packing, inclusive', () => {
    expect(daysOf('2026-11-24T05:00', way())).toContain('2026-11-24')
    expect(daysOf('2026-11-24T05:01', way())).not.toContain('2026-11-24')
    expect(daysOf('2026-11-24T05:00', way({ cutoffHours: null }))).not.toContain('2026-11-24')
  })
  it('come after its days on the road', () => {
    expect(daysOf('2026-11-23T10:00', way({ leadDays: 2 }))).toEqual(['2026-11-26', '2026-11-29'])
  })
})
