import { expect, test } from 'vitest'
import { at, jstDate } from '#kernel/jst.ts'
import {
  type AnnouncementState,
  announcementState,
  canBeChanged,
  canBeWithdrawn,
  endText,
  readPeriod,
} from './announcement.ts'

const now = at('2026-11-24 10:00')
const it = (from: string, until: string | null = null, withdrawn: string | null = null) => ({
  startsAt: at(from),
  endsAt: until ? at(until) : null,
  withdrawnAt: withdrawn ? at(withdrawn) : null,
})

test.each([
  ['planned', it('2026-11-24 10:01')],
  ['shown', it('2026-11-24 10:00')],
  ['shown', it('2026-11-01 00:00', '2026-11-24 10:01')],
  ['ended', it('2026-11-01 00:00', '2026-11-24 10:00')],
  ['withdrawn', it('2026-12-01 00:00', null, '2026-11-24 09:00')],
  ['withdrawn', it('2026-11-01 00:00', '2026-11-02 00:00', '2026-11-01 09:00')],
] as const)('%s: %j', (state, announcement) => {
  expect(announcementState(announcement, now)).toBe(state)
})

test.each([
  ['planned', true, true],
  ['shown', false, true],
  ['ended', false, false],
  ['withdrawn', false, false],
] as [AnnouncementState, boolean, boolean][])(
  '%s: may be changed %s, may be withdrawn %s',
  (state, change, withdraw) => {
    expect([canBeChanged(state), canBeWithdrawn(state)]).toEqual([change, withdraw])
  },
)

const hour = (day: string | null, of = 0) => ({ day: day === null ? null : jstDate(day), hour: of })
const none = hour(null)

test.each([
  ['at once, without an end', 'now', none, { startsAt: null, endsAt: null }],
  ['until the end of today', 'now', hour('2026-11-24', 24), { startsAt: null, endsAt: at('2026-11-25 00:00') }],
  [
    'from nine to six',
    hour('2026-11-25', 9),
    hour('2026-11-25', 18),
    { startsAt: at('2026-11-25 09:00'), endsAt: at('2026-11-25 18:00') },
  ],
  ['from this hour on', hour('2026-11-24', 10), none, { startsAt: now, endsAt: null }],
] as const)('%s', (_, start, end, value) => {
  expect(readPeriod(start, end, now)).toEqual({ ok: true, value })
})

test.each([
  ['start_missing', none, none],
  ['start_past', hour('2026-11-24', 9), none],
  ['end_before_start', hour('2026-11-25', 9), hour('2026-11-25', 9)],
  ['end_past', 'now', hour('2026-11-24', 10)],
] as const)('%s', (refusal, start, end) => {
  expect(readPeriod(start, end, now)).toEqual({ ok: false, refusal })
})

test.each([
  ['2026-12-25 00:00', '12/24 24:00'],
  ['2026-12-25 00:30', '12/25 00:30'],
  ['2027-01-01 00:00', '12/31 24:00'],
])('what ends %s ends %s', (moment, text) => {
  expect(endText(at(moment))).toBe(text)
})
