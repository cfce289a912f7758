/**
 * iCalendar files for other programs. Only what a list of dates needs: all-day events and events with hours, in UTC.
 *
 * Source: RFC 5545 (3.1 lines, 3.3.11 text, 3.6.1 events), RFC 7986 (name and refresh interval).
 */

export type CalendarEvent = {
  /** Stable, so that a change replaces the earlier entry. */
  uid: string
  /** Counts the changes. */
  sequence: number
  changedAt: Date
  title: string
  place: string
  text: string
  url: string
  /** Not confirmed yet. */
  tentative: boolean
} & ({ day: string } | { from: Date; until: Date })

type Calendar = { name: string; productId: string; refreshHours: number; events: readonly CalendarEvent[] }

export function calendarText({ name, productId, refreshHours, events }: Calendar): string {
  return lines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escaped(productId)}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
    `X-PUBLISHED-TTL:PT${refreshHours}H`,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ])
}

const eventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(event.uid)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${stamp(event.changedAt)}`,
  `LAST-MODIFIED:${stamp(event.changedAt)}`,
  ...('day' in event
    ? [`DTSTART;VALUE=DATE:${event.day.replaceAll('-', '')}`]
    : [`DTSTART:${stamp(event.from)}`, `DTEND:${stamp(event.until)}`]),
  `SUMMARY:${escaped(event.title)}`,
  `LOCATION:${escaped(event.place)}`,
  `DESCRIPTION:${escaped(event.text)}`,
  `URL:${event.url}`,
  `STATUS:${event.tentative ? 'TENTATIVE' : 'CONFIRMED'}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** 2026-11-24T23:00:00Z as 20261124T230000Z. */
const stamp = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/**
 * Text may hold anything except the characters that structure the file; of control characters only line breaks have a
 * meaning.
 */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get into the file
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

const utf8 = new TextEncoder()

const lines = (all: readonly string[]): string => all.map((line) => `${folded(line)}\r\n`).join('')

/**
 * A line has at most 75 bytes without its end and continues on the next one after a space. Characters are not split.
 */
function folded(line: string): string {
  const parts: string[] = []
  let [part, bytes] = ['', 0]
  for (const character of line) {
    const more = utf8.encode(character).length
    if (bytes + more > 75) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += more
  }
  return [...parts, part].join('\r\n')
}
