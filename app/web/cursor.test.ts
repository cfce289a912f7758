import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { cursorText, parseCursor } from './cursor.ts'

const id = newId<'order'>()

test('a cursor comes back as it was', () => {
  const cursor = { at: new Date('2026-11-21T07:00:00.123Z'), id }
  expect(parseCursor(cursorText(cursor))).toEqual(cursor)
})

test.each([
  null,
  '',
  '~',
  `~${id}`,
  '2026-11-21T07:00:00.123Z',
  '2026-11-21T07:00:00.123Z~',
  '2026-11-21T07:00:00.123Z~x',
  `2026-11-21T07:00:00.123Z~${id}~`,
  `2026-13-45T07:00:00.123Z~${id}`,
  `2026-11-21~${id}`,
  `9999-12-31T23:59:59.999Z~${id}`,
  `+275760-09-13T00:00:00.000Z~${id}`,
  `-271821-04-20T00:00:00.000Z~${id}`,
  `1792584900000_${id}`,
  `\u0000~${id}`,
])('the cursor %j starts at the top', (text) => {
  expect(parseCursor(text)).toBeNull()
})
