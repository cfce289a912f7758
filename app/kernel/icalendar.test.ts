import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CalendarEvent, calendarText } from './icalendar.ts'
import { at } from './jst.ts'

const anEvent = {
  uid: 'order-1@une-to-sara',
  sequence: 2,
  changedAt: at('2026-11-24 10:00'),
  title: '佐藤農園から届きます',
  place: '神楽坂本店',
  text: '',
  url: 'https://example.jp/restaurant/orders/1',
  tentative: false,
}
const calendarOf = (...events: CalendarEvent[]) =>
  calendarText({ name: '畝と皿 お届け', productId: '-//une to sara//JA', refreshHours: 1, events })

/** Parses like a calendar program: unfold, split at the first colon, unescape. */
function readBack(text: string): Map<string, string> {
  const unfolded = text.replace(/\r\n /g, '')
  return new Map(
    unfolded
      .split('\r\n')
      .filter(Boolean)
      .map((line) => {
        const colon = line.indexOf(':')
        const plain = line
          .slice(colon + 1)
          .replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
        return [line.slice(0, colon), plain]
      }),
  )
}

test('an event with hours, in UTC, and one of a whole day', () => {
  const [from, until] = [at('2026-11-26 08:00'), at('2026-11-26 12:00')]
  expect(calendarOf({ ...anEvent, from, until }).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//une to sara//JA',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:畝と皿 お届け',
    'X-WR-CALNAME:畝と皿 お届け',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:order-1@une-to-sara',
    'SEQUENCE:2',
    'DTSTAMP:20261124T010000Z',
    'LAST-MODIFIED:20261124T010000Z',
    'DTSTART:20261125T230000Z',
    'DTEND:20261126T030000Z',
    'SUMMARY:佐藤農園から届きます',
    'LOCATION:神楽坂本店',
    'DESCRIPTION:',
    'URL:https://example.jp/restaurant/orders/1',
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
  const whole = calendarOf({ ...anEvent, day: '2026-11-26', tentative: true })
  expect(whole).toContain('\r\nDTSTART;VALUE=DATE:20261126\r\nSUMMARY')
  expect(whole).toContain('\r\nSTATUS:TENTATIVE\r\n')
})

test.each([
  ['a;b,c\\d', 'a\\;b\\,c\\\\d'],
  ['一行\n二行\r\n三行\r四行', '一行\\n二行\\n三行\\n四行'],
  ['「a:b"c」', '「a:b"c」'],
  ['\u0000\u0007BEGIN', '  BEGIN'],
])('%j is written %s', (text, written) => {
  expect(calendarOf({ ...anEvent, day: '2026-11-26', text })).toContain(`\r\nDESCRIPTION:${written}\r\n`)
})

test('no line is longer than 75 bytes, no character is cut, and whatever is written is read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const written = calendarOf({ ...anEvent, day: '2026-11-26', text })
      for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(written))).toBe(written)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters become blanks
      const plain = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      expect(readBack(written).get('DESCRIPTION')).toBe(plain)
    }),
  )
})

test('a long line goes on after a blank', () => {
  const written = calendarOf({ ...anEvent, day: '2026-11-26', text: 'あ'.repeat(40) })
  expect(written).toContain(`DESCRIPTION:${'あ'.repeat(21)}\r\n ${'あ'.repeat(19)}\r\n`)
})
