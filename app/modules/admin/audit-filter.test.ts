import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { auditFilterIn, auditQuery } from './audit-filter.ts'

const id = newId<'farm'>()
const none = { subject: null, kind: null, from: null, to: null }

test.each([
  [`about=farm:${id}`, { ...none, subject: { of: 'farm', id } }],
  [`about=admin:${id}&kind=order_placed`, { ...none, subject: { of: 'admin', id }, kind: 'order_placed' }],
  ['from=2026-11-01&to=2026-11-30', { ...none, from: '2026-11-01', to: '2026-11-30' }],
])('%s is a filter, and is written as it was read', (text, filter) => {
  const read = auditFilterIn(new URLSearchParams(text))
  expect(read).toEqual(filter)
  expect(auditFilterIn(new URLSearchParams(auditQuery(read)))).toEqual(read)
})

test.each(['', 'about=farm', 'about=cow:1', `about=cow:${id}`, 'kind=nothing', 'from=2026-02-30&to=x', 'about=farm:x'])(
  '%j is no filter',
  (text) => {
    expect(auditFilterIn(new URLSearchParams(text))).toEqual(none)
  },
)
