import { expect, test } from 'vitest'
import { at, jstDate } from '#kernel/jst.ts'
import { type CalendarDelivery, deliveryCalendar } from './delivery-calendar.ts'

const aDelivery: CalendarDelivery = {
  id: '0193c0de-0000-7000-8000-000000000006',
  number: '261124-00001-1',
  version: 3,
  at: at('2026-11-24 10:00'),
  state: 'accepted',
  deliveryOn: jstDate('2026-11-26'),
  slot: 'am',
  farm: '佐藤農園',
  kitchen: '神楽坂本店',
  goods: [
    { name: 'にんじん, 葉つき', qty: 2, unitLabel: '箱' },
    { name: '地鶏', qty: 1, unitLabel: '羽' },
  ],
}

const written = (more: Partial<CalendarDelivery>) =>
  deliveryCalendar([{ ...aDelivery, ...more }], { restaurant: 'ビストロ 灯', site: 'https://example.jp' }).replace(
    /\r\n /g,
    '',
  )

test('what comes when, from whom and where to; every change counts, and no price is in it', () => {
  const text = written({})
  for (const line of [
    'NAME:ビストロ 灯 お届け予定',
    `UID:${aDelivery.id}@une-to-sara`,
    'SEQUENCE:2',
    'DTSTART:20261125T230000Z',
    'DTEND:20261126T030000Z',
    'SUMMARY:佐藤農園から 2点',
    'LOCATION:神楽坂本店',
    'DESCRIPTION:午前・受注確定\\nにんじん\\, 葉つき 2箱\\n地鶏 1羽\\n注文番号 261124-00001-1',
    `URL:https://example.jp/restaurant/orders/${aDelivery.id}`,
    'STATUS:CONFIRMED',
  ])
    expect(text.split('\r\n')).toContain(line)
  expect(text).not.toMatch(/[¥￥円]/)
})

test.each([
  ['none', 'DTSTART;VALUE=DATE:20261126', null],
  ['14-16', 'DTSTART:20261126T050000Z', 'DTEND:20261126T070000Z'],
  ['19-21', 'DTSTART:20261126T100000Z', 'DTEND:20261126T120000Z'],
] as const)('slot %s', (slot, start, end) => {
  const lines = written({ slot }).split('\r\n')
  expect(lines).toContain(start)
  expect(lines.find((line) => line.startsWith('DTEND')) ?? null).toBe(end)
})

test.each([
  ['placed', 'TENTATIVE'],
  ['proposed', 'TENTATIVE'],
  ['accepted', 'CONFIRMED'],
  ['delivered', 'CONFIRMED'],
] as const)('%s is %s', (state, status) => {
  expect(written({ state })).toContain(`\r\nSTATUS:${status}\r\n`)
})
