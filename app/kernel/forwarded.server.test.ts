import { expect, test } from 'vitest'
import { proxyProblem, readForwarded } from './forwarded.server.ts'

test.each([
  ['no proxy', undefined, 0, '192.0.2.1', 'as_stated'],
  ['no proxy, and a header that any client can write', '203.0.113.9', 0, '192.0.2.1', 'too_long'],
  ['one proxy', '203.0.113.9', 1, '203.0.113.9', 'as_stated'],
  ['one proxy, and what the client wrote before', '198.51.100.1, 203.0.113.9', 1, '203.0.113.9', 'too_long'],
  ['two proxies', '203.0.113.9, 10.0.0.1', 2, '203.0.113.9', 'as_stated'],
  ['two proxies stated, one there', '203.0.113.9', 2, null, 'too_short'],
  ['a proxy stated, none there', undefined, 1, null, 'too_short'],
  ['an address with its port', '203.0.113.9:4711', 1, '203.0.113.9', 'as_stated'],
  ['IPv6 with its port', '[2001:db8::1]:4711', 1, '2001:db8::1', 'as_stated'],
  ['IPv6', '2001:db8::1', 1, '2001:db8::1', 'as_stated'],
  ['no address at all', 'unknown', 1, null, 'as_stated'],
] as const)('%s', (_, header, trusted, ip, length) => {
  expect(readForwarded(header, '192.0.2.1', trusted)).toEqual({ ip, length })
})

const fine = { requests: 1_000, tooShort: 0, tooLong: 0, fromInside: 0 }

test.each([
  ['all as stated', {}, null],
  ['headers missing', { tooShort: 1_000 }, 'too_many_stated'],
  ['half of them missing', { tooShort: 500 }, 'too_many_stated'],
  ['some that go past the proxy', { tooShort: 400 }, null],
  ['one address more in nearly all', { tooLong: 950 }, 'too_few_stated'],
  ['one address more in some', { tooLong: 800 }, null],
  ['our own proxy comes out as the visitor', { fromInside: 1_000 }, 'too_few_stated'],
  ['too few to say', { requests: 49, tooShort: 49 }, null],
] as const)('%s: %o is %s', (_, more, problem) => {
  expect(proxyProblem({ ...fine, ...more })).toBe(problem)
})
