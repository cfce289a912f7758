import { expect, test } from 'vitest'
import { originOf } from '../../server/origin.ts'

const socket = { localAddress: '::ffff:192.168.1.5', localPort: 3000 }

test('APP_ORIGIN is our origin, whatever the Host header says', () => {
  expect(originOf('http://evil.example/auth', 'https://market.example.jp', socket)).toBe('https://market.example.jp')
})

test.each([
  ['http://localhost:3000/auth', 'http://localhost:3000'],
  ['http://127.0.0.1:8080/auth', 'http://127.0.0.1:8080'],
  ['http://[::1]:3000/auth', 'http://[::1]:3000'],
  ['http://192.168.1.5:3000/auth', 'http://192.168.1.5:3000'],
  ['http://192.168.1.6:3000/auth', 'http://localhost:3000'],
  ['http://evil.example/auth', 'http://localhost:3000'],
  ['http://localhost.evil.example:3000/auth', 'http://localhost:3000'],
  ['http://127.0.0.1.evil.example/auth', 'http://localhost:3000'],
])('without it, a request to %s came to %s', (asked, origin) => {
  expect(originOf(asked, null, socket)).toBe(origin)
})

test('a connection over IPv6 is reached by its own address', () => {
  expect(originOf('http://[fd00::5]:3000/', null, { localAddress: 'fd00::5', localPort: 3000 })).toBe(
    'http://[fd00::5]:3000',
  )
})
